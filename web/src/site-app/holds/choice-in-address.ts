import { id } from '@byre/contract/fields'
import { holdReasons, type HoldReason } from '@byre/contract/herd/holds'
import { usualMarketOf, homeMarketOf, type Me } from '@byre/contract/herd/settings'
import { endOfDay, localOf, startOfDay } from '@byre/rules/dates'

/* What the board shows stands in its address. */

const commodities = ['meat', 'milk', 'eggs'] as const

export interface BoardChoice {
  market: string
  commodity: '' | (typeof commodities)[number]
  pen: string
  why: '' | HoldReason
  ends: '' | 'today' | 'never'
  /** A day of the calendar, from which on the board is shown. */
  from: string
}

/** Where the site's animals may go, home first. */
export function marketsOf({ place, settings, suggested }: Me): string[] {
  const home = homeMarketOf(place.country)
  return [...new Set([home, ...(settings ?? suggested).markets])]
}

/** What an address says, and nothing that it cannot. */
export function choiceIn(search: URLSearchParams, me: Me): BoardChoice {
  const oneOf = <V extends string>(name: string, values: readonly V[]) =>
    values.find((value) => value === search.get(name)) ?? ''
  const pen = id.safeParse(search.get('pen') ?? '')
  const { markets } = me.settings ?? me.suggested
  const from = search.get('from') ?? ''
  return {
    market: oneOf('market', marketsOf(me)) || usualMarketOf(homeMarketOf(me.place.country), markets),
    commodity: oneOf('commodity', commodities),
    pen: pen.success ? pen.data : '',
    why: oneOf('why', holdReasons),
    ends: oneOf('ends', ['today', 'never']),
    from: isDay(from) ? from : '',
  }
}

function isDay(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false
  const at = new Date(text)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** As the calls take it: home is what they show unasked, and quickest. */
export const inputOf = ({ market, commodity, pen, why }: BoardChoice, me: Me) => ({
  ...(market !== homeMarketOf(me.place.country) && { market }),
  ...(commodity && { commodity }),
  ...(pen && { pen }),
  ...(why && { why }),
})

/** From when on, and up to when: what ends as tomorrow begins is not of today. */
export function spanOf({ ends, from }: BoardChoice, zone: string, now: number) {
  if (ends === 'never') return { endless: 'yes' } as const
  const to = endOfDay(todayIn(zone, now), zone) - 1
  return {
    ...(from && { from: new Date(startOfDay(from, zone)).toISOString() }),
    ...(ends === 'today' && { to: new Date(to).toISOString() }),
  }
}

export const todayIn = (zone: string, now: number): string => localOf(now, zone).slice(0, 10)
