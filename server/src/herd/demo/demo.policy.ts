import type { HerdEvent } from '@byre/contract/herd/events'
import type { LabelUse } from '@byre/contract/herd/products'
import { addDays, localOf } from '@byre/rules/dates'
import type { FoldContext } from '@byre/rules/fold-animal'
import { readQuantity } from '@byre/rules/quantities'
import { randomUUID } from 'node:crypto'
import { newId } from '../../platform/ids.ts'

/*
 * Animals to look around with: sixty yearlings in four pens, weighed since they came, some treated long ago, some a few days
 * ago, one with something that nobody knows. Names and figures are invented, and say so.
 */

const head = 60
export const demoPens = ['Demo pen 1', 'Demo pen 2', 'Demo pen 3', 'Demo sick pen'] as const

interface DemoMedicine {
  name: string
  route: string
  days: number
}

const medicines = {
  antibiotic: { name: 'Demo antibiotic', route: 'SC', days: 28 },
  painkiller: { name: 'Demo painkiller', route: 'IV', days: 4 },
  vaccine: { name: 'Demo vaccine', route: 'SC', days: 21 },
  pourOn: { name: 'Demo pour-on', route: 'topical', days: 48 },
} as const satisfies Record<string, DemoMedicine>
type MedicineName = keyof typeof medicines

/** The cabinet's products for them: a use in each market of the site, so that each has a day to wait for. */
export const demoProducts = ({ markets }: FoldContext, today: string) =>
  allMedicines.map(({ name, route, days }) => ({
    name,
    uses: markets.map((country): LabelUse => ({
      country,
      species: 'cattle',
      classes: ['beef'],
      route,
      figures: [{ kind: 'days', commodity: 'meat', days }],
      source: 'Invented for demo animals: no label says this',
      read_on: today,
    })),
  }))

/** What pens are fed: invented, too. */
const feed = { name: 'Demo medicated feed', route: 'feed', days: 7 } as const
const allMedicines: readonly DemoMedicine[] = [...Object.values(medicines), feed]

const breeds = ['Angus', 'Hereford', 'Charolais cross', 'Simmental', 'Red Angus'] as const
const illnesses = ['cough', 'fever', 'lame', 'off feed'] as const

export interface DemoThings {
  animals: readonly string[]
  /** In the order of `demoPens`. */
  pens: readonly string[]
  /** Those that were not there before: what one's own animals stand in is fed nothing. */
  newPens: ReadonlySet<string>
  /** Versions, by name. */
  versions: ReadonlyMap<string, string>
}

export const newDemoAnimals = () => Array.from({ length: head }, () => newId())

/** All that is recorded of them, in the order in which it was. */
export function demoEvents(things: DemoThings, { zone }: FoldContext, now: Date): HerdEvent[] {
  const today = localOf(now.getTime(), zone).slice(0, 10)
  const stream = randomUUID()
  let seq = 0
  const event = (kind: HerdEvent['kind'], animal: string, daysAgo: number, body: object) =>
    ({
      id: newId(),
      kind,
      v: 1,
      precision: 'day',
      day: addDays(today, -daysAgo),
      animals: [animal],
      body,
      stream,
      seq: (seq += 1),
    }) as unknown as HerdEvent
  return [...things.animals.flatMap((animal, at) => ofOne(animal, at, things, event)), ...fed(things, event)]
}

/** One feed that was stopped long ago, and one that a pen still eats. */
function fed({ pens, newPens, versions }: DemoThings, event: Make): HerdEvent[] {
  const ofPen = (kind: HerdEvent['kind'], daysAgo: number, body: object) =>
    ({ ...event(kind, '', daysAgo, body), animals: [] }) as unknown as HerdEvent
  const started = (daysAgo: number, pen: string, reason: string) =>
    ofPen('feed_started', daysAgo, {
      pen,
      product: versions.get(feed.name),
      product_name: feed.name,
      route: feed.route,
      as_label: 'yes',
      rate: '10 g per head per day',
      reason,
    })
  const [, second, third] = pens
  const over = second !== undefined && newPens.has(second) ? [started(40, second, 'Coccidiosis')] : []
  return [
    ...over,
    ...over.map(({ id }) => ofPen('feed_stopped', 35, { feed: id })),
    ...(third !== undefined && newPens.has(third) ? [started(4, third, 'Respiratory disease')] : []),
  ]
}

