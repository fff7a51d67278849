import { getAnimal, listAnimals } from '@byre/contract/herd/animals'
import { listHolds } from '@byre/contract/herd/holds'
import { changeSettings } from '@byre/contract/herd/settings'
import { addLabelProducts, addProduct, listProducts } from '@byre/contract/herd/products'
import type { SiteId } from '@byre/contract/subject-kinds'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { within } from '../../platform/database/db.ts'
import { newId } from '../../platform/ids.ts'
import { bornAt, event, herdSite, recorded, sendEvents, type HerdSite } from '../../testing/herd/recording.ts'
import { fewestStatements } from '../../testing/statements.ts'
import { TestApp } from '../../testing/test-app.ts'
import { animalOfEid } from './events.policy.ts'
import { rebuildHerd, verifyHerd } from './rebuild.actions.ts'

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

const db = () => within<'herd'>(testApp.database.db)
const sql = (text: string, ...values: unknown[]) => testApp.database.pool.query(text, values)
const card = async (id: string, by = site.hers) => (await by.ask(getAnimal, { params: { id } })).reply
const whole = async (of = site) => {
  assert.equal((await verifyHerd(db(), of.id as SiteId)).fault, null)
  assert.equal((await rebuildHerd(db(), of.id as SiteId)).changed, 0)
}
const label = (days: number, more: object = {}) => ({
  country: 'CA',
  species: 'cattle',
  classes: ['beef'],
  route: 'SC',
  figures: [{ kind: 'days', commodity: 'meat', days }],
  source: 'Demo label',
  read_on: '2026-01-01',
  ...more,
})
let products = 0
const demoProduct = async (days: number) => {
  const name = `Demo product ${(products += 1)}`
  const { reply } = await site.hers.ask(addProduct, { body: { name, uses: [label(days)] } })
  return { product: reply.version_id, product_name: name }
}

test('an animal comes with three tags, is treated, held, found by a fragment, and clear once that is taken back', async () => {
  const id = newId()
  const tags = [
    { kind: 'eid', value: '124 000299999999' },
    { kind: 'visual', value: 'Blue 4417' },
    { kind: 'nues', value: '48ABC1234' },
  ] as const
  const product = await demoProduct(18)
  await recorded(site.hers, event('entered', [id], { origin: 'born', tags: [...tags] }))
  const treated = event('treated', [id], { ...product, route: 'SC' })
  await recorded(site.his, treated)

  const holds = (await site.his.ask(listHolds)).reply.holds.filter(({ animal }) => animal.id === id)
  assert.deepEqual(
    holds.map(({ animal, because }) => [
      animal.main_tag,
      because.map(({ why, product_name }) => [why, product_name]),
    ]),
    [['Blue 4417', [['label', product.product_name]]]],
  )
  for (const q of ['0299', '4417', 'abc1', '124000299999999', 'blue', '99']) {
    const { animals } = (await site.his.ask(listAnimals, { query: { q } })).reply
    assert.ok(
      animals.some((animal) => animal.id === id),
      q,
    )
  }
  const shown = await card(id, site.his)
  assert.equal(shown.identifiers.length, 3)
  assert.deepEqual(
    shown.events.map(({ kind }) => kind),
    ['treated', 'entered'],
  )
  assert.ok(shown.animal.holds[0]!.clear_at! > new Date().toISOString())

  await recorded(site.his, event('void', [], { event: treated.id, reason: 'another animal' }))
  const after = await card(id)
  assert.deepEqual([after.withdrawals, after.animal.holds[0]!.clear_at], [[], null])
  assert.deepEqual(
    after.events.map(({ kind, voided }) => [kind, voided]),
    [
      ['void', null],
      ['treated', 'another animal'],
      ['entered', null],
    ],
  )
  assert.ok(!(await site.hers.ask(listHolds)).reply.holds.some(({ animal }) => animal.id === id))
  await whole()
})

