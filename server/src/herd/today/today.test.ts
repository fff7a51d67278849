import { listFindings } from '@byre/contract/herd/findings'
import { listHolds } from '@byre/contract/herd/holds'
import { addPen } from '@byre/contract/herd/pens'
import { addProduct } from '@byre/contract/herd/products'
import { changeSettings } from '@byre/contract/herd/settings'
import { departShipList, lockShipList, makeShipList } from '@byre/contract/herd/ship-lists'
import { getToday, todayShows } from '@byre/contract/herd/today'
import { addDays, localOf } from '@byre/rules/dates'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '../../platform/ids.ts'
import { bornAt, daysAgo, event, herdSite, recorded, type HerdSite } from '../../testing/herd/recording.ts'
import { newSite } from '../../testing/places.ts'
import { fewestStatements } from '../../testing/statements.ts'
import { TestApp } from '../../testing/test-app.ts'
import { Visitor } from '../../testing/visitor.ts'
import { withinHour } from '../../testing/windows.ts'

const zone = 'America/Edmonton'
const dayOf = (at: string) => localOf(Date.parse(at), zone).slice(0, 10)
let testApp: TestApp
before(async () => {
  testApp = await TestApp.start()
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

const today = async (of: HerdSite) => (await of.his.ask(getToday)).reply

const label = {
  country: 'CA',
  species: 'cattle',
  route: 'SC',
  figures: [{ kind: 'hours', commodity: 'meat', hours: 24 }],
  source: 'Demo label',
  read_on: '2026-01-01',
}

test('a site without animals has none, and nothing waits there', async () => {
  const of = await herdSite(testApp)
  const seen = await today(of)
  assert.deepEqual(
    [seen.has_animals, seen.head, seen.pens, seen.holds.held, seen.findings, seen.not_moved_back.head],
    [false, 0, [], 0, [], 0],
  )
  assert.deepEqual(
    seen.treated.map(({ head }) => head),
    Array.from({ length: 14 }, () => 0),
  )
})

test('a site whose animals have all gone is no new one', async () => {
  const of = await herdSite(testApp)
  const id = await bornAt(of.hers)
  await recorded(of.hers, event('left', [id], { reason: 'sold' }))
  const seen = await today(of)
  assert.deepEqual([seen.has_animals, seen.head, seen.unpenned], [true, 0, 0])
})

test('head by pen is of those who are here: the fullest first, the others together, and who stands in none', async () => {
  const of = await herdSite(testApp)
  for (let at = 0; at < 13; at += 1) {
    const pen = (await of.hers.ask(addPen, { body: { name: `Pen ${at}` } })).reply.id
    const animals = Array.from({ length: at < 2 ? 1 : 2 }, () => newId())
    await recorded(of.hers, ...animals.map((id) => event('entered', [id], { origin: 'born', pen })))
  }
  await of.hers.ask(addPen, { body: { name: 'Empty' } })
  const [loose, gone] = [await bornAt(of.hers), await bornAt(of.hers)]
  await recorded(of.hers, event('died', [gone], {}), event('treated', [loose], { product_name: 'x' }))
  const { head, pens, other_pens, unpenned } = await today(of)
  assert.deepEqual(
    pens.map((pen) => `${pen.name} ${pen.head}`),
    ['10', '11', '12', '2', '3', '4', '5', '6', '7', '8', '9'].map((at) => `Pen ${at} 2`).concat('Pen 0 1'),
  )
  assert.deepEqual([head, other_pens, unpenned], [25, { pens: 1, head: 1 }, 1])
})

test('its figures of holds are those of the board: what ends today, what has no end, and the next to end', () =>
  withinHour(async () => {
    const of = await herdSite(testApp)
    const { version_id } = (await of.hers.ask(addProduct, { body: { name: 'Demo', uses: [label] } })).reply
    const given = async (at: string) => {
      const id = await bornAt(of.hers)
      const body = { product: version_id, product_name: 'Demo', route: 'SC' }
      await recorded(of.hers, event('treated', [id], body, { at }))
    }
    const dayMs = 86_400_000
    // Clear in ten minutes, in a day, and since yesterday.
    await given(new Date(Date.now() - dayMs + 600_000).toISOString())
    await given(new Date(Date.now() - 5000).toISOString())
    await given(daysAgo(2))
    const endless = await bornAt(of.hers)
    await recorded(of.hers, event('hold_set', [endless], { commodities: ['meat'], reason: 'vial found' }))

    const { holds, today_ends_at } = await today(of)
    const board = (await of.his.ask(listHolds)).reply
    const ending = board.holds.filter(({ clear_at }) => clear_at !== null && clear_at < today_ends_at)
    assert.equal(today_ends_at, board.today_ends_at)
    assert.deepEqual(holds, {
      market: 'CA',
      held: board.holds.length,
      endless: 1,
      ends_today: ending.length,
      next_at: board.holds[0]!.clear_at,
    })
    assert.equal(holds.held, 3)
  }))

test('findings are counted by kind with who must act, as their list has them, until they are settled', async () => {
  const of = await herdSite(testApp)
  const eid = { kind: 'eid', value: '999000000000001' } as const
  const id = await bornAt(of.hers, { tags: [eid] })
  assert.deepEqual((await today(of)).findings, [{ kind: 'test tag', who: 'crew', head: 1 }])
  assert.deepEqual((await of.his.ask(listFindings)).reply.kinds, (await today(of)).findings)
  await recorded(of.his, event('tag_removed', [id], { tag: eid }))
  assert.deepEqual((await today(of)).findings, [])
})

test('an animal that is treated twice on a day is one of that day, by the site’s clock, and an old treatment is none', () =>
  withinHour(async () => {
    const of = await herdSite(testApp)
    const [one, other] = [await bornAt(of.hers), await bornAt(of.hers)]
    const dose = (id: string, more: Record<string, unknown>) =>
      event('treated', [id], { product_name: 'x' }, more)
    const day = dayOf(daysAgo(0))
    const threeDaysAgo = addDays(day, -3)
    const sixDaysAgo = daysAgo(6)
    await recorded(
      of.hers,
      dose(one, { day: threeDaysAgo }),
      dose(one, { day: threeDaysAgo }),
      dose(other, { day: threeDaysAgo }),
      dose(other, { at: sixDaysAgo }),
      dose(one, { at: daysAgo(30) }),
    )
    const { treated } = await today(of)
    assert.equal(treated.at(-1)!.day, day)
    assert.equal(treated[0]!.day, addDays(day, -13))
    assert.deepEqual(
      treated.filter(({ head }) => head > 0),
      [
        { day: dayOf(sixDaysAgo), head: 1, alone: 1 },
        { day: threeDaysAgo, head: 2, alone: 2 },
      ],
    )
  }))

test('head that was treated with a group is told from head that was treated by itself', async () => {
  const of = await herdSite(testApp)
  const animals = [await bornAt(of.hers), await bornAt(of.hers), await bornAt(of.hers)]
  const at = daysAgo(2)
  await recorded(
    of.hers,
    event('group_treated', animals, { product_name: 'x' }, { at }),
    event('treated', [animals[0]!], { product_name: 'y' }, { at }),
  )
  const { treated } = await today(of)
  assert.deepEqual(
    treated.find(({ day }) => day === dayOf(at)),
    { day: dayOf(at), head: 3, alone: 1 },
  )
})

test('whoever was pulled and treated is named until it is moved', async () => {
  const of = await herdSite(testApp)
  const pen = (await of.hers.ask(addPen, { body: { name: 'Home pen' } })).reply.id
  const tags = [{ kind: 'visual', value: 'P-1' }] as const
  const pulled = await bornAt(of.hers, { tags: [...tags], pen })
  const treatedOnly = await bornAt(of.hers, { pen })
  const at = daysAgo(1)
  await recorded(
    of.hers,
    event('observed', [pulled], { signs: ['cough'], pulled: 'yes' }, { at }),
    event('treated', [pulled], { product_name: 'x' }),
    event('treated', [treatedOnly], { product_name: 'x' }),
  )
  assert.deepEqual((await today(of)).not_moved_back, {
    head: 1,
    animals: [{ id: pulled, main_tag: 'P-1', pulled_at: at }],
  })
  await recorded(of.hers, event('moved', [pulled], { pen }))
  assert.deepEqual((await today(of)).not_moved_back, { head: 0, animals: [] })
})

test('loads of these days stand there with how many may not leave, the next first; later ones and those that left do not', async () => {
  const of = await herdSite(testApp)
  const [clear, held] = [await bornAt(of.hers), await bornAt(of.hers)]
  await recorded(of.hers, event('hold_set', [held], { commodities: ['meat'], reason: 'vial found' }))
  const list = async (hours: number, animals: string[]) => {
    const load_at = new Date(Date.now() + hours * 3_600_000).toISOString()
    const body = {
      destination: `In ${hours}`,
      market: 'CA',
      load_at,
      what: animals.length > 0 ? { animals } : {},
    }
    return (await of.hers.ask(makeShipList, { body })).reply.id
  }
  await list(48, [clear])
  await list(2, [clear, held])
  await list(-24, [])
  await list(24 * 20, [clear])
  await list(-24 * 20, [clear])
  const gone = await list(1, [clear])
  await of.hers.ask(lockShipList, { params: { id: gone } })
  await of.hers.ask(departShipList, { params: { id: gone } })
  const { loads } = await today(of)
  assert.deepEqual(
    loads.lists.map(
      (load) => `${load.destination} ${load.state} ${load.market} ${load.head} ${load.may_not}`,
    ),
    ['In -24 draft CA 0 0', 'In 2 draft CA 2 2', 'In 48 draft CA 1 1'],
  )
  assert.equal(loads.more, 0)
  for (let hour = 3; hour < 7; hour++) await list(hour, [])
  assert.deepEqual(
    [(await today(of)).loads.lists.length, (await today(of)).loads.more],
    [todayShows.loads, 7 - todayShows.loads],
  )
})

test('it is two statements', async () => {
  const of = await herdSite(testApp)
  await bornAt(of.hers)
  assert.equal(await fewestStatements(testApp.database, () => today(of), 2), 2)
})

test('a site that ships abroad alone sees what holds there', async () => {
  const of = await herdSite(testApp)
  await of.hers.ask(changeSettings, { body: { kind: 'feedlot', zone, markets: ['US'] } })
  const id = await bornAt(of.hers)
  const uses = [{ ...label, figures: [{ kind: 'zero', commodity: 'meat' }] }]
  const { version_id } = (await of.hers.ask(addProduct, { body: { name: 'Demo', uses } })).reply
  await recorded(of.hers, event('treated', [id], { product: version_id, product_name: 'Demo', route: 'SC' }))
  assert.deepEqual((await of.his.ask(listHolds)).reply.holds, [])
  const { market, held, endless } = (await today(of)).holds
  assert.deepEqual([market, held, endless], ['US', 1, 1])
  assert.equal((await of.his.ask(listHolds, { query: { market } })).reply.holds.length, 1)
})

test('a stranger’s day has nothing of another’s site, whose own opens to no other cookie', async () => {
  const of = await herdSite(testApp)
  await bornAt(of.hers, { tags: [{ kind: 'eid', value: '999000000000001' }] })
  const carol = await testApp.person('carol')
  const own = await newSite(testApp, carol)
  const hers = new Visitor(testApp, `${own.subdomain}.localhost:4000`)
  await hers.launch(carol)
  const seen = (await hers.ask(getToday)).reply
  assert.deepEqual([seen.has_animals, seen.head, seen.findings], [false, 0, []])
  const astray = new Visitor(testApp, of.his.host)
  for (const [name, value] of hers.cookies) astray.cookies.set(name, value)
  assert.equal((await astray.ask(getToday)).status, 401)
  const [mine, his] = [(await of.hers.ask(getToday)).reply, await today(of)]
  assert.deepEqual([mine.head, his.head], [1, 1])
})
