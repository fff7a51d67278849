import { addPen } from '@byre/contract/herd/pens'
import { addProduct } from '@byre/contract/herd/products'
import { listHoldDays, listHolds } from '@byre/contract/herd/holds'
import { changeSettings } from '@byre/contract/herd/settings'
import { addDays, localOf } from '@byre/rules/dates'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { newId } from '../../platform/ids.ts'
import { bornAt, daysAgo, event, herdSite, recorded, type HerdSite } from '../../testing/herd/recording.ts'
import { newSite } from '../../testing/places.ts'
import { TestApp } from '../../testing/test-app.ts'
import { Visitor } from '../../testing/visitor.ts'

const zone = 'America/Edmonton'
let testApp: TestApp
before(async () => {
  testApp = await TestApp.start()
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

/** A label of one country, that an animal is treated by. */
const label = (country: string, days: number, commodity = 'meat') => ({
  country,
  species: 'cattle',
  route: 'SC',
  figures: [{ kind: 'days', commodity, days }],
  source: 'Demo label',
  read_on: '2026-01-01',
})

/** An animal that was treated with a product of its own. */
async function treatedAt(
  of: HerdSite,
  { days, at, pen, us }: { days: number; at: string; pen?: string; us?: number },
): Promise<string> {
  const id = await bornAt(of.hers, pen === undefined ? {} : { pen })
  const name = `Demo ${days}${us === undefined ? '' : `, ${us} in the US`}`
  const uses = [label('CA', days), ...(us === undefined ? [] : [label('US', us)])]
  const { reply, status, text } = await of.hers.ask(addProduct, { body: { name, uses } })
  assert.equal(status, 201, text)
  await recorded(
    of.hers,
    event('treated', [id], { product: reply.version_id, product_name: name, route: 'SC' }, { at }),
  )
  return id
}

type Query = Record<string, string>
const board = async (of: HerdSite, query: Query = {}) => (await of.his.ask(listHolds, { query })).reply
const ids = async (of: HerdSite, query: Query = {}) =>
  (await board(of, query)).holds.map(({ animal }) => animal.id)

test('the board lists who is held by when it ends, those without an end last, and today’s endings', async () => {
  const of = await herdSite(testApp)
  const given = (days: number, at: string) => treatedAt(of, { days, at })
  const far = await given(30, daysAgo(1))
  const soon = await given(3, new Date(Date.now() - 3 * 86_400_000 + 20_000).toISOString())
  await given(2, daysAgo(3))
  const endless = await bornAt(of.hers)
  await recorded(of.hers, event('hold_set', [endless], { commodities: ['meat'], reason: 'vial found' }))
  const all = await board(of)
  assert.deepEqual(
    all.holds.map(({ animal }) => animal.id),
    [soon, far, endless],
  )
  assert.deepEqual(
    all.holds.map(({ because }) => because.map(({ why, product_name }) => product_name ?? why)),
    [['Demo 3'], ['Demo 30'], ['other']],
  )
  assert.deepEqual(await ids(of, { to: new Date(Date.now() + 60_000).toISOString() }), [soon])
  assert.ok(all.today_ends_at > new Date().toISOString())
  const first = await board(of, { limit: '1' })
  assert.deepEqual(await ids(of, { limit: '5', after: first.next! }), [far, endless])
})

test('each reason says which event it is, of which kind, and what a person typed', async () => {
  const of = await herdSite(testApp)
  const id = await bornAt(of.hers)
  const set = event('hold_set', [id], { commodities: ['meat'], reason: 'vial found' })
  const unknown = event('treated', [id], { product_name: 'From the shelf', open: 'yes' })
  await recorded(of.hers, set, unknown)
  const [hold] = (await board(of)).holds
  assert.equal(hold!.clear_at, null)
  const reasons = hold!.because.map(({ event_id, event_kind, why, said, product_name }) =>
    [event_id, event_kind, why, said ?? product_name].join(' '),
  )
  assert.deepEqual(
    reasons.toSorted(),
    [`${set.id} hold_set other vial found`, `${unknown.id} treated no figure From the shelf`].toSorted(),
  )
})

describe('a board is of one market, commodity, pen or reason', () => {
  let of: HerdSite
  let north: string
  let free: string
  let longer: string
  let penned: string
  before(async () => {
    of = await herdSite(testApp)
    await of.hers.ask(changeSettings, { body: { kind: 'feedlot', zone, markets: ['CA', 'US', 'JP'] } })
    north = (await of.hers.ask(addPen, { body: { name: 'North 4' } })).reply.id
    free = await treatedAt(of, { days: 2, us: 30, at: daysAgo(5) })
    longer = await treatedAt(of, { days: 20, us: 10, at: daysAgo(1) })
    penned = await treatedAt(of, { days: 10, us: 60, at: daysAgo(1), pen: north })
  })

  test('the strictest of home and market counts, and a market without a figure holds without an end', async () => {
    assert.deepEqual(await ids(of), [penned, longer])
    assert.deepEqual(await ids(of, { market: 'CA' }), [penned, longer])
    const us = await board(of, { market: 'US' })
    assert.deepEqual(
      us.holds.map(({ animal }) => animal.id),
      [longer, free, penned],
    )
    assert.deepEqual(us.shown, {
      zone,
      home: 'CA',
      market: 'US',
      markets: ['CA', 'JP', 'US'],
      commodity: null,
      commodities: ['meat'],
    })
    const japan = await board(of, { market: 'JP' })
    assert.deepEqual(new Set(japan.holds.map(({ animal }) => animal.id)), new Set([free, longer, penned]))
    assert.deepEqual(new Set(japan.holds.map(({ clear_at }) => clear_at)), new Set([null]))
  })

  test('a pen or a reason narrows each of them, and its days', async () => {
    assert.deepEqual(await ids(of, { pen: north }), [penned])
    assert.deepEqual(await ids(of, { pen: north, market: 'US' }), [penned])
    assert.deepEqual(await ids(of, { pen: newId() }), [])
    assert.deepEqual(await ids(of, { why: 'label', commodity: 'meat' }), [penned, longer])
    assert.deepEqual(await ids(of, { why: 'no figure' }), [])
    assert.deepEqual((await ids(of, { why: 'no figure', market: 'JP' })).length, 3)
    const days = (await of.his.ask(listHoldDays, { query: { pen: north, market: 'US' } })).reply
    assert.deepEqual([days.days.filter(({ head }) => head > 0), days.later.head], [[], 1])
  })

  test('pages of each go on behind the last row', async () => {
    for (const query of [{}, { market: 'US' }, { market: 'JP' }, { market: 'US', pen: north }] as Query[]) {
      const seen: string[] = []
      let after: string | null = null
      do {
        const page: Awaited<ReturnType<typeof board>> = await board(of, {
          ...query,
          limit: '1',
          ...(after ? { after } : {}),
        })
        seen.push(...page.holds.map(({ animal }) => animal.id))
        after = page.next
      } while (after !== null)
      assert.deepEqual(seen, await ids(of, query))
    }
  })

  test('a market or a commodity that nothing was reckoned for is refused, and shown as nobody’s hold by no board', async () => {
    for (const [field, query] of [
      ['market', { market: 'KR' }],
      ['market', { market: 'canada' }],
      ['commodity', { commodity: 'milk' }],
      ['commodity', { commodity: 'wool' }],
      ['why', { why: 'because' }],
      ['pen', { pen: 'x' }],
      ['from', { from: '2026-13-01T00:00:00.000Z' }],
      ['to', { to: 'tomorrow' }],
      ['endless', { endless: 'no' }],
      ['after', { after: 'x' }],
    ] as [string, Query][]) {
      const { status, body } = await of.his.ask(listHolds, { query })
      const fields = (body['errors'] as { field: string }[]).map((error) => error.field)
      assert.deepEqual([status, fields], [400, [field]], JSON.stringify(query))
    }
    for (const query of [{ market: 'KR' }, { commodity: 'milk' }] as Query[])
      assert.equal((await of.his.ask(listHoldDays, { query })).status, 400)
  })

  test('a calendar counts each animal once: on its day by the site’s clock, later, or without an end', async () => {
    const counted = async (query: Query) => (await of.his.ask(listHoldDays, { query })).reply
    const { days, later, endless } = await counted({})
    const clear = await Promise.all(
      (await board(of)).holds.map(({ clear_at }) => localOf(Date.parse(clear_at!), zone).slice(0, 10)),
    )
    assert.deepEqual(
      days.filter(({ head }) => head > 0).map(({ day }) => day),
      clear,
    )
    assert.equal(days.length, 42)
    assert.equal(days[1]!.day, addDays(days[0]!.day, 1))
    assert.deepEqual([later.head, endless], [0, 0])
    assert.equal((await counted({ market: 'JP' })).endless, 3)
    const from = (await counted({ market: 'US' })).later.starts_at
    assert.deepEqual(await ids(of, { market: 'US', from }), [penned])
    assert.equal((await ids(of, { market: 'JP', endless: 'yes' })).length, 3)
    assert.deepEqual(await ids(of, { endless: 'yes' }), [])
  })

  test('what is another’s is on nobody else’s board, and their cookie opens none', async () => {
    const carol = await testApp.person('carol')
    const own = await newSite(testApp, carol)
    const hers = new Visitor(testApp, `${own.subdomain}.localhost:4000`)
    await hers.launch(carol)
    for (const query of [{}, { pen: north }, { market: 'US' }] as Query[]) {
      assert.deepEqual((await hers.ask(listHolds, { query })).reply.holds, [])
      const { days, later, endless } = (await hers.ask(listHoldDays, { query })).reply
      assert.equal(
        days.reduce((sum, { head }) => sum + head, later.head + endless),
        0,
      )
    }
    const astray = new Visitor(testApp, of.his.host)
    for (const [name, value] of hers.cookies) astray.cookies.set(name, value)
    assert.equal((await astray.ask(listHolds)).status, 401)
    assert.equal((await astray.ask(listHoldDays)).status, 401)
  })
})
