import { randomBytes } from 'node:crypto'
import type { Request, Scenario } from './load.ts'
import {
  cookieOf,
  headOf,
  herdId,
  isHeld,
  productName,
  smallSite,
  visualTag,
  withFifty,
  workingSites,
  type HerdSize,
} from './herd-seed.ts'

/* What people of a site ask of its app, as its page sends it. */

const hourMs = 3_600_000
const eventsACall = 200

/** Version 7 of RFC 9562, as a page makes them. */
function newEventId(): string {
  const hex = Date.now().toString(16).padStart(12, '0') + randomBytes(10).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Animals that are to be treated, in their order: not those that were of late. */
export const treatable = (head: number) =>
  Array.from({ length: head }, (_, n) => n).filter((n) => n >= withFifty && !isHeld(n))

/** How often each call to record was made at a site: every call is of other animals, and of later hours than the one before. */
const recorded = new Map<number, number>()
let sequence = 0

function treatments(site: number, animals: readonly number[], count: number) {
  const call = recorded.get(site) ?? 0
  recorded.set(site, call + 1)
  const calls = Math.floor(animals.length / count)
  const at = new Date(Date.now() - 95 * 24 * hourMs + Math.floor(call / calls) * hourMs).toISOString()
  return Array.from({ length: count }, (_, index) => ({
    id: newEventId(),
    v: 1,
    kind: 'treated',
    precision: 'instant',
    at,
    animals: [herdId('animal', site, animals[(call % calls) * count + index]!)],
    body: { product: herdId('version', site, 1), product_name: productName, route: 'SC' },
    stream: herdId('animal', site, 0),
    seq: (sequence += 1),
    clock: { device_at: at, offset_ms: 0 },
  }))
}

/** What the owner of a site asks on its host of the server at `url`. */
export function asOwner(url: string, site: number) {
  const headers = {
    host: `bench-${site}.localhost:${new URL(url).port}`,
    cookie: `byre_session=${cookieOf(site)}`,
    'sec-fetch-site': 'same-origin',
  }
  return {
    read: (path: string): Request => ({ method: 'GET', path: `/app/v1/${path}`, headers }),
    send: (path: string, body: object): Request => ({
      method: 'POST',
      path: `/app/v1/${path}`,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  }
}

export type Calls = Record<'fragment' | 'animal' | 'holds' | 'pens' | 'append' | 'people', Scenario>

/** The calls at the large site, as the server at `url` is to be asked; `isSmall`: reads at the site of a thousand head. */
export function herdCalls(url: string, { head: large }: HerdSize, isSmall = false): Calls {
  const [site, head] = isSmall ? [smallSite, headOf.small] : [0, large]
  const { read } = asOwner(url, site)
  const record = (at: number, animals: readonly number[], count: number) =>
    asOwner(url, at).send('events', { events: treatments(at, animals, count) })
  const [ofLarge, ofWorking] = [treatable(large), treatable(headOf.working)]
  const turn = (connection: number, round: number) => Math.abs(connection * 61 + round * 7)
  // Three, four and five characters of a tag's end.
  const fragment = (n: number) => read(`animals?q=${visualTag((n * 31) % head).slice(-3 - (n % 3))}&limit=20`)
  const animal = (n: number) => read(`animals/${herdId('animal', site, n % withFifty)}`)
  const reads = [fragment, animal, () => read('holds'), () => read('pens')]
  const of = (name: string, ask: (n: number) => Request): Scenario => ({
    name,
    connections: 32,
    next: (connection, round) => ask(turn(connection, round)),
  })
  return {
    fragment: of('tag fragment', fragment),
    animal: of('animal, 50 events', animal),
    holds: of('holds board', () => read('holds')),
    pens: of('pen list', () => read('pens')),
    append: {
      name: `append of ${eventsACall}`,
      connections: workingSites.length,
      freshPerSecond: 250,
      next: (connection) => record(workingSites[connection % workingSites.length]!, ofWorking, eventsACall),
    },
    people: {
      name: '20 people',
      connections: 20,
      freshPerSecond: 3000,
      next: (connection, round) => {
        const n = turn(connection, round)
        return n % 10 === 0 ? record(0, ofLarge, 1) : reads[n % reads.length]!(n)
      },
    },
  }
}
