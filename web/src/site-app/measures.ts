import type { Me } from '@byre/contract/herd/settings'
import { dividedBy, fraction, oneOf, shown } from '@byre/rules/quantities'

/* Weights in the site's unit. */

export type SiteUnit = Me['unit']

export const weightUnits = { metric: 'kg', imperial: 'lb' } as const

/** Of what weighs less, a tenth is told, too. */
const lightGrams = 50_000

/** In the site's unit, as a number alone: what was typed in it, else to the nearest whole one. */
function weightNumber(
  { grams, typed, unit }: { grams: number; typed?: string; unit?: string },
  to: SiteUnit,
) {
  if (typed !== undefined && unit === weightUnits[to]) return typed
  const exact = dividedBy(fraction(grams), oneOf(weightUnits[to]))
  return Number(shown(exact, grams < lightGrams ? 1 : 0)).toLocaleString('en')
}

/** 612 kg. */
export const weightIn = (weight: { grams: number; typed?: string; unit?: string }, to: SiteUnit): string =>
  `${weightNumber(weight, to)}\u00a0${weightUnits[to]}`

const dayMs = 86_400_000

/** Grams a day between two weighings, signed; null within a day, where it says nothing. */
export function gainOf(
  first: { at: string; grams: number },
  last: { at: string; grams: number },
): number | null {
  const days = (Date.parse(last.at) - Date.parse(first.at)) / dayMs
  return days < 1 ? null : Math.round((last.grams - first.grams) / days)
}

/** 1.42 kg a day, whichever way. */
export const rateIn = (gramsADay: number, to: SiteUnit): string =>
  `${rateNumber(gramsADay, to)}\u00a0${weightUnits[to]} a day`

/** 1.42, without its unit. */
export const rateNumber = (gramsADay: number, to: SiteUnit) =>
  shown(dividedBy(fraction(Math.abs(gramsADay)), oneOf(weightUnits[to])), 2, 2)

/** +1.42 kg a day. */
export const gainIn = (gramsADay: number, to: SiteUnit): string =>
  `${gramsADay < 0 ? '−' : '+'}${rateIn(gramsADay, to)}`