describe('what is kept', () => {
  test('an event that is sent twice is there once; another one under its id is refused, and named', async () => {
    const id = newId()
    const entered = event('entered', [id], { origin: 'born' })
    const noted = event('noted', [id], { text: 'quiet' })
    const first = await recorded(site.his, entered, noted)
    assert.deepEqual((await recorded(site.his, noted, entered)).events, first.events.toReversed())
    const { status, body } = await sendEvents(site.his, entered, { ...noted, body: { text: 'loud' } })
    assert.deepEqual(
      [status, body['code'], body['errors']],
      [409, 'event.id_taken', [{ field: 'events.1.id', message: 'Another event has this id.' }]],
    )
  })

  test('nothing is kept of a call of which one event is wrong', async () => {
    const id = newId()
    const { status } = await sendEvents(
      site.his,
      event('entered', [id], { origin: 'born' }),
      event('moved', [id], { pen: randomUUID() }),
    )
    assert.equal(status, 404)
    assert.equal((await site.his.ask(getAnimal, { params: { id } })).status, 404)
    await whole()
  })

  test('one event is six statements and who asks, and two hundred are no more than nine', async () => {
    const animals = Array.from({ length: 100 }, () => newId())
    const product = await demoProduct(18)
    await recorded(
      site.hers,
      ...animals.map((id) =>
        event('entered', [id], {
          origin: 'born',
          tags: [{ kind: 'eid', value: `8400031${id.slice(-8).replace(/\D/g, '7')}` }],
        }),
      ),
    )
    const treated = (id: string) => event('treated', [id], { ...product, route: 'SC' })
    const noted = (id: string) => event('noted', [id], { text: 'x' })
    const { database } = testApp
    assert.equal(await fewestStatements(database, () => recorded(site.hers, noted(animals[0]!)), 7), 7)
    const recordMany = () => recorded(site.hers, ...animals.flatMap((id) => [treated(id), noted(id)]))
    const ofMany = await fewestStatements(database, recordMany, 9)
    assert.ok(ofMany <= 9, `${ofMany}`)
    await whole()
  })

  test('a group of a thousand is treated at once and taken back at once, and not two of them', async () => {
    const of = await herdSite(testApp)
    const animals = Array.from({ length: 1000 }, () => newId())
    for (let at = 0; at < animals.length; at += 200)
      await recorded(
        of.hers,
        ...animals.slice(at, at + 200).map((id) => event('entered', [id], { origin: 'born' })),
      )
    const [one, other] = [1, 2].map(() => event('group_treated', animals, { product_name: 'x' }))
    await recorded(of.hers, one!)
    await recorded(of.hers, other!)
    const back = (target: { id: string }) => event('void', [], { event: target.id, reason: 'r' })
    assert.equal((await sendEvents(of.hers, back(one!), back(other!))).status, 400)
    await recorded(of.hers, back(one!))
    assert.equal((await card(animals[999]!, of.hers)).animal.holds[0]!.held, true)
    await recorded(of.hers, back(other!))
    assert.equal((await card(animals[999]!, of.hers)).animal.holds[0]!.held, false)
    await whole(of)
  })

  test('two who record at once are both there, each number once', async () => {
    const animals = await Promise.all(
      Array.from({ length: 6 }, (_, at) => bornAt(at % 2 ? site.hers : site.his)),
    )
    const answers = await Promise.all(
      animals.flatMap((id) =>
        [site.hers, site.his].map((by) => recorded(by, event('noted', [id], { text: 'seen' }))),
      ),
    )
    const numbers = answers.flatMap(({ events }) => events.map(({ n }) => n))
    assert.equal(new Set(numbers).size, 12)
    await whole()
  })

  test('the rule is copied: another version of the label touches no treatment that was given', async () => {
    const product = await demoProduct(18)
    const id = await bornAt(site.hers)
    await recorded(site.hers, event('treated', [id], { ...product, route: 'SC' }))
    const clear = (await card(id)).animal.holds[0]!.clear_at
    await sql('update herd.product_versions set uses = $2 where id = $1', product.product, '[]')
    await recorded(site.hers, event('noted', [id], { text: 'x' }))
    assert.equal((await card(id)).animal.holds[0]!.clear_at, clear)
    await whole()
  })

  test('a product without a label that fits holds without an end', async () => {
    const id = await bornAt(site.hers)
    await recorded(site.hers, event('treated', [id], { product_name: 'Something blue' }))
    const { animal, withdrawals } = await card(id)
    assert.deepEqual([animal.holds[0]!.held, withdrawals[0]!.clear_at], [true, null])
  })

  test('what is known of American labels is put into a cabinet once, each with its source', async () => {
    const texan = await herdSite(testApp, {
      country: 'USA',
      region: 'TX',
      city: 'Amarillo',
      postal_code: '79101',
    })
    assert.equal((await texan.hers.ask(addLabelProducts)).reply.added, 13)
    assert.equal((await texan.hers.ask(addLabelProducts)).reply.added, 0)
    const cabinet = (await texan.hers.ask(listProducts)).reply.products
    const tulathromycin = cabinet.find(({ name }) => name.startsWith('Tulathromycin'))!
    assert.match(tulathromycin.uses[0]!.source, /522\.2630/)
    const id = await bornAt(texan.hers)
    const dosed = (mL: string) =>
      event('treated', [id], {
        product: tulathromycin.version_id,
        product_name: tulathromycin.name,
        route: 'SC',
        dose: { typed: mL, unit: 'mL', base: Number(mL) * 1000 },
        weight: { typed: '400', unit: 'kg', base: 400_000 },
      })
    await recorded(texan.hers, dosed('10'))
    const [hold] = (await card(id, texan.hers)).animal.holds
    assert.ok(!hold!.held && hold!.clear_at !== null)
    await recorded(texan.hers, dosed('15'))
    const after = await card(id, texan.hers)
    assert.equal(after.animal.holds[0]!.held, true)
    assert.deepEqual(
      after.findings.map(({ kind }) => kind),
      ['extra-label without a figure'],
    )
  })
})

