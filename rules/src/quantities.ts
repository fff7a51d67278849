/** An exact fraction; `over` is above 0. */
export interface Fraction {
  of: bigint
  over: bigint
}

export const fraction = (of: bigint | number, over: bigint | number = 1): Fraction => ({
  of: BigInt(of),
  over: BigInt(over),
})
export const times = (one: Fraction, other: Fraction): Fraction => ({
  of: one.of * other.of,
  over: one.over * other.over,
})
export const dividedBy = (one: Fraction, other: Fraction): Fraction => {
  if (other.of <= 0n) throw new RangeError('divided by what is not above 0')
  return { of: one.of * other.over, over: one.over * other.of }
}
/** Below 0 where `one` is less than `other`, 0 where they are equal. */
export function compared(one: Fraction, other: Fraction): number {
  const difference = one.of * other.over - other.of * one.over
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** To a whole number, half up (away from 0); of the quantities here none is below 0 but temperatures. */
export function rounded({ of, over }: Fraction): bigint {
  const isBelow = of < 0n
  const size = isBelow ? -of : of
  const whole = (2n * size + over) / (2n * over)
  return isBelow ? -whole : whole
}

/**
 * What is measured is kept as whole numbers of one base unit a kind: grams of animals, micrograms of a drug,
 * microlitres, thousandths of a degree Celsius. Beside it stands what was typed, which is what is shown again.
 */
export interface Quantity {
  base: bigint
  typed: string
  unit: Unit
}

const pound = fraction(45_359_237n, 100_000n)

/** One of each unit in its base unit. The pound is 0.453 592 37 kg and the US fluid ounce 29.573 529 562 5 mL exactly. */
const units = {
  g: fraction(1),
  kg: fraction(1000),
  t: fraction(1_000_000),
  lb: pound,
  cwt: times(pound, fraction(100)),
  mcg: fraction(1),
  mg: fraction(1000),
  'g of drug': fraction(1_000_000),
  uL: fraction(1),
  mL: fraction(1000),
  L: fraction(1_000_000),
  'fl oz': fraction(295_735_295_625n, 10_000_000n),
} as const

export type Unit = keyof typeof units | 'Cel' | 'degF'

/**
 * A number as it is written here: digits, in groups of three with commas or none, and a point before its fraction.
 * Undefined for anything else, `1.234,5` too: whether that is a thousand or a fraction is asked, never guessed.
 */
function readNumber(text: string): Fraction | undefined {
  const match = /^(-?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,12}))?$/.exec(text.trim())
  if (!match) return undefined
  const [, sign, whole = '', part = ''] = match
  const of = BigInt(whole.replaceAll(',', '') + part)
  return { of: sign === '-' ? -of : of, over: 10n ** BigInt(part.length) }
}

/** What was typed, in the base unit of its kind and not rounded; undefined where the text is no number. */
export function exactly(typed: string, unit: Unit): Fraction | undefined {
  const number = readNumber(typed)
  if (!number || unit === 'Cel') return number && times(number, fraction(1000))
  if (unit !== 'degF') return times(number, units[unit])
  return times({ of: number.of - 32n * number.over, over: number.over }, fraction(5000, 9))
}

/** `1,234.5` in `lb` as 559 960 g, rounded once, at the end; undefined where the text is no number. */
export function readQuantity(typed: string, unit: Unit): Quantity | undefined {
  const exact = exactly(typed, unit)
  return exact && { base: rounded(exact), typed, unit }
}

/** One of `unit` in its base unit, exactly. */
export const oneOf = (unit: keyof typeof units): Fraction => units[unit]

/** `33.2634`: digits past the point at most, half up, zeros at the end left out but for `least`. */
export function shown(value: Fraction, most: number, least = 0): string {
  const scale = 10n ** BigInt(most)
  const digits = rounded(times(value, { of: scale, over: 1n }))
    .toString()
    .padStart(most + 1, '0')
  const [whole, part] = [digits.slice(0, digits.length - most), digits.slice(digits.length - most)]
  const kept = part.replace(/0+$/, '').padEnd(least, '0')
  return kept === '' ? whole : `${whole}.${kept}`
}
