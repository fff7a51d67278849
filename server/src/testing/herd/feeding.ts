import { getAnimal } from '@byre/contract/herd/animals'
import { addPen } from '@byre/contract/herd/pens'
import { addProduct } from '@byre/contract/herd/products'
import { newId } from '../../platform/ids.ts'
import { daysAgo, event, recorded, type HerdSite } from './recording.ts'

/* Pens that are fed, as tests tell of them. */

export interface Feed {
  product: string
  product_name: string
  route: string
}

/** Of so many days of withdrawal, by its label in Canada and the United States; `more` of what the label says. */
export async function feedOf({ hers }: HerdSite, days: number, more: object = {}): Promise<Feed> {
  const name = `Demo feed ${newId()}`
  const uses = ['CA', 'US'].map((country) => ({
    country,
    species: 'cattle',
    route: 'feed',
    figures: [{ kind: 'days', commodity: 'meat', days }],
    source: 'Demo label',
    read_on: '2026-01-01',
    ...more,
  }))
  const { reply } = await hers.ask(addProduct, { body: { name, uses } })
  return { product: reply.version_id, product_name: name, route: 'feed' }
}

export const penAt = async ({ hers }: HerdSite): Promise<string> =>
  (await hers.ask(addPen, { body: { name: `Pen ${newId()}` } })).reply.id

/** Begun so many days ago. */
export const started = (pen: string, days: number, feed: Feed, more: object = {}) =>
  event('feed_started', [], { ...feed, ...more, pen }, { at: daysAgo(days) })
export const stopped = ({ id }: { id: string }, days: number) =>
  event('feed_stopped', [], { feed: id }, { at: daysAgo(days) })

/** An animal that is born in a pen so many days ago. */
export async function enteredIn(of: HerdSite, pen: string, days: number): Promise<string> {
  const id = newId()
  await recorded(of.hers, event('entered', [id], { origin: 'born', pen }, { at: daysAgo(days) }))
  return id
}

/** Its meat in days from now, to a tenth; `held` without an end. */
export async function heldFor(
  of: HerdSite,
  id: string,
  market: 'CA' | 'US' = 'CA',
): Promise<number | 'held' | 'clear'> {
  const { animal } = (await of.his.ask(getAnimal, { params: { id } })).reply
  const hold = animal.holds.find((one) => one.market === market && one.commodity === 'meat')!
  if (hold.held) return 'held'
  return hold.clear_at === null
    ? 'clear'
    : Math.round((Date.parse(hold.clear_at) - Date.now()) / 8_640_000) / 10
}
