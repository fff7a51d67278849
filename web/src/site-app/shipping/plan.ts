import { homeMarketOf, usualMarketOf, type Me } from '@byre/contract/herd/settings'
import type { ShipListPlan, Transport } from '@byre/contract/herd/ship-list-parts'
import { transportNames } from '@byre/contract/herd/transport-names'
import { atLocal, localOf } from '@byre/rules/dates'
import { marketName } from '@byre/contract/herd/market-names'
import { clock } from '../../lib/clock.ts'
import { said, type Problems, type Values } from '../recording/drafts.ts'

/* Where a load goes and when, as its form has it. */

export const transportFields = Object.keys(transportNames) as (keyof Transport)[]

/** Where the site may ship to, home first. */
export const marketsToShipTo = ({ place, settings, suggested }: Me): { value: string; label: string }[] =>
  [...new Set([homeMarketOf(place.country), ...(settings ?? suggested).markets])].map((value) => ({
    value,
    label: marketName(value),
  }))

export const emptyPlan = ({ place, settings, suggested }: Me): Values => ({
  market: usualMarketOf(homeMarketOf(place.country), (settings ?? suggested).markets),
})

/** A plan as its form begins with it; times by the site's clock. */
export function valuesOf(
  { destination, market, load_at, transport }: Omit<ShipListPlan, 'market'> & { market: string },
  zone: string,
): Values {
  const [day = '', time = ''] = localOf(Date.parse(load_at), zone).split('T')
  return { ...transport, destination, market, day, time: time.slice(0, 5) }
}

/** Named as the form names it. */
export const planField = (field: string): string =>
  field === 'load_at' ? 'day' : field.replace(/^transport\./, '')

export function planOf(values: Values, zone: string): { plan: ShipListPlan } | { problems: Problems } {
  const [destination, day, time] = [said(values['destination']), said(values['day']), said(values['time'])]
  const missing = {
    ...(destination === undefined && { destination: 'Where does it go?' }),
    ...(day === undefined && { day: 'On which day is it loaded?' }),
    ...(time === undefined && { time: 'At what time is it loaded?' }),
  }
  if (destination === undefined || day === undefined || time === undefined) return { problems: missing }
  if (!/^20\d\d-\d\d-\d\d$/.test(day)) return { problems: { day: 'Must be a day such as 2026-11-23.' } }
  if (!/^\d\d:\d\d$/.test(time)) return { problems: { time: 'Must be a time such as 14:30.' } }
  const at = atLocal(`${day}T${time}`, zone)
  if (Number.isNaN(at)) return { problems: { day: 'There is no such day.' } }
  if (at < clock.now()) return { problems: { day: 'That time has passed.' } }
  const transport: Transport = {}
  for (const name of transportFields) {
    const value = said(values[name])
    if (value !== undefined) transport[name] = value
  }
  const market = values['market'] as ShipListPlan['market']
  return { plan: { destination, market, load_at: new Date(at).toISOString(), transport } }
}
