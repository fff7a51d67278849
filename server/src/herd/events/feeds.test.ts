import { getAnimal } from '@byre/contract/herd/animals'
import { listHolds } from '@byre/contract/herd/holds'
import { getPen } from '@byre/contract/herd/pens'
import type { SiteId } from '@byre/contract/subject-kinds'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { within } from '../../platform/database/db.ts'
import { newId } from '../../platform/ids.ts'
import { enteredIn, feedOf, heldFor, penAt, started, stopped, type Feed } from '../../testing/herd/feeding.ts'
import { bornAt, daysAgo, event, recorded, sendEvents, type HerdSite } from '../../testing/herd/recording.ts'
import { born, entryOf, listOf, locked, shipList, shippingSite } from '../../testing/herd/ship-lists.ts'
import { TestApp } from '../../testing/test-app.ts'
import { rebuildHerd, verifyHerd } from './rebuild.actions.ts'

/* Medicated feed over HTTP: who of a pen it holds, whatever is recorded first, and that making all again finds nothing. */

let testApp: TestApp
let site: HerdSite
let feed: Feed
before(async () => {
  testApp = await TestApp.start()
  site = await shippingSite(testApp)
  feed = await feedOf(site, 5)
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

const movedTo = (animal: string, pen: string | undefined, days: number) =>
  event('moved', [animal], pen === undefined ? {} : { pen }, { at: daysAgo(days) })
const heldHere = (id: string) => heldFor(site, id)
const cardOf = async (id: string, of = site) => (await of.his.ask(getAnimal, { params: { id } })).reply
const whole = async (of = site) => {
  const db = within<'herd'>(testApp.database.db)
  assert.equal((await verifyHerd(db, of.id as SiteId)).fault, null)
  assert.equal((await rebuildHerd(db, of.id as SiteId)).changed, 0)
}

test('feed begun in a pen holds whoever stands there, and whoever comes, until it stops or they leave', async () => {
  const [pen, other] = [await penAt(site), await penAt(site)]
  const stays = await enteredIn(site, pen, 60)
  const leaves = await enteredIn(site, pen, 60)
  const comes = await enteredIn(site, other, 60)
  const never = await enteredIn(site, other, 60)
  const begun = started(pen, 10, feed)
  await recorded(site.his, begun)
  assert.deepEqual(await Promise.all([stays, leaves, comes, never].map(heldHere)), [
    'held',
    'held',
    'clear',
    'clear',
  ])
  await recorded(site.his, movedTo(leaves, other, 3), movedTo(comes, pen, 2))
  assert.deepEqual(await Promise.all([stays, leaves, comes, never].map(heldHere)), [
    'held',
    2,
    'held',
    'clear',
  ])

  const { holds } = (await site.his.ask(listHolds, { query: { pen } })).reply
  assert.deepEqual(
    holds.flatMap(({ because }) =>
      because.map(({ why, product_name, event_kind }) => [why, product_name, event_kind]),
    ),
    [stays, comes].map(() => ['still fed', feed.product_name, 'feed_started']),
  )
  const only = (await site.his.ask(listHolds, { query: { why: 'still fed', pen } })).reply.holds
  assert.equal(only.length, 2)

  await recorded(site.his, stopped(begun, 1))
  assert.deepEqual(await Promise.all([stays, leaves, comes, never].map(heldHere)), [4, 2, 4, 'clear'])
  const late = await enteredIn(site, pen, 0.5)
  assert.equal(await heldFor(site, late), 'clear')
  const shown = (await cardOf(comes)).events.find(({ kind }) => kind === 'feed_started')
  assert.deepEqual([shown?.id, shown?.body['product_name']], [begun.id, feed.product_name])
  assert.ok(Math.abs(Date.parse(shown!.at) - Date.parse(daysAgo(2))) < 60_000, 'from its coming on')
  assert.ok(Math.abs(Date.parse(shown!.fed_to ?? '') - Date.parse(daysAgo(1))) < 60_000)
  assert.deepEqual(
    (await cardOf(never)).events.filter(({ kind }) => kind === 'feed_started'),
    [],
  )
  await whole()
})

test('what becomes known late gives what it would have given at once: moves, a stop, and what is taken back', async () => {
  const [pen, other] = [await penAt(site), await penAt(site)]
  const animal = await enteredIn(site, other, 60)
  const [begun, coming, leaving] = [
    started(pen, 20, feed),
    movedTo(animal, pen, 12),
    movedTo(animal, other, 3),
  ]
  await recorded(site.his, leaving)
  await recorded(site.his, begun)
  assert.equal(await heldFor(site, animal), 'clear')
  await recorded(site.his, coming)
  assert.equal(await heldFor(site, animal), 2, 'it ate until it left')
  const stop = stopped(begun, 4)
  await recorded(site.his, stop)
  assert.equal(await heldFor(site, animal), 1)
  await recorded(site.his, event('void', [], { event: leaving.id, reason: 'another animal' }))
  await recorded(site.his, event('void', [], { event: stop.id, reason: 'still fed' }))
  assert.equal(await heldFor(site, animal), 'held')
  await whole()
  await recorded(site.his, event('void', [], { event: begun.id, reason: 'another pen' }))
  assert.equal(await heldFor(site, animal), 'clear')
  assert.deepEqual((await cardOf(animal)).withdrawals, [])
  await whole()
})

test('an animal that is found to be another brings along what it ate', async () => {
  const pen = await penAt(site)
  const [kept, same] = [await bornAt(site.hers), await enteredIn(site, pen, 60)]
  const begun = started(pen, 10, feed)
  await recorded(site.his, begun, stopped(begun, 2))
  const joined = event('same_animal', [kept, same], {})
  await recorded(site.hers, joined)
  assert.equal(await heldFor(site, kept), 3)
  await recorded(site.hers, event('void', [], { event: joined.id, reason: 'two after all' }))
  assert.deepEqual(await Promise.all([kept, same].map(heldHere)), ['clear', 3])
  await whole()
})

test('any order of moves, feeds, stops, treatments and what takes them back makes what making all again makes', async () => {
  const of = await shippingSite(testApp)
  const fed = await feedOf(of, 6)
  const pens = [await penAt(of), await penAt(of), await penAt(of)]
  const animals = [
    await enteredIn(of, pens[0]!, 100),
    await enteredIn(of, pens[1]!, 90),
    await enteredIn(of, pens[2]!, 80),
  ]
  let seed = 125
  const pick = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * most)
  }
  const feeds: { id: string }[] = []
  const all: { id: string }[] = []
  for (let round = 0; round < 40; round += 1) {
    const some: (Record<string, unknown> & { id: string })[] = []
    for (let nth = pick(3); nth >= 0; nth -= 1) {
      const [animal, pen, days] = [animals[pick(3)]!, pens[pick(3)]!, pick(700) / 10]
      const kind = pick(10)
      if (kind < 4) some.push(movedTo(animal, pick(4) === 0 ? undefined : pen, days))
      else if (kind < 6) {
        const begun = started(pen, days, fed)
        feeds.push(begun)
        some.push(begun)
      } else if (kind < 7 && feeds.length > 0) some.push(stopped(feeds[pick(feeds.length)]!, days))
      else if (kind < 8) some.push(event('treated', [animal], { product_name: 'x' }, { at: daysAgo(days) }))
      else if (kind < 9)
        some.push(event('described', [animal], { field: 'class', value: ['beef', 'dairy'][pick(2)]! }))
      else if (all.length > 0) some.push(event('void', [], { event: all[pick(all.length)]!.id, reason: 'r' }))
    }
    if (some.length === 0) continue
    await recorded(of.hers, ...some)
    all.push(...some.filter(({ kind }) => kind !== 'void'))
    if (round % 8 === 7) await whole(of)
  }
  await whole(of)
})

