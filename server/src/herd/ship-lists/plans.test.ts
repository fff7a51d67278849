import { addPen } from '@byre/contract/herd/pens'
import {
  checkShipList,
  departShipList,
  getClearanceSheet,
  listShipLists,
  lockShipList,
  makeShipList,
  overrideHold,
  reopenShipList,
  takeOffShipList,
} from '@byre/contract/herd/ship-lists'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { newId } from '../../platform/ids.ts'
import { daysAgo, event, recorded, type HerdSite } from '../../testing/herd/recording.ts'
import {
  born,
  hoursOn,
  listOf,
  locked,
  product,
  shipList,
  shippingSite,
  treated,
} from '../../testing/herd/ship-lists.ts'
import { TestApp } from '../../testing/test-app.ts'

/* How ship lists are listed, who may what, and what nobody can plan. */

let testApp: TestApp
let site: HerdSite
before(async () => {
  testApp = await TestApp.start()
  site = await shippingSite(testApp)
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

describe('whoever is not to', () => {
  test('crew make and check lists; they do not lock, override, open again or send them off', async () => {
    const animals = await born(site.his, 1)
    const id = await listOf(site.his, animals)
    assert.equal((await site.his.ask(checkShipList, { params: { id } })).status, 200)
    for (const [call, body] of [
      [lockShipList, {}],
      [reopenShipList, {}],
      [departShipList, {}],
      [overrideHold, { animal: animals[0]!, reason: 'x' }],
    ] as const)
      assert.equal((await site.his.ask(call, { params: { id }, body })).status, 403, call.name)
  })

  test('J05 forged persons, states and numbers are ignored', async () => {
    const [animal] = await born(site.hers, 1)
    const forged = { state: 'locked', made_by_name: 'Carol', locked_n: 1, site_id: newId(), id: newId() }
    const id = await listOf(site.his, [animal!], forged)
    const list = await shipList(site.his, id)
    assert.deepEqual([list.state, list.locked_n, id === forged.id], ['draft', null, false])
    assert.notEqual(list.made_by, 'Carol')
  })

  test('where payment is wanting the gate and its sheet go on', async () => {
    const own = await shippingSite(testApp)
    const animals = await born(own.hers, 1)
    await testApp.database.pool.query(`update customers.sites set standing = 'read_only' where id = $1`, [
      own.id,
    ])
    const id = await locked(own.hers, await listOf(own.his, animals))
    assert.equal((await own.his.ask(getClearanceSheet, { params: { id } })).status, 200)
    assert.equal((await own.hers.ask(departShipList, { params: { id } })).status, 200)
  })
})

test('lists come in pages, the latest load first; those that left apart, those that are open from the next load on', async () => {
  const own = await shippingSite(testApp)
  const ids: string[] = []
  for (let hour = 1; hour <= 5; hour++)
    ids.unshift(await listOf(own.hers, await born(own.hers, 1), { load_at: hoursOn(hour) }))
  await own.hers.ask(departShipList, { params: { id: await locked(own.hers, ids[4]!) } })
  const paged = async (which: Record<string, string>) => {
    const seen: string[] = []
    let after: string | null = null
    do {
      const query: Record<string, string> = { ...which, limit: '2', ...(after ? { after } : {}) }
      const { reply } = await own.his.ask(listShipLists, { query })
      seen.push(...reply.ship_lists.map(({ id }) => id))
      after = reply.next
    } while (after !== null)
    return seen
  }
  assert.deepEqual(await paged({}), ids)
  assert.deepEqual(await paged({ open: 'yes' }), ids.slice(0, 4).toReversed())
  assert.deepEqual(await paged({ open: 'no' }), ids.slice(4))
  assert.equal((await own.his.ask(listShipLists, { query: { after: 'x' } })).status, 400)
})

test('a list tells how many of its animals may not leave: as the gate has it, and of one that has left none', async () => {
  const own = await shippingSite(testApp)
  const given = await product(own.hers, { CA: 30, US: 10 })
  const animals = await born(own.hers, 5)
  const [clear, held, overridden, dead, abroad] = animals as [string, string, string, string, string]
  await recorded(
    own.hers,
    treated([held], given),
    treated([overridden], given),
    treated([abroad], given, daysAgo(20)),
    event('died', [dead], {}),
  )
  const id = await listOf(own.hers, animals)
  const toUs = await listOf(own.hers, [clear, abroad], { market: 'US', load_at: hoursOn(30) })
  await own.hers.ask(overrideHold, {
    params: { id },
    body: { animal: overridden, reason: 'seen by the vet' },
  })
  const empty = await listOf(own.hers, [], { what: {}, load_at: hoursOn(50) })
  const counts = async (open: string) =>
    (await own.his.ask(listShipLists, { query: { open } })).reply.ship_lists.map(
      (list) => `${list.id} ${list.head} ${list.may_not}`,
    )
  assert.deepEqual(await counts('yes'), [`${id} 5 3`, `${toUs} 2 1`, `${empty} 0 0`])
  assert.equal((await shipList(own.his, id)).may_not, 3)

  await own.hers.ask(takeOffShipList, { params: { id }, body: { held: 'yes' } })
  await own.hers.ask(departShipList, { params: { id: await locked(own.hers, id) } })
  await recorded(own.hers, treated([clear], given))
  assert.deepEqual(await counts('no'), [`${id} 2 0`])
  assert.equal((await shipList(own.his, id)).may_not, 0)
})

test('asked for twice under one name, at once or later, it is one list', async () => {
  const own = await shippingSite(testApp)
  const what = { animals: await born(own.hers, 2) }
  const body = { destination: 'Prairie Packers', market: 'CA', load_at: hoursOn(4), what, made_as: newId() }
  const make = () => own.his.ask(makeShipList, { body })
  const [first, second] = await Promise.all([make(), make()])
  assert.deepEqual([first.status, second.status, (await make()).status], [201, 201, 201])
  assert.deepEqual([first.reply.id, second.reply.id], [body.made_as, body.made_as])
  assert.equal(first.reply.added + second.reply.added, 2)
  const { ship_lists } = (await own.his.ask(listShipLists)).reply
  assert.deepEqual(
    ship_lists.map(({ id, head }) => [id, head]),
    [[body.made_as, 2]],
  )
})

for (const [what, field, change] of [
  ['no destination', 'destination', { destination: ' ' }],
  ['an endless destination', 'destination', { destination: 'x'.repeat(121) }],
  ['a market that there is not', 'market', { market: 'ZZ' }],
  ['a market that is not shipped to', 'market', { market: 'JP' }],
  ['a load time that there is not', 'load_at', { load_at: '2026-02-30T00:00:00.000Z' }],
  ['a load time without a zone', 'load_at', { load_at: '2026-02-03T00:00' }],
  ['a driver with a bell', 'transport.driver', { transport: { driver: 'a\u0007' } }],
  ['a name that is no id', 'made_as', { made_as: 'x' }],
  ['an animal that is no id', 'what.animals.0', { what: { animals: ['x'] } }],
  ['too many animals', 'what.animals', { what: { animals: Array.from({ length: 501 }, () => newId()) } }],
] as const)
  test(`${what} is refused, and the field named`, async () => {
    const body = { destination: 'Prairie Packers', market: 'CA', load_at: hoursOn(4), ...change }
    const answer = await site.hers.ask(makeShipList, { body })
    const errors = answer.body['errors'] as { field: string }[]
    assert.deepEqual([answer.status, errors.map((one) => one.field)], [400, [field]])
  })

test('the sheet says where animals stood, also once they have left', async () => {
  const name = `Pen ${newId()}`
  const pen = (await site.hers.ask(addPen, { body: { name } })).reply.id
  const animals = await born(site.hers, 2, { pen })
  const id = await listOf(site.hers, animals)
  await locked(site.hers, id)
  const pens = async () => (await shipList(site.hers, id)).entries.map((entry) => entry.pen)
  assert.deepEqual(await pens(), [name, name])
  assert.equal((await site.hers.ask(departShipList, { params: { id } })).status, 200)
  assert.deepEqual(await pens(), [name, name])
})
