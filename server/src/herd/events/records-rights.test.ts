import { getAnimal } from '@byre/contract/herd/animals'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import {
  bornAt,
  daysAgo,
  event,
  herdSite,
  recorded,
  sendEvents,
  type HerdSite,
} from '../../testing/herd/recording.ts'
import { TestApp } from '../../testing/test-app.ts'

/* Who may record and take back what, and where payment is wanting. */

let testApp: TestApp
let site: HerdSite
before(async () => {
  testApp = await TestApp.start()
  site = await herdSite(testApp)
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

const sql = (text: string, ...values: unknown[]) => testApp.database.pool.query(text, values)
const card = async (id: string, by = site.hers) => (await by.ask(getAnimal, { params: { id } })).reply

test('J03 what is another site’s does not exist: animals, pens, products, events', async () => {
  const other = await herdSite(testApp)
  const id = await bornAt(other.hers)
  const theirs = event('treated', [id], { product_name: 'x' })
  await recorded(other.hers, theirs)
  const own = await bornAt(site.hers)
  assert.equal((await site.hers.ask(getAnimal, { params: { id } })).status, 404)
  for (const foreign of [
    event('noted', [id], { text: 'x' }),
    event('void', [], { event: theirs.id, reason: 'r' }),
    event('course_closed', [own], { course: theirs.id }),
    event('hold_lifted', [own], { hold: theirs.id, reason: 'r' }),
    event('same_animal', [own, id], {}),
    event('moved', [own], { pen: randomUUID() }),
    event('lot_joined', [own], { lot: randomUUID() }),
    event('treated', [own], { product_name: 'x', product: randomUUID() }),
    event('treated', [own], { product_name: 'x', stock_lot: randomUUID() }),
    event('described', [own], { field: 'dam', value: id }),
  ])
    assert.equal((await sendEvents(site.hers, foreign)).status, 404, JSON.stringify(foreign))
  assert.deepEqual((await card(own)).events.length, 1)
})

test('J05 somebody else did it: a member by their id, anybody by name, and nobody of another place', async () => {
  const id = await bornAt(site.hers)
  const by = (who: object) => event('noted', [id], { text: 'x' }, { by: who })
  await recorded(site.his, by({ person: site.alice.id }), by({ name: 'Old Tom' }))
  const carol = await testApp.person('carol')
  for (const person of [carol.id, randomUUID()]) {
    const { status, body } = await sendEvents(site.his, by({ name: 'x' }), by({ person }))
    assert.deepEqual([status, body['code']], [404, 'not_found'])
    assert.ok(JSON.stringify(body).includes('events.1.by.person'), JSON.stringify(body))
  }
  const { events } = await card(id)
  const alices = events.find(({ kind }) => kind === 'entered')!.person_name
  assert.deepEqual(events.flatMap(({ by_name }) => by_name ?? []).toSorted(), [alices, 'Old Tom'].toSorted())
})

test('crew take back what they recorded within a day; a manager takes back anything, and nobody a void', async () => {
  const id = await bornAt(site.hers)
  const [hers, his] = [event('noted', [id], { text: 'hers' }), event('noted', [id], { text: 'his' })]
  await recorded(site.hers, hers)
  await recorded(site.his, his)
  const back = (target: { id: string }) => event('void', [], { event: target.id, reason: 'wrong' })
  assert.equal((await sendEvents(site.his, back(hers))).status, 403)
  const gone = back(his)
  await recorded(site.his, gone)
  await recorded(site.hers, back(hers))
  const { status, body } = await sendEvents(site.hers, back(gone))
  assert.deepEqual([status, body['code']], [409, 'event.not_voidable'])
})

test('crew take back nothing that is older than a day', async () => {
  const other = await herdSite(testApp)
  const id = await bornAt(other.his)
  const old = event('noted', [id], { text: 'old' })
  await recorded(other.his, old)
  const longAgo = `"received_at":"${daysAgo(2)}"`
  await sql(
    `update herd.events set record = regexp_replace(record, '"received_at":"[^"]*"', $2) where id = $1`,
    old.id,
    longAgo,
  )
  const back = event('void', [], { event: old.id, reason: 'wrong' })
  assert.equal((await sendEvents(other.his, back)).status, 403)
  await recorded(other.hers, back)
})

test('where payment is wanting, what food is safe by is recorded, and the rest waits', async () => {
  const other = await herdSite(testApp)
  const [id, dying] = [await bornAt(other.hers), await bornAt(other.hers)]
  await sql(`update customers.sites set standing = 'read_only' where id = $1`, other.id)
  const treated = event('treated', [id], { product_name: 'x' })
  await recorded(
    other.his,
    treated,
    event('died', [dying], {}),
    event('hold_set', [id], { commodities: ['meat'], reason: 'r' }),
  )
  await recorded(other.his, event('void', [], { event: treated.id, reason: 'r' }))
  const weight = { typed: '500', unit: 'kg', base: 500_000 } as const
  for (const waiting of [event('weighed', [id], { weight, source: 'measured' }), event('moved', [id], {})]) {
    const { status, body } = await sendEvents(other.his, event('noted', [id], { text: 'x' }), waiting)
    assert.deepEqual([status, body['code']], [403, 'place.read_only'])
  }
  assert.equal((await card(id, other.his)).animal.holds[0]!.held, true)
})
