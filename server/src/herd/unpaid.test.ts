import type { AppCall } from '@byre/contract/app-calls'
import type { EventKind } from '@byre/contract/herd/event-bodies'
import { getAnimal, listAnimals } from '@byre/contract/herd/animals'
import { listHolds } from '@byre/contract/herd/holds'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { contractNouns } from '../platform/api-docs/openapi-nouns.ts'
import { newId } from '../platform/ids.ts'
import { exportOf } from '../testing/herd/exporting.ts'
import { bornAt, event, herdSite, recorded, sendEvents, type HerdSite } from '../testing/herd/recording.ts'
import { siteCells } from '../testing/herd/site-rights.ts'
import { TestApp } from '../testing/test-app.ts'

/* What goes on where payment is wanting, case by case: what protects food and whatever is only looked at. */

const { appCalls } = await contractNouns()

let testApp: TestApp
let site: HerdSite
let animals: Record<'kept' | 'other', string>
let pen: string
let lot: string
let noted: { id: string }
let course: { id: string }
let hold: { id: string }
let fed: { id: string }
before(async () => {
  testApp = await TestApp.start()
  site = await herdSite(testApp)
  ;[pen, lot] = [newId(), newId()]
  await sql('insert into herd.pens (site_id, id, name) values ($1, $2, $3)', site.id, pen, 'One')
  await sql('insert into herd.lots (site_id, id, name) values ($1, $2, $3)', site.id, lot, 'One')
  animals = {
    kept: await bornAt(site.hers, { tags: [{ kind: 'visual', value: '17' }] }),
    other: await bornAt(site.hers),
  }
  noted = event('noted', [animals.kept], { text: 'quiet' })
  course = event('treated', [animals.kept], { product_name: 'x', open: 'yes' })
  hold = event('hold_set', [animals.kept], { commodities: ['meat'], reason: 'r' })
  fed = event('feed_started', [], { pen, product_name: 'x' })
  await recorded(site.hers, course, hold, fed)
  await recorded(site.his, noted)
  await standing('read_only')
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

const sql = (text: string, ...values: unknown[]) => testApp.database.pool.query(text, values)
const standing = (is: 'ok' | 'read_only' | 'stopped') =>
  sql('update customers.sites set standing = $2 where id = $1', site.id, is)

const weight = { typed: '500', unit: 'kg', base: 500_000 } as const
const tag = { kind: 'visual', value: '18' } as const
type Row = readonly ['kept' | 'waits', () => Record<string, unknown>]

/** Each kind of event, and whether it is recorded. */
const kinds = {
  entered: ['waits', () => event('entered', [newId()], { origin: 'born' })],
  tagged: ['waits', () => event('tagged', [animals.kept], { tag })],
  tag_removed: ['waits', () => event('tag_removed', [animals.kept], { tag })],
  described: ['waits', () => event('described', [animals.kept], { field: 'breed', value: 'Angus' })],
  moved: ['waits', () => event('moved', [animals.kept], { pen })],
  lot_joined: ['waits', () => event('lot_joined', [animals.kept], { lot })],
  weighed: ['waits', () => event('weighed', [animals.kept], { weight, source: 'measured' })],
  observed: ['waits', () => event('observed', [animals.kept], { signs: ['cough'] })],
  treated: ['kept', () => event('treated', [animals.kept], { product_name: 'x' })],
  group_treated: ['kept', () => event('group_treated', [animals.kept, animals.other], { product_name: 'x' })],
  feed_started: ['kept', () => event('feed_started', [], { pen, product_name: 'x' })],
  feed_stopped: ['kept', () => event('feed_stopped', [], { feed: fed.id })],
  counted: ['waits', () => event('counted', [], { pen, head: 2 })],
  dose_skipped: [
    'kept',
    () => event('dose_skipped', [animals.kept], { course: course.id, due: new Date().toISOString() }),
  ],
  milked: ['waits', () => event('milked', [animals.kept], {})],
  course_closed: ['kept', () => event('course_closed', [animals.kept], { course: course.id })],
  calved: ['waits', () => event('calved', [animals.kept], { calves: 1 })],
  bred: ['waits', () => event('bred', [animals.kept], { method: 'natural' })],
  preg_checked: ['waits', () => event('preg_checked', [animals.kept], { result: 'pregnant' })],
  weaned: ['waits', () => event('weaned', [animals.kept], {})],
  died: ['kept', () => event('died', [animals.other], {})],
  left: ['waits', () => event('left', [animals.other], { reason: 'sold' })],
  noted: ['waits', () => event('noted', [animals.kept], { text: 'x' })],
  hold_set: ['kept', () => event('hold_set', [animals.kept], { commodities: ['meat'], reason: 'r' })],
  hold_lifted: ['kept', () => event('hold_lifted', [animals.kept], { hold: hold.id, reason: 'r' })],
  history_declared: [
    'kept',
    () => event('history_declared', [animals.kept], { word: 'no', source: 'seller' }),
  ],
  same_animal: ['waits', () => event('same_animal', [animals.kept, animals.other], {})],
  void: ['kept', () => event('void', [], { event: noted.id, reason: 'r' })],
} satisfies Record<EventKind, Row>

describe('a site that is read-only for want of payment', () => {
  for (const [kind, [outcome, make]] of Object.entries<Row>(kinds))
    test(`${kind}: ${outcome}`, async () => {
      const { status, body } = await sendEvents(site.his, make())
      if (outcome === 'kept') assert.equal(status, 200, JSON.stringify(body))
      else
        assert.deepEqual(
          [status, body['code'], body['message']],
          [403, 'place.read_only', 'This place is read-only until its payment is settled.'],
        )
    })

  test('an animal that nobody has met is entered with its treatment, and not without', async () => {
    const id = newId()
    const entered = event('entered', [id], { origin: 'already_here' })
    const stranger = event('entered', [newId()], { origin: 'already_here' })
    const treated = event('treated', [id], { product_name: 'x' })
    assert.equal((await sendEvents(site.his, entered, stranger, treated)).status, 403)
    await recorded(site.his, entered, treated)
    assert.equal((await site.his.ask(getAnimal, { params: { id } })).reply.animal.holds[0]?.held, true)
  })

  test('what waits keeps nothing of a call, and what is kept is seen at once', async () => {
    const before = (await site.hers.ask(getAnimal, { params: { id: animals.kept } })).reply.events.length
    await sendEvents(site.his, kinds.treated[1](), kinds.weighed[1]())
    const after = (await site.hers.ask(getAnimal, { params: { id: animals.kept } })).reply.events.length
    assert.equal(after, before)
  })

  test('a fragment is sought, holds are read, and everything is taken along', async () => {
    assert.equal((await site.his.ask(listAnimals, { query: { q: '17' } })).reply.animals.length, 1)
    assert.ok((await site.his.ask(listHolds)).reply.holds.length > 0)
    const file = await exportOf(testApp, site.hers)
    assert.match(await file.text('animals.csv'), /,17,/)
    await file.remove()
  })

  test('no read waits for payment, and of commands none that changes how the site is set up', () => {
    const calls: readonly AppCall[] = appCalls
    for (const { name, method, right, whenUnpaid } of calls)
      if (method === 'GET') assert.equal(whenUnpaid, 'allowed', name)
      else if (['changeSettings', 'editProducts', 'editPeople', 'import', 'enrollDevices'].includes(right))
        assert.equal(whenUnpaid, 'refused', name)
      else if (['lockShipLists', 'overrideHolds', 'voidOwn', 'voidAny'].includes(right))
        assert.equal(whenUnpaid, 'allowed', name)
  })
})

/** Each call, by what becomes of it where payment is wanting. What is recorded differs by its kind, as above. */
const outcomes: Record<string, 'read' | 'kept' | 'waits'> = {
  getMe: 'read',
  getPlanSize: 'read',
  changeSettings: 'waits',
  listPeople: 'read',
  makeViewer: 'waits',
  endViewer: 'waits',
  followSite: 'read',
  recordEvents: 'waits',
  listAnimals: 'read',
  getAnimal: 'read',
  getLot: 'read',
  listHolds: 'read',
  listHoldDays: 'read',
  getToday: 'read',
  listFindings: 'read',
  listPens: 'read',
  getPen: 'read',
  addPen: 'waits',
  renamePen: 'waits',
  listLots: 'read',
  addLot: 'waits',
  renameLot: 'waits',
  setLotTarget: 'waits',
  listProducts: 'read',
  addProduct: 'waits',
  addProductVersion: 'waits',
  addStockLot: 'waits',
  addLabelProducts: 'waits',
  listImports: 'read',
  checkRows: 'waits',
  beginImport: 'waits',
  importRows: 'waits',
  getDemo: 'read',
  addDemo: 'waits',
  removeDemo: 'waits',
  exportHerd: 'read',
  listShipLists: 'read',
  getShipList: 'read',
  makeShipList: 'kept',
  planShipList: 'kept',
  addToShipList: 'kept',
  takeOffShipList: 'kept',
  checkShipList: 'kept',
  dropShipList: 'kept',
  overrideHold: 'kept',
  lockShipList: 'kept',
  reopenShipList: 'kept',
  departShipList: 'kept',
  getClearanceSheet: 'read',
  getLateNotice: 'read',
}

test('every call of the app has its outcome where payment is wanting', () =>
  assert.deepEqual(Object.keys(outcomes).toSorted(), appCalls.map(({ name }) => name).toSorted()))

for (const [state, expected] of [
  ['ok', () => [null, undefined]],
  ['read_only', (outcome) => (outcome === 'waits' ? [403, 'place.read_only'] : [null, undefined])],
  ['stopped', () => [503, 'place.stopped']],
] as [Parameters<typeof standing>[0], (outcome: string) => [number | null, string | undefined]][])
  describe(`each call at a site whose standing is ${state}`, () => {
    before(() => standing(state))

    for (const { call, arrange, params, query, body } of siteCells) {
      const [status, code] = expected(outcomes[call.name] ?? '')
      test(`${call.name}, ${state}: ${status ?? call.status}`, async () => {
        const arranged = (await arrange?.(testApp, site.id)) ?? {}
        const given = { params: params?.(arranged), query, body: body?.(arranged) }
        const answer = await site.hers.ask(call, given)
        assert.deepEqual([answer.status, answer.body['code']], [status ?? call.status, code])
      })
    }
  })
