/*
 * Money is whole minor units, never a fraction. Products pass through BigInt, so that nothing is
 * rounded but at the one place that says so.
 */

/** The amount itself, in minor units of one currency (cents); a RangeError beyond ±(2^53 − 1) or with a fraction. */
export function wholeAmount(amount: number): number {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not an exact amount of money: ${amount}`)
  return amount
}

/** Minor units of one currency, added exactly; 0 for none. A RangeError as `wholeAmount` has it, also of the sum. */
export function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => wholeAmount(sum + wholeAmount(amount)), 0)
}

/**
 * `amount × part ÷ whole` in minor units, rounded once to the nearest, halves away from zero: 0.5 is 1, −0.5 is −1.
 * `part` is a whole number (days, or a rate in thousandths of a percent of 100,000); a RangeError where `whole` is
 * not above 0 or the amount is not exact.
 */
export function shareOf(amount: number, part: number, whole: number): number {
  if (whole <= 0) throw new RangeError(`no share of ${whole}`)
  const product = BigInt(wholeAmount(amount)) * BigInt(part)
  const [size, divisor] = [product < 0n ? -product : product, BigInt(whole)]
  const rounded = Number((2n * size + divisor) / (2n * divisor))
  if (rounded === 0) return 0
  return wholeAmount(product < 0n ? -rounded : rounded)
}
