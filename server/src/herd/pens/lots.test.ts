import { listSiteActivity } from '@byre/contract/activity'
import { getLot, setLotTarget } from '@byre/contract/herd/lots'
import { addLot } from '@byre/contract/herd/pens'
import { localOf } from '@byre/rules/dates'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  bornAt,
  daysAgo,
  event,
  herdSite,
  middayOf,
  recorded,
  type HerdSite,
} from '../../testing/herd/recording.ts'
import { TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
before(async () => {
  testApp = await TestApp.start()
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

const dayOf = (at: string) => localOf(Date.parse(at), 'America/Edmonton').slice(0, 10)
const kg = (weight: number) => ({
  weight: { typed: String(weight), unit: 'kg' as const, base: weight * 1000 },
  source: 'measured' as const,
})

/** A lot into which so many came 60 days ago. */
async function newLot(of: HerdSite, head: number) {
  const lot = (await of.hers.ask(addLot, { body: { name: 'Spring' } })).reply.id
  const began = daysAgo(60)
  const ids: string[] = []
  for (let at = 0; at < head; at += 1) {
    const id = crypto.randomUUID()
    ids.push(id)
    await recorded(of.hers, event('entered', [id], { origin: 'born', lot }, { at: began }))
  }
  return { lot, ids, began }
}
const lotOf = async (of: HerdSite, id: string) => (await of.his.ask(getLot, { params: { id } })).reply

test('a lot tells its head: here, held, dead and left, and how long those here have been fed', async () => {
  const of = await herdSite(testApp)
  const { lot, ids, began } = await newLot(of, 4)
  await bornAt(of.hers)
  await recorded(
    of.hers,
    event('treated', [ids[0]!], { product_name: 'x' }),
    event('died', [ids[1]!], {}),
    event('left', [ids[2]!], { reason: 'sold' }),
  )
  const seen = await lotOf(of, lot)
  assert.equal(seen.name, 'Spring')
  assert.deepEqual(seen.head, { here: 2, held: 1, dead: 1, left: 1 })
  assert.equal(seen.days_on_feed, 60)
  assert.equal(seen.began_at, began)
})

test('its weight is told by the day, and its gain of those weighed twice that did not die', async () => {
  const of = await herdSite(testApp)
  const { lot, ids } = await newLot(of, 4)
  const [one, other, once, dead] = ids as [string, string, string, string]
  const [first, last] = [middayOf(50), middayOf(10)]
  await recorded(
    of.hers,
    event('weighed', [one], kg(300), { at: first }),
    event('weighed', [other], kg(320), { day: dayOf(first) }),
    event('weighed', [once], kg(340), { at: first }),
    event('weighed', [dead], kg(400), { at: first }),
    event('weighed', [dead], kg(300), { at: last }),
    event('weighed', [one], kg(360), { at: last }),
    event('weighed', [other], kg(360), { at: last }),
    event('died', [dead], {}),
  )
  const { weighings, gain } = await lotOf(of, lot)
  assert.deepEqual(weighings, [
    { day: dayOf(first), head: 4, grams: 340_000 },
    { day: dayOf(last), head: 3, grams: 340_000 },
  ])
  assert.equal(gain!.head, 2)
  // 60 kg and 40 kg in 40 days, the second one's first day being known by its day alone.
  assert.ok(Math.abs(gain!.grams_a_day - 1250) <= 20, `${gain!.grams_a_day}`)
})

test('what it was given is told by medicine, and how many were treated by themselves', async () => {
  const of = await herdSite(testApp)
  const { lot, ids } = await newLot(of, 3)
  const elsewhere = await bornAt(of.hers)
  const [vaccinated, last] = [daysAgo(30), daysAgo(19)]
  const given = await recorded(
    of.hers,
    event('group_treated', [...ids, elsewhere], { product_name: 'Vaccine' }, { at: vaccinated }),
    event('treated', [ids[0]!], { product_name: 'Antibiotic' }, { at: daysAgo(20) }),
    event('treated', [ids[0]!], { product_name: 'Antibiotic' }, { at: last }),
    event('treated', [elsewhere], { product_name: 'Antibiotic' }),
  )
  assert.ok(given)
  const { medicines, treated_alone } = await lotOf(of, lot)
  assert.deepEqual(
    medicines.map(({ product_name, head, treatments, last_at }) => [product_name, head, treatments, last_at]),
    [
      ['Vaccine', 3, 3, vaccinated],
      ['Antibiotic', 1, 2, last],
    ],
  )
  assert.equal(treated_alone, 1)
})

test('a lot without animals is empty, and one of another site is nowhere', async () => {
  const [of, other] = [await herdSite(testApp), await herdSite(testApp)]
  const { lot } = await newLot(of, 0)
  assert.deepEqual(await lotOf(of, lot), {
    id: lot,
    name: 'Spring',
    head: { here: 0, held: 0, dead: 0, left: 0 },
    began_at: null,
    days_on_feed: null,
    weighings: [],
    gain: null,
    target_grams: null,
    medicines: [],
    treated_alone: 0,
  })
  assert.equal((await other.his.ask(getLot, { params: { id: lot } })).status, 404)
})

test('what it is meant to gain is kept with it, said by a manager and seen by everyone, with a line in the trail', async () => {
  const [of, other] = [await herdSite(testApp), await herdSite(testApp)]
  const { lot } = await newLot(of, 0)
  const params = { id: lot }
  const said = async (grams?: number) =>
    (await of.hers.ask(setLotTarget, { params, body: grams === undefined ? {} : { grams_a_day: grams } }))
      .status
  assert.equal(await said(1500), 200)
  assert.equal((await lotOf(of, lot)).target_grams, 1500)
  assert.deepEqual([await said(1500), await said(9), await said(5001)], [200, 400, 400])
  assert.equal((await of.his.ask(setLotTarget, { params, body: { grams_a_day: 1200 } })).status, 403)
  assert.equal((await other.hers.ask(setLotTarget, { params, body: {} })).status, 404)
  assert.equal((await lotOf(of, lot)).target_grams, 1500)
  assert.equal(await said(), 200)
  assert.equal((await lotOf(of, lot)).target_grams, null)

  const { reply } = await testApp.call(listSiteActivity, { as: of.alice, params: { id: of.id } })
  const lines = reply.activity.filter(({ deed }) => deed === 'setLotTarget')
  assert.deepEqual(
    lines.map(({ actor_id, what }) => [actor_id, what]),
    [0, 1].map(() => [of.alice.id, 'Said what a lot is meant to gain']),
  )
  const gains = lines.map(({ changes }) => changes.find(({ field }) => field === 'target_gain'))
  assert.deepEqual(gains[1], { field: 'target_gain', before: null, after: '1500 g a day' })
})
