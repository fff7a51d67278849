import { addPen } from '@byre/contract/herd/pens'
import { changeSettings } from '@byre/contract/herd/settings'
import { lockShipList, overrideHold, planShipList } from '@byre/contract/herd/ship-lists'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { newId } from '../../platform/ids.ts'
import { daysAgo, event, recorded, type HerdSite } from '../../testing/herd/recording.ts'
import {
  born,
  entryOf,
  hoursOn,
  listOf,
  product,
  shipList,
  shippingSite,
  treated,
} from '../../testing/herd/ship-lists.ts'
import { TestApp } from '../../testing/test-app.ts'
import { sheetOf } from './sheets.policy.ts'

/* Which animals may leave: the vectors of the domain at the gate, over HTTP. */

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

const lock = async (id: string) => {
  const { status, body } = await site.hers.ask(lockShipList, { params: { id } })
  return status === 200 ? 'locked' : body['code']
}
const one = async () => (await born(site.hers, 1))[0]!

test('a load exactly at the end of a hold passes, and one a minute earlier does not', async () => {
  const animal = await one()
  const given = await product(site.hers, { CA: 18 })
  const at = daysAgo(17)
  await recorded(site.hers, treated([animal], given, at))
  const end = new Date(Date.parse(at) + 18 * 86_400_000)
  const id = await listOf(site.his, [animal], { load_at: end.toISOString() })
  assert.equal((await entryOf(site.his, id, animal)).passes, true)
  const before = new Date(end.getTime() - 60_000).toISOString()
  const plan = { destination: 'Prairie Packers', market: 'CA', load_at: before }
  await site.his.ask(planShipList, { params: { id }, body: plan })
  const held = await entryOf(site.his, id, animal)
  assert.deepEqual(
    [
      held.passes,
      held.because.map(({ product_name, why, clear_at, market }) => [product_name, why, clear_at, market]),
    ],
    [false, [[given.product_name, 'label', end.toISOString(), 'CA']]],
  )
  assert.equal(await lock(id), 'ship_list.held')
})

test('the destination’s market counts beside home, the longer of both', async () => {
  const animal = await one()
  await recorded(site.hers, treated([animal], await product(site.hers, { CA: 28, US: 42 }), daysAgo(30)))
  const [home, abroad] = [
    await listOf(site.hers, [animal]),
    await listOf(site.hers, [animal], { market: 'US' }),
  ]
  assert.equal((await entryOf(site.hers, home, animal)).passes, true)
  const held = await entryOf(site.hers, abroad, animal)
  assert.deepEqual([held.passes, held.because.map(({ market }) => market)], [false, ['US']])
})

test('a destination without a rule holds without an end', async () => {
  const animal = await one()
  await recorded(site.hers, treated([animal], await product(site.hers, { CA: 28 }), daysAgo(400)))
  const id = await listOf(site.hers, [animal], { market: 'US' })
  const { passes, because } = await entryOf(site.hers, id, animal)
  assert.deepEqual(
    [passes, because.map(({ why, clear_at }) => [why, clear_at])],
    [false, [['no figure', null]]],
  )
})

test('every reason is said: two products, a hold by a person and the seller’s word', async () => {
  const animal = newId()
  await recorded(site.hers, event('entered', [animal], { origin: 'bought' }))
  await recorded(
    site.hers,
    treated([animal], await product(site.hers, { CA: 18 })),
    treated([animal], await product(site.hers, { CA: 48 })),
    event('hold_set', [animal], { commodities: ['meat'], reason: 'needle broke' }),
  )
  const { because } = await entryOf(site.hers, await listOf(site.hers, [animal]), animal)
  assert.deepEqual(
    because.map(({ product_name, kind }) => kind ?? (product_name ? 'treated' : '')).toSorted(),
    ['entered', 'hold_set', 'treated', 'treated'],
  )
  assert.equal(because[0]!.kind, 'hold_set')
})

