import { recordEvents } from '@byre/contract/herd/records'
import { getAnimal, listAnimals } from '@byre/contract/herd/animals'
import { listFindings } from '@byre/contract/herd/findings'
import { listHolds } from '@byre/contract/herd/holds'
import { beginImport, checkRows, importRows } from '@byre/contract/herd/imports'
import { setLotTarget } from '@byre/contract/herd/lots'
import { addPen } from '@byre/contract/herd/pens'
import { addLabelProducts, addProduct, addStockLot, listProducts } from '@byre/contract/herd/products'
import { changeSettings } from '@byre/contract/herd/settings'
import { listShipLists, makeShipList, overrideHold } from '@byre/contract/herd/ship-lists'
import type { AppCall } from '@byre/contract/app-calls'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { importOptions } from '../testing/herd/importing.ts'
import { bornAt, event, herdSite, type HerdSite } from '../testing/herd/recording.ts'
import { TestApp } from '../testing/test-app.ts'

/* Every field of every body of the app, each with what it cannot be: refused by its name, and never a fault of ours. */

type Json = string | number | readonly Json[] | { readonly [name: string]: Json }
type Path = readonly (string | number)[]

let testApp: TestApp
let site: HerdSite
let cow: string
before(async () => {
  testApp = await TestApp.start()
  site = await herdSite(testApp)
  cow = await bornAt(site.hers)
  await site.hers.ask(addLabelProducts)
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

/** Each value in a body that is none of its lists and objects, by where it stands. */
function* leavesOf(value: Json, path: Path = []): Generator<{ path: Path; value: string | number }> {
  if (typeof value === 'string' || typeof value === 'number') yield { path, value }
  else if (Array.isArray(value))
    for (const [at, one] of (value as readonly Json[]).entries()) yield* leavesOf(one, [...path, at])
  else for (const [name, one] of Object.entries(value)) yield* leavesOf(one as Json, [...path, name])
}

function changed(value: Json, [first, ...rest]: Path, to: Json): Json {
  if (first === undefined) return to
  if (Array.isArray(value))
    return (value as readonly Json[]).map((one, at) => (at === first ? changed(one, rest, to) : one))
  const of = value as Record<string, Json>
  return { ...of, [first]: changed(of[first]!, rest, to) }
}

const notText: readonly Json[] = [7, {}, 'a\u0007b', 'a\u202eb', 'x'.repeat(3000)]
const notNumber: readonly Json[] = ['7', {}, -1, Number.MAX_SAFE_INTEGER]
/** What a cell says, and a column is called, is judged row by row. */
const judgedLater = (path: Path) => path.includes('cells') || path.includes('header')

/** A name that leads to the field, or to what holds it. */
const isNamed = (fields: readonly string[], path: Path) =>
  fields.some((field) => path.join('.') === field || path.join('.').startsWith(`${field}.`))

async function refusedFields(call: AppCall, body: Json, params: Record<string, string> = {}) {
  const wrong: string[] = []
  for (const { path, value } of leavesOf(body))
    for (const bad of typeof value === 'number' ? notNumber : notText) {
      if (judgedLater(path) && typeof bad === 'string') continue
      if (path.at(-1) === 'seq' && bad === Number.MAX_SAFE_INTEGER) continue
      if (path.at(-1) === 'offset_ms' && bad === -1) continue
      const sent = changed(body, path, bad) as Record<string, unknown>
      const { status, body: answer } = await site.hers.ask(call, { params, body: sent })
      const fields = (answer['errors'] as { field: string }[] | undefined)?.map(({ field }) => field) ?? []
      // Where it stands as deep as may be, an object is one level too deep.
      const isTooDeep = typeof bad === 'object' && answer['code'] === 'request.malformed'
      if (status !== 400 || !(isTooDeep || isNamed(fields, path)))
        wrong.push(`${path.join('.')} = ${JSON.stringify(bad).slice(0, 20)}: ${status} ${fields.join(' ')}`)
    }
  assert.deepEqual(wrong, [])
}

const weight = { typed: '412.5', unit: 'kg', base: 412_500 } as const
const dose = { typed: '10', unit: 'mL', base: 10_000 } as const
const tag = { kind: 'eid', value: '124000299999999' } as const
const day = '2026-01-15'
const someId = '019a0000-0000-7000-a000-0000000000aa'
const treated = {
  product: someId,
  product_name: 'Thing',
  reason: 'cough',
  route: 'SC',
  dose,
  weight,
  weight_source: 'measured',
  sites: ['left neck'],
  stock_lot: someId,
  batch: 'B 12',
  as_label: 'yes',
  every_hours: 24,
  days: 3,
  planned: ['2026-11-20T07:00:00.000Z'],
  open: 'yes',
  course: someId,
  vet: { name: 'Dr Lee', prescription: 'P 1', basis: 'gFARAD 12', markets: ['CA'] },
  vet_figures: [
    { kind: 'days', commodity: 'meat', days: 30 },
    { kind: 'hours', commodity: 'milk', hours: 36 },
  ],
} as const

/** What each kind of event may say, with everything it may. */
const bodies: Record<string, Json> = {
  entered: {
    origin: 'bought',
    word: 'until',
    until: day,
    species: 'cattle',
    sex: 'steer',
    class: 'beef',
    born: day,
    breed: 'Angus',
    name: 'Betsy',
    pen: someId,
    lot: someId,
    source: 'Olds Auction',
    tags: [tag],
  },
  tagged: { tag, reason: 'lost' },
  tag_removed: { tag, reason: 'lost' },
  described: { field: 'born', value: day },
  moved: { pen: someId, reason: 'sorted' },
  lot_joined: { lot: someId },
  weighed: { weight, source: 'measured' },
  observed: {
    signs: ['cough'],
    severity: 2,
    temperature: { typed: '40.1', unit: 'Cel', base: 40_100 },
    pulled: 'yes',
    text: 'slow',
  },
  treated,
  group_treated: { ...treated, unread: 2 },
  feed_started: {
    pen: someId,
    product: someId,
    product_name: 'Thing',
    reason: 'cough',
    route: 'feed',
    rate: '400 g a tonne',
    stock_lot: someId,
    batch: 'B 12',
    as_label: 'yes',
    days: 5,
    vet: treated.vet,
    vet_figures: treated.vet_figures,
  },
  feed_stopped: { feed: someId, reason: 'done' },
  counted: { pen: someId, head: 12, text: 'at the gate' },
  course_closed: { course: someId, reason: 'done' },
  dose_skipped: { course: someId, due: '2026-06-01T12:00:00.000Z', reason: 'off feed' },
  milked: { text: 'parlour 2' },
  calved: { calves: 1, ease: 1, text: 'easy' },
  died: { cause: 'bloat' },
  left: { reason: 'sold', to: 'High River' },
  noted: { text: 'quiet', settles: { finding: 'test tag', event: someId } },
  hold_set: { commodities: ['meat'], until: day, reason: 'vial' },
  hold_lifted: { hold: someId, reason: 'found' },
  history_declared: { word: 'until', until: day, source: 'seller' },
  same_animal: { reason: 'same' },
  void: { event: someId, reason: 'wrong' },
}
const ofNone = new Set(['void', 'feed_started', 'feed_stopped', 'counted'])
const animalsOf = (kind: string) => (ofNone.has(kind) ? [] : kind === 'same_animal' ? [cow, someId] : [cow])

describe('every field of an event', () => {
  for (const [kind, body] of Object.entries(bodies))
    test(`${kind}: what a field cannot be is refused by its name`, async () => {
      const sent = { ...event('noted', [], { text: 'x' }), kind, animals: animalsOf(kind), body }
      const by = { by: { person: someId, name: 'Joe' }, session: someId }
      await refusedFields(recordEvents, { events: [{ ...sent, ...by } as unknown as Json] })
    })
})

const use = {
  country: 'CA',
  species: 'cattle',
  classes: ['beef'],
  route: 'SC',
  dose: { kind: 'by strength', least: '2.5', most: '5', strength: '100' },
  every_hours: 24,
  days: 3,
  reasons: ['cough'],
  banned_otherwise: 'yes',
  figures: [
    { kind: 'days', commodity: 'meat', days: 30 },
    { kind: 'milkings', commodity: 'milk', milkings: 8 },
    { kind: 'after_calving', commodity: 'eggs', hours: 96, dryDays: 42 },
  ],
  source: 'Label',
  read_on: day,
}
const plan = {
  destination: 'Prairie Packers',
  market: 'CA',
  load_at: '2027-01-04T12:00:00.000Z',
  transport: {
    shipper: 'a',
    load_place: 'b',
    carrier: 'c',
    driver: 'd',
    vehicle: 'e',
    description: 'f',
    weight: 'g',
    last_fed: 'h',
    last_watered: 'i',
    last_rested: 'j',
  },
  what: { animals: [someId], pen: someId, lot: someId, tags: ['101'] },
}
const options = importOptions({
  as_label: 'yes',
  medicines: [{ name: 'LA', product: someId }],
}) as unknown as Json
const timed = { at: 13, header: 'Again', holds: 'weight', time: 2 }

describe('every field of what else is sent', () => {
  for (const [call, body] of [
    [changeSettings, { kind: 'feedlot', zone: 'America/Edmonton', markets: ['CA'] }],
    [addPen, { name: 'North' }],
    [setLotTarget, { grams_a_day: 1500 }],
    [addProduct, { name: 'Demo', uses: [use] }],
    [
      addProduct,
      {
        name: 'Demo',
        uses: [{ ...use, dose: { kind: 'by volume', volume: '6', per: '100', unit: 'lb' } }],
      },
    ],
    [addStockLot, { batch: 'B 12', expires_on: '2027-03-31' }],
    [makeShipList, plan],
    [overrideHold, { animal: someId, reason: 'Tested' }],
    [checkRows, { options, rows: [{ line: 2, cells: ['1'] }] }],
    [
      checkRows,
      {
        options: { ...(options as object), columns: [{ ...timed, at: 0, holds: 'eid' }, timed] },
        rows: [{ line: 2, cells: ['1'] }],
      },
    ],
    [beginImport, { file_name: 'herd.csv', rows: 1, options }],
    [importRows, { rows: [{ line: 2, cells: ['1'] }], done: 1 }],
  ] as [AppCall, Json][])
    test(`${call.name}: what a field cannot be is refused by its name`, async () => {
      const { products } = (await site.hers.ask(listProducts)).reply
      await refusedFields(call, body, { id: products[0]!.id })
    })
})

const cursor = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')

describe('every field of what is asked for', () => {
  for (const [call, field, values] of [
    [
      listAnimals,
      'after',
      [cursor('x'), cursor('a\0', someId), cursor('x', 'x'), cursor(1, someId), 'x', '*'],
    ],
    [listAnimals, 'q', ['x'.repeat(41), 'a\u0007']],
    [listAnimals, 'limit', ['0', '-1', '201', '1.5', 'x', '']],
    [listAnimals, 'status', ['sold', '']],
    [listAnimals, 'pen', ['x', `${someId}0`]],
    [
      listHolds,
      'after',
      [
        cursor('2026-02-30T00:00:00.000Z', someId),
        cursor('0000-01-01T00:00:00.000Z', someId),
        cursor('2026-01-01T25:00:00.000Z', someId),
        cursor('soon', someId),
      ],
    ],
    [listHolds, 'from', ['2026-02-30T00:00:00.000Z', '2026-13-01T00:00:00.000Z', '2026-11-20', 'soon']],
    [listHolds, 'to', ['2026-02-30T00:00:00.000Z', '2026-06-31T00:00:00.000Z', '1999-01-01T00:00:00.000Z']],
    [listShipLists, 'after', [cursor('2026-02-30T00:00:00.000Z', someId), cursor(someId), 'x']],
    [listShipLists, 'open', ['maybe']],
    [listFindings, 'after', [cursor('x'), 'x']],
    [listFindings, 'kind', ['x'.repeat(61)]],
    [
      getAnimal,
      'before',
      [cursor('2026-02-30T00:00:00.000Z', 1), cursor('0000-01-01T00:00:00.000Z', 1), cursor(1, 1)],
    ],
  ] as [AppCall, string, string[]][])
    test(`${call.name}: ${field} that cannot be is refused by its name`, async () => {
      for (const value of values) {
        const { status, body } = await site.hers.ask(call, { params: { id: cow }, query: { [field]: value } })
        const fields = (body['errors'] as { field: string }[] | undefined)?.map((one) => one.field)
        assert.deepEqual([status, fields], [400, [field]], value)
      }
    })
})