describe('what is odd', () => {
  test('one tag on two living animals is a finding of both until one gives it up or is the same', async () => {
    const eid = { kind: 'eid', value: '124000298888888' } as const
    const [one, other] = [await bornAt(site.hers, { tags: [eid] }), await bornAt(site.hers, { tags: [eid] })]
    const kinds = async (id: string) => (await card(id)).findings.map(({ kind, subject }) => [kind, subject])
    for (const id of [one, other]) assert.deepEqual(await kinds(id), [['one tag on two animals', eid.value]])
    const same = event('same_animal', [one, other], {})
    await recorded(site.hers, same)
    assert.deepEqual(await kinds(one), [])
    assert.deepEqual([(await card(other)).animal.status, (await card(other)).animal.same_as], ['merged', one])
    await recorded(site.hers, event('void', [], { event: same.id, reason: 'two after all' }))
    assert.equal((await kinds(other)).length, 1)
    await recorded(site.hers, event('tag_removed', [other], { tag: eid }))
    assert.deepEqual(await kinds(one), [])
    await whole()
  })

  test('an animal first met by its tag has an id made of it, on whatever device, and of no other tag', async () => {
    const eid = '124000297777777'
    const id = animalOfEid(site.id, eid)
    const entered = (value: string) =>
      event('entered', [id], { origin: 'born', tags: [{ kind: 'eid', value }] })
    const { status, body } = await sendEvents(site.his, entered('124000297777778'))
    assert.deepEqual([status, (body['errors'] as { field: string }[])[0]!.field], [400, 'events.0.animals.0'])
    await recorded(site.his, entered(eid))
    await recorded(site.hers, entered(eid))
    assert.equal((await card(id)).identifiers.length, 1)
  })
})

test('other markets and another zone reach every animal, and then there is nothing to change', async () => {
  const of = await herdSite(testApp)
  const id = await bornAt(of.hers)
  const { reply } = await of.hers.ask(addProduct, { body: { name: 'Demo', uses: [label(18)] } })
  const treated = { product: reply.version_id, product_name: 'Demo', route: 'SC' }
  const bought = event('entered', [newId()], { origin: 'bought' }, { day: '2025-08-01' })
  await recorded(of.hers, event('treated', [id], treated), bought)
  const markets = async () => (await card(id, of.hers)).animal.holds.map(({ market, held }) => [market, held])
  assert.deepEqual(await markets(), [['CA', false]])
  const body = { kind: 'feedlot', zone: 'America/Denver', markets: ['US'], arrival_days: 90 }
  assert.equal((await of.hers.ask(changeSettings, { body })).status, 200)
  await testApp.app.outbox.drain()
  assert.deepEqual(await markets(), [
    ['CA', false],
    ['US', true],
  ])
  const [arrival] = (await card((bought['animals'] as [string])[0], of.hers)).animal.holds
  assert.equal(arrival?.clear_at, '2025-10-31T06:00:00.000Z')
  await whole(of)
})