test('what a person typed who set a hold stands at the gate, and on the sheet of whoever lets it pass', async () => {
  const animal = await one()
  const reason = 'needle broke <b>=1'
  await recorded(site.hers, event('hold_set', [animal], { commodities: ['meat'], reason }))
  const id = await listOf(site.hers, [animal])
  const { because } = await entryOf(site.hers, id, animal)
  assert.deepEqual(
    because.map(({ kind, said }) => [kind, said]),
    [['hold_set', reason]],
  )
  await site.hers.ask(overrideHold, { params: { id }, body: { animal, reason: 'Found it' } })
  assert.equal(await lock(id), 'locked')
  const list = await shipList(site.hers, id)
  const [printed] = sheetOf({ list, place_name: 'North Ranch', zone: 'America/Edmonton' }).notes
  assert.match(printed!, /hold set by a person: “needle broke <b>=1” \(Canada\), no end date\. Overridden by/)

  const dosed = await one()
  await recorded(site.hers, treated([dosed], await product(site.hers, { CA: 30 })))
  const other = await entryOf(site.hers, await listOf(site.hers, [dosed]), dosed)
  assert.deepEqual(
    other.because.map(({ said }) => said),
    [null],
  )
})

describe('what is not there does not ship, whoever overrides it', () => {
  for (const [what, ending] of [
    ['dead', (id: string) => event('died', [id], {})],
    ['gone', (id: string) => event('left', [id], { reason: 'sold' })],
  ] as const)
    test(what, async () => {
      const animal = await one()
      const id = await listOf(site.hers, [animal])
      await recorded(site.hers, ending(animal))
      assert.deepEqual((await entryOf(site.hers, id, animal)).obstacles, [what])
      const body = { animal, reason: 'because' }
      const { body: said } = await site.hers.ask(overrideHold, { params: { id }, body })
      assert.equal(said['code'], 'ship_list.not_held')
      assert.equal(await lock(id), 'ship_list.held')
    })

  test('one tag on two', async () => {
    const tag = { kind: 'eid', value: '124000299999111' } as const
    const animals = [newId(), newId()]
    await recorded(
      site.hers,
      ...animals.map((animal) => event('entered', [animal], { origin: 'born', tags: [tag] })),
    )
    const id = await listOf(site.hers, animals)
    for (const animal of animals)
      assert.deepEqual((await entryOf(site.hers, id, animal)).obstacles, ['shared tag'])
    await recorded(site.hers, event('tag_removed', [animals[1]!], { tag }))
    assert.equal(await lock(id), 'locked')
  })

  test('one that is another', async () => {
    const [kept, other] = await born(site.hers, 2)
    const id = await listOf(site.hers, [other!])
    await recorded(site.hers, event('same_animal', [kept!, other!], {}))
    assert.deepEqual((await entryOf(site.hers, id, other!)).obstacles, ['merged'])
  })
})

test('head that could not be read carry what their pen carries, and those who came later do not', async () => {
  const pen = (await site.hers.ask(addPen, { body: { name: `Pen ${newId()}` } })).reply.id
  const [read, unread] = await born(site.hers, 2, { pen })
  const given = await product(site.hers, { CA: 18 })
  const group = event('group_treated', [read!], { ...given, route: 'SC', unread: 1 })
  await recorded(site.hers, group)
  const [late] = await born(site.hers, 1)
  await recorded(site.hers, event('moved', [late!], { pen }))
  const id = await listOf(site.hers, [read!, unread!, late!])
  assert.deepEqual((await entryOf(site.hers, id, unread!)).obstacles, ['unread'])
  assert.deepEqual((await entryOf(site.hers, id, read!)).because.length, 1)
  assert.equal((await entryOf(site.hers, id, late!)).passes, true)
  const far = await listOf(site.hers, [unread!], { load_at: hoursOn(24 * 19) })
  assert.equal((await entryOf(site.hers, far, unread!)).passes, true)
})

test('a market that the settings do not list is refused, and one that they list no more holds', async () => {
  const own = await shippingSite(testApp)
  const [animal] = await born(own.hers, 1)
  const id = await listOf(own.hers, [animal!], { market: 'US' })
  assert.equal((await entryOf(own.hers, id, animal!)).passes, true)
  const body = { kind: 'feedlot', zone: 'America/Edmonton', markets: ['CA'] }
  await own.hers.ask(changeSettings, { body })
  await testApp.settle()
  assert.deepEqual((await entryOf(own.hers, id, animal!)).obstacles, ['market'])
  const plan = { destination: 'x', market: 'US', load_at: hoursOn(24) }
  const { status, body: said } = await own.hers.ask(planShipList, { params: { id }, body: plan })
  const errors = said['errors'] as { field: string }[]
  assert.deepEqual([status, errors.map(({ field }) => field)], [400, ['market']])
})
