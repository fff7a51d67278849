import { dayMs, hourMs } from './dates.ts'

export type Commodity = 'meat' | 'milk' | 'eggs'
/** The country whose rule counts, ISO 3166-1 alpha-2. */
export type Market = string

/** What a label or a veterinarian says of one commodity. The last three hold without end. */
export type Figure =
  | { kind: 'days'; days: number }
  | { kind: 'hours'; hours: number }
  | { kind: 'zero' }
  /** So many milkings are discarded, the next is kept. */
  | { kind: 'milkings'; milkings: number }
  /** So many hours after calving, which counts as no sooner than the least dry period after the dose. */
  | { kind: 'after_calving'; hours: number; dryDays: number }
  | { kind: 'not_established' }
  | { kind: 'prohibited' }
  | { kind: 'unknown' }

/** Of a figure that ends: a veterinarian's is one of these. */
export type EndingFigure = Extract<Figure, { kind: 'days' | 'hours' | 'zero' }>

type EndlessFigure = Extract<Figure, { kind: 'not_established' | 'prohibited' | 'unknown' }>

export const isEndless = (figure: Figure): figure is EndlessFigure =>
  figure.kind === 'not_established' || figure.kind === 'prohibited' || figure.kind === 'unknown'

/** How long a figure lasts in milliseconds; days are 24 hours each. */
export function lengthOf(figure: EndingFigure): number {
  if (figure.kind === 'days') return figure.days * dayMs
  return figure.kind === 'hours' ? figure.hours * hourMs : 0
}

/**
 * The least figure of the United Kingdom for use outside the authorisation (S.I. 2013/2033 schedule 4 as amended in 2024):
 * half as long again as the longest that is authorised, in whole days, rounded up; 28 days of meat, 7 of milk and 14 of eggs where
 * it is authorised for none of them; a day where the longest is zero, but for eggs.
 * `authorised` are all figures of the product for this commodity, of whatever species; empty where it has none.
 */
export function leastInUk(commodity: Commodity, authorised: readonly EndingFigure[]): EndingFigure {
  if (authorised.length === 0) return { kind: 'days', days: { meat: 28, milk: 7, eggs: 14 }[commodity] }
  const longest = Math.max(...authorised.map(lengthOf))
  if (longest === 0) return { kind: 'days', days: commodity === 'eggs' ? 14 : 1 }
  return { kind: 'days', days: Math.ceil((longest * 1.5) / dayMs) }
}
