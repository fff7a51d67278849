import type { SiteNews } from '@byre/contract/herd/live'

/* What changed at a site between two moments, by what is counted of it. */

/** The last number of its ledger, and how often the rest of it was changed. */
export interface Counts {
  recorded: string
  changed: string
}

/** With what its reader was there then: another role, or a place that is paid for again, changes what they are shown. */
type AsSeen = Counts & { role: string | null; standing: string }

export const countsOf = ({ recorded, changed }: Counts): Counts => ({ recorded, changed })

export const cursorOf = ({ recorded, changed, role, standing }: AsSeen): string =>
  [recorded, changed, role, standing].join('.')

const news = (animals: boolean, site: boolean): SiteNews['events'] => [
  ...(animals ? [{ kind: 'animals' as const }] : []),
  ...(site ? [{ kind: 'site' as const }] : []),
]

export const newsBetween = (before: Counts, now: Counts) =>
  news(before.recorded !== now.recorded, before.changed !== now.changed)

/** A cursor that is not of our making stands for the beginning. */
export function newsAfter(cursor: string, now: AsSeen): SiteNews['events'] {
  const [recorded, ...rest] = cursor.split('.')
  return news(recorded !== now.recorded, rest.join('.') !== [now.changed, now.role, now.standing].join('.'))
}

export const newsLately = (of: { is_recorded_lately: boolean; is_changed_lately: boolean }) =>
  news(of.is_recorded_lately, of.is_changed_lately)