describe('a locked ship list', () => {
  test('is broken by feed in a pen where one of its animals stands, and by feed that was stopped too late', async () => {
    const pen = await penAt(site)
    const [animal] = await born(site.hers, 1, { pen })
    const id = await locked(site.hers, await listOf(site.hers, [animal!]))
    const begun = started(pen, 0.00001, feed)
    await recorded(site.his, begun)
    assert.equal((await shipList(site.hers, id)).state, 'broken')
    const { because } = await entryOf(site.hers, id, animal!)
    assert.deepEqual(
      because.map(({ why, product_name }) => [why, product_name]),
      [['still fed', feed.product_name]],
    )
    await whole()
  })
  test('is broken where a stop is taken back', async () => {
    const pen = await penAt(site)
    const animal = await enteredIn(site, pen, 60)
    const begun = started(pen, 50, feed)
    const stop = stopped(begun, 20)
    await recorded(site.his, begun, stop)
    const id = await locked(site.hers, await listOf(site.hers, [animal]))
    await recorded(site.his, event('void', [], { event: stop.id, reason: 'still fed' }))
    assert.equal((await shipList(site.hers, id)).state, 'broken')
    await whole()
  })
})

describe('feed is recorded', () => {
  test('for a pen of this site alone, and stopped where it was begun', async () => {
    const other = await shippingSite(testApp)
    const [pen, theirs] = [await penAt(site), await penAt(other)]
    const begun = started(pen, 1, feed)
    await recorded(site.his, begun)
    const foreign = { ...feed, pen: theirs }
    const noted = event('noted', [await bornAt(site.hers)], { text: 'x' })
    await recorded(site.his, noted)
    for (const [of, sent] of [
      [site, event('feed_started', [], foreign)],
      [site, event('feed_stopped', [], { feed: newId() })],
      [site, event('feed_stopped', [], { feed: noted.id })],
      [other, event('feed_stopped', [], { feed: begun.id })],
    ] as const)
      assert.equal((await sendEvents(of.hers, sent)).status, 404, JSON.stringify(sent))
    assert.equal((await other.hers.ask(getPen, { params: { id: pen } })).status, 404)
    const [shown] = (await site.his.ask(getPen, { params: { id: pen } })).reply.feeds
    assert.deepEqual([shown?.event_id, shown?.stopped], [begun.id, null])
  })
  test('once, however often it is sent; of no animal; and taken back by whoever recorded it', async () => {
    const pen = await penAt(site)
    const begun = started(pen, 1, feed)
    const first = await recorded(site.his, begun)
    assert.deepEqual((await recorded(site.his, begun)).events, first.events)
    const animal = await enteredIn(site, pen, 5)
    const { status } = await sendEvents(site.his, { ...started(pen, 1, feed), animals: [animal] })
    assert.equal(status, 400)
    const hers = started(pen, 1, feed)
    await recorded(site.hers, hers)
    assert.equal((await sendEvents(site.his, event('void', [], { event: hers.id, reason: 'r' }))).status, 403)
    await recorded(site.his, event('void', [], { event: begun.id, reason: 'r' }))
    assert.equal(await heldFor(site, animal), 'held', 'hers goes on')
    await whole()
  })
  test('a finding about it is settled by a note on whoever ate of it', async () => {
    const pen = await penAt(site)
    const animal = await enteredIn(site, pen, 5)
    const wrong = event('feed_started', [], { ...feed, pen, route: 'water' })
    await recorded(site.his, wrong)
    const kinds = async () => (await cardOf(animal)).findings.map(({ kind }) => kind)
    assert.deepEqual(await kinds(), ['extra-label without a figure'])
    const settles = { finding: 'extra-label without a figure', event: wrong.id }
    await recorded(site.hers, event('noted', [animal], { text: 'seen', settles }))
    assert.deepEqual(await kinds(), [])
    await whole()
  })
})