/** One of them lost its electronic tag on the way. Numbers so low were given to no animal. */
const tagsOf = (at: number) => [
  ...(at === 30 ? [] : [{ kind: 'eid', value: `124000000000${101 + at}` }]),
  { kind: 'visual', value: `D-${101 + at}` },
]

type Make = (kind: HerdEvent['kind'], animal: string, daysAgo: number, body: object) => HerdEvent

function ofOne(animal: string, at: number, { pens, versions }: DemoThings, event: Make): HerdEvent[] {
  const arrived = 95 - (at % 4) * 12
  // Spread as real weights are, and the same each time.
  const arrivalKg = 265 + ((at * 37) % 70)
  const gainGrams = 1050 + ((at * 53) % 500)
  const isHeifer = at % 3 === 0
  const isSick = at % 15 === 7
  const weighed = (daysAgo: number) => {
    const kg = arrivalKg + Math.round(((arrived - daysAgo) * gainGrams) / 1000)
    const weight = { typed: String(kg), unit: 'kg', base: Number(readQuantity(String(kg), 'kg')!.base) }
    return event('weighed', animal, daysAgo, { weight, source: 'measured' })
  }
  const treated = (name: MedicineName, daysAgo: number, reason: string) =>
    event('treated', animal, daysAgo, {
      product: versions.get(medicines[name].name),
      product_name: medicines[name].name,
      route: medicines[name].route,
      as_label: 'yes',
      reason,
    })
  const events = [
    event('entered', animal, arrived, {
      origin: 'bought',
      word: 'no',
      source: 'Demo: an invented sale barn',
      species: 'cattle',
      class: 'beef',
      sex: isHeifer ? 'female' : 'steer',
      breed: breeds[at % breeds.length],
      pen: pens[at % 3],
      tags: tagsOf(at),
    }),
    weighed(arrived),
    treated('vaccine', arrived, 'Arrival processing'),
    treated('pourOn', arrived - 1, 'Arrival processing'),
    weighed(Math.round(arrived / 2)),
  ]
  if (at % 6 === 1) events.push(treated('antibiotic', 34 - (at % 20), 'Respiratory disease'))
  if (isSick) {
    const sign = illnesses[Math.floor(at / 15) % illnesses.length]
    events.push(event('observed', animal, 3, { signs: [sign], severity: 2, pulled: 'yes' }))
    events.push(treated('antibiotic', 3, 'Respiratory disease'), treated('painkiller', 2, 'Fever'))
    events.push(event('moved', animal, 2, { pen: pens[3] }))
  }
  if (at === 20)
    events.push(event('treated', animal, 12, { product_name: 'Demo bottle without a label', reason: 'Lame' }))
  events.push(weighed(1))
  if (at === 44) events.push(event('died', animal, 1, { cause: 'Bloat' }))
  if (at === 52) events.push(event('left', animal, 1, { reason: 'sold', to: 'An invented packer' }))
  return events
}

const removed = 'Demo animals were taken away.'

function numbered(kind: 'void' | 'left', of: readonly { animals: string[]; body: object }[]): HerdEvent[] {
  const stream = randomUUID()
  return of.map(
    (what, index) =>
      ({
        id: newId(),
        kind,
        v: 1,
        precision: 'not_after',
        ...what,
        stream,
        seq: index + 1,
      }) as unknown as HerdEvent,
  )
}

/** What takes events back, in their order. */
export const voidsOf = (events: readonly { id: string }[]) =>
  numbered(
    'void',
    events.map(({ id }) => ({ animals: [], body: { event: id, reason: removed } })),
  )

/** Of animals in something that is of others, too, and stays. */
export const leavingOf = (animals: readonly string[]) =>
  numbered(
    'left',
    animals.map((id) => ({ animals: [id], body: { reason: 'other', to: removed } })),
  )
