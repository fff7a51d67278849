import { compared, dividedBy, fraction, rounded, times, type Fraction } from './quantities.ts'

/**
 * How much of a product an animal gets. A label's own form is used as it is printed and never turned into the other:
 * `by volume` is "6 mL per 100 lb"; `by strength` is "40 mg/kg" of a product of "300 mg/mL".
 */
export type DoseRate =
  | { kind: 'by volume'; /** microlitres */ volume: Fraction; /** grams */ perWeight: Fraction }
  | {
      kind: 'by strength'
      /** micrograms for a gram of animal: 40 mg/kg is 40 */
      perGram: Fraction
      /** micrograms in a microlitre: 300 mg/mL is 300 */
      strength: Fraction
    }

/** Microlitres for an animal of so many grams, exactly: its weight as it was typed, not as it was rounded. */
export function doseFor(weight: Fraction, rate: DoseRate): Fraction {
  if (weight.of <= 0n) throw new RangeError('a weight above 0')
  return rate.kind === 'by volume'
    ? times(dividedBy(weight, rate.perWeight), rate.volume)
    : dividedBy(times(weight, rate.perGram), rate.strength)
}

export interface Dose {
  exact: Fraction
  /** What is drawn up: microlitres, a multiple of the step, half a step up. */
  microlitres: bigint
  /** The step changes the dose by more than 5 %, which is shown. */
  isChanged: boolean
  /** More than 10 % off the rule: asks, and is extra-label; a finer step is offered. */
  isOff: boolean
}

/** What is drawn up with a syringe of this step, in microlitres. */
export function dose(weight: Fraction, rate: DoseRate, step: bigint): Dose {
  const exact = doseFor(weight, rate)
  const microlitres = rounded(dividedBy(exact, fraction(step))) * step
  const drawn = fraction(microlitres)
  return { exact, microlitres, isChanged: isOffBy(drawn, exact, 5n), isOff: isOffBy(drawn, exact, 10n) }
}

/** Whether what was given is more than so many per cent above or below what should be. */
export function isOffBy(given: Fraction, right: Fraction, percent: bigint): boolean {
  return (
    compared(given, times(right, { of: 100n + percent, over: 100n })) > 0 ||
    compared(given, times(right, { of: 100n - percent, over: 100n })) < 0
  )
}

/** Into how many injections a volume is split where one place takes `most`; both in microlitres. */
export function injectionSites(microlitres: bigint, most: bigint): number {
  if (most <= 0n) throw new RangeError('a place takes something')
  return Number((microlitres + most - 1n) / most)
}
