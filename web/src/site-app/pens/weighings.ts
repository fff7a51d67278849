import type { LotWeighing } from '@byre/contract/herd/lots'

/* How a lot's weight went, day by day, and how it was meant to go. */

const dayMs = 86_400_000

/**
 * The days on which the lot was weighed: a tenth or more of the head that its fullest day had. Those that are weighed by
 * themselves between are mostly the sick.
 */
export function weighingsOfAll(weighings: readonly LotWeighing[]): LotWeighing[] {
  const most = Math.max(0, ...weighings.map(({ head }) => head))
  return weighings.filter(({ head }) => head * 10 >= most)
}

export const daysBetween = (one: string, other: string) =>
  Math.round((Date.parse(other) - Date.parse(one)) / dayMs)

/** Grams that it should weigh on a day, had it gained so much each day from its first weighing on. */
export const meantOn = (day: string, first: LotWeighing, gramsADay: number): number =>
  first.grams + gramsADay * daysBetween(first.day, day)
