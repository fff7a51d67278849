import type { HerdEvent } from '@byre/contract/herd/events'
import { recordEvents } from '@byre/contract/herd/records'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { newId } from '../../platform/ids.ts'
import { join, newSite } from '../places.ts'
import type { Person, TestApp } from '../test-app.ts'
import { Visitor } from '../visitor.ts'

/* A site with its people at its app, and what they record there. */

type Kind = HerdEvent['kind']
type BodyOf<K extends Kind> = Extract<HerdEvent, { kind: K }>['body']

let seq = 0
const stream = randomUUID()

/** An event of now, or of a time that a believed clock tells. */
export function event<K extends Kind>(
  kind: K,
  animals: readonly string[],
  body: BodyOf<K>,
  more: Record<string, unknown> = {},
): Record<string, unknown> & { id: string } {
  const at = new Date(Date.now() - 1000).toISOString()
  const isDay = 'day' in more
  return {
    id: newId(),
    kind,
    v: 1,
    ...(isDay ? { precision: 'day' } : { precision: 'instant', at }),
    animals,
    body,
    stream,
    seq: (seq += 1),
    clock: { device_at: at, offset_ms: 0 },
    ...more,
  }
}

export const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
/** So many days ago, when everywhere in North America it is the same day as in UTC. */
export const middayOf = (days: number) => `${daysAgo(days).slice(0, 10)}T18:00:00.000Z`

export interface HerdSite {
  id: string
  alice: Person
  hers: Visitor
  his: Visitor
}

const beefCattle = '019a0000-0000-7000-a000-000000000001'

const people = new WeakMap<TestApp, Promise<[Person, Person]>>()

function peopleOf(testApp: TestApp): Promise<[Person, Person]> {
  const known = people.get(testApp) ?? Promise.all([testApp.person('alice'), testApp.person('bob')])
  people.set(testApp, known)
  return known
}

/** Alice's site in Alberta, at which Bob works. */
export async function herdSite(testApp: TestApp, fields: Record<string, string> = {}): Promise<HerdSite> {
  const [alice, bob] = await peopleOf(testApp)
  const site = await newSite(testApp, alice, {
    install_preference: JSON.stringify({ unit: 'metric', operation_type: beefCattle }),
    ...fields,
  })
  await join(testApp, bob, { kind: 'site', id: site.id }, 'User')
  const host = `${site.subdomain}.localhost:4000`
  const [hers, his] = [new Visitor(testApp, host), new Visitor(testApp, host)]
  await hers.launch(alice)
  await his.launch(bob)
  return { id: site.id, alice, hers, his }
}

export const sendEvents = (by: Visitor, ...events: readonly Record<string, unknown>[]) =>
  by.ask(recordEvents, { body: { events } })

/** Records what must go well. */
export async function recorded(by: Visitor, ...events: readonly Record<string, unknown>[]) {
  const { status, text, reply } = await sendEvents(by, ...events)
  assert.equal(status, 200, text)
  return reply
}

/** An animal that was born at the site. */
export async function bornAt(by: Visitor, body: Partial<BodyOf<'entered'>> = {}): Promise<string> {
  const id = newId()
  await recorded(by, event('entered', [id], { origin: 'born', ...body }))
  return id
}
