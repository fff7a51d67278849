import { addProduct } from '@byre/contract/herd/products'
import { changeSettings } from '@byre/contract/herd/settings'
import { type ShipEntry } from '@byre/contract/herd/ship-list-parts'
import { getShipList, lockShipList, makeShipList } from '@byre/contract/herd/ship-lists'
import assert from 'node:assert/strict'
import { newId } from '../../platform/ids.ts'
import type { TestApp } from '../test-app.ts'
import type { Visitor } from '../visitor.ts'
import { daysAgo, event, herdSite, recorded, type HerdSite } from './recording.ts'

/* A feedlot that ships, and what its tests say again and again. */

/** Alice's site, that ships to Canada and the United States. */
export async function shippingSite(testApp: TestApp, markets: string[] = ['CA', 'US']): Promise<HerdSite> {
  const site = await herdSite(testApp)
  await site.hers.ask(changeSettings, { body: { kind: 'feedlot', zone: 'America/Edmonton', markets } })
  return site
}

export const hoursOn = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

/** A product by its days of withdrawal in each country; for a country that is not named nothing is known. */
export async function product(by: Visitor, days: Record<string, number>) {
  const name = `Demo ${newId()}`
  const uses = Object.entries(days).map(([country, figure]) => ({
    country,
    species: 'cattle',
    route: 'SC',
    figures: [{ kind: 'days', commodity: 'meat', days: figure }],
    source: 'Demo label',
    read_on: '2026-01-01',
  }))
  const { reply } = await by.ask(addProduct, { body: { name, uses } })
  return { product: reply.version_id, product_name: name }
}

export type Given = Awaited<ReturnType<typeof product>>

export const treated = (animals: readonly string[], given: Given, at = daysAgo(1)) =>
  event('treated', animals, { ...given, route: 'SC' }, { at })

let tags = 0
/** Animals born there, each with a visual tag. */
export async function born(by: Visitor, head: number, body: Record<string, string> = {}): Promise<string[]> {
  const animals = Array.from({ length: head }, () => newId())
  const all = animals.map((id) =>
    event('entered', [id], {
      origin: 'born',
      tags: [{ kind: 'visual', value: `S-${String((tags += 1)).padStart(4, '0')}` }],
      ...body,
    }),
  )
  for (let at = 0; at < all.length; at += 200) await recorded(by, ...all.slice(at, at + 200))
  return animals
}

/** A list with these animals, for tomorrow. */
export async function listOf(
  by: Visitor,
  animals: readonly string[],
  more: Record<string, unknown> = {},
): Promise<string> {
  const body = {
    destination: 'Prairie Packers',
    market: 'CA',
    load_at: hoursOn(24),
    what: { animals },
    ...more,
  }
  const { status, text, reply } = await by.ask(makeShipList, { body })
  assert.equal(status, 201, text)
  return reply.id
}

export const shipList = async (by: Visitor, id: string) =>
  (await by.ask(getShipList, { params: { id } })).reply

export async function entryOf(by: Visitor, id: string, animal: string): Promise<ShipEntry> {
  const entry = (await shipList(by, id)).entries.find(({ animal_id }) => animal_id === animal)
  assert.ok(entry)
  return entry
}

/** Locks what must be locked. */
export async function locked(by: Visitor, id: string): Promise<string> {
  const { status, text } = await by.ask(lockShipList, { params: { id } })
  assert.equal(status, 200, text)
  return id
}
