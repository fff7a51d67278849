/*
 * Money is whole minor units, never a fraction. Products pass through BigInt, so that nothing is
 * rounded but at the one place that says so.
 */

/** The amount itself; refuses what a number cannot hold exactly. */
export function wholeAmount(amount: number): number {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not an exact amount of money: ${amount}`)
  return amount
}

export function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => wholeAmount(sum + wholeAmount(amount)), 0)
}

/** `amount × part ÷ whole`, rounded to the nearest minor unit, halves away from zero. */
export function shareOf(amount: number, part: number, whole: number): number {
  if (whole <= 0) throw new RangeError(`no share of ${whole}`)
  const product = BigInt(wholeAmount(amount)) * BigInt(part)
  const [size, divisor] = [product < 0n ? -product : product, BigInt(whole)]
  const rounded = Number((2n * size + divisor) / (2n * divisor))
  if (rounded === 0) return 0
  return wholeAmount(product < 0n ? -rounded : rounded)
}
