import { getAnimal, listAnimals } from '@byre/contract/herd/animals'
import { listFindings } from '@byre/contract/herd/findings'
import { listHolds } from '@byre/contract/herd/holds'
import { addLot, addPen, listLots, listPens } from '@byre/contract/herd/pens'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { newId } from '../../platform/ids.ts'
import { bornAt, daysAgo, event, herdSite, recorded, type HerdSite } from '../../testing/herd/recording.ts'
import { fewestStatements } from '../../testing/statements.ts'
import { TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
let site: HerdSite
let north: string
let lot: string
before(async () => {
  testApp = await TestApp.start()
  site = await herdSite(testApp)
  north = (await site.hers.ask(addPen, { body: { name: 'North 4' } })).reply.id
  lot = (await site.hers.ask(addLot, { body: { name: 'Spring' } })).reply.id
  const animals = Array.from({ length: 25 }, () => newId())
  await recorded(
    site.hers,
    ...animals.map((id, at) =>
      event('entered', [id], {
        origin: 'born',
        ...(at < 10 ? { pen: north } : {}),
        ...(at >= 5 && at < 12 ? { lot } : {}),
        tags: [
          { kind: 'visual', value: `B-${String(at).padStart(3, '0')}` },
          { kind: 'eid', value: `124000${String(275_000_000 + at * 1001)}` },
        ],
      }),
    ),
  )
  await recorded(
    site.hers,
    event('treated', [animals[2]!], { product_name: 'x' }),
    event('died', [animals[9]!], {}),
  )
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

const list = async (query: Record<string, string> = {}, by = site.his) =>
  (await by.ask(listAnimals, { query })).reply
const tags = async (query: Record<string, string>) =>
  (await list(query)).animals.map(({ main_tag }) => main_tag)

describe('a list', () => {
  test('comes in pages by what animals are called, and each is there once', async () => {
    const seen: string[] = []
    let after: string | null = null
    do {
      const page: Awaited<ReturnType<typeof list>> = await list({ limit: '7', ...(after ? { after } : {}) })
      seen.push(...page.animals.map(({ main_tag }) => main_tag))
      after = page.next
    } while (after !== null)
    assert.equal(seen.length, 24)
    assert.deepEqual(seen, seen.toSorted())
    assert.equal(new Set(seen).size, 24)
  })

  test('is narrowed by status, pen, lot and whether they are held', async () => {
    assert.deepEqual(await tags({ status: 'dead' }), ['B-009'])
    assert.equal((await tags({ pen: north })).length, 9)
    assert.deepEqual(await tags({ pen: north, lot }), ['B-005', 'B-006', 'B-007', 'B-008'])
    assert.deepEqual(await tags({ status: 'dead', lot }), ['B-009'])
    assert.deepEqual(await tags({ held: 'yes' }), ['B-002'])
    assert.equal((await tags({ held: 'no' })).length, 23)
    assert.deepEqual(await tags({ pen: newId() }), [])
  })

  test('a fragment is found exactly, at the beginning, at the end and anywhere, the nearest first', async () => {
    assert.deepEqual(await tags({ q: 'b012' }), ['B-012'])
    assert.deepEqual(await tags({ q: '012012' }), ['B-012'])
    assert.deepEqual(await tags({ q: '5 0120' }), ['B-012'])
    assert.equal((await tags({ q: 'B-' })).length, 25)
    assert.deepEqual(await tags({ q: '09', limit: '3' }), ['B-009'])
    assert.deepEqual(await tags({ q: '---' }), [])
    assert.deepEqual(await tags({ q: 'zzz' }), [])
    assert.equal((await tags({ q: '275', limit: '5' })).length, 5)
  })

  test('a tag that was taken off still finds its animal', async () => {
    const id = await bornAt(site.hers, { tags: [{ kind: 'visual', value: 'Old 77' }] })
    await recorded(site.hers, event('tag_removed', [id], { tag: { kind: 'visual', value: 'Old 77' } }))
    assert.deepEqual(
      (await list({ q: 'ld77' })).animals.map((animal) => animal.id),
      [id],
    )
    await recorded(site.hers, event('left', [id], { reason: 'sold' }))
  })

  test('nothing of another site is found, listed or held there', async () => {
    const other = await herdSite(testApp)
    for (const query of [{}, { q: 'b012' }, { q: '012' }, { pen: north }] as Record<string, string>[])
      assert.deepEqual((await list(query, other.his)).animals, [])
    assert.deepEqual((await other.his.ask(listHolds)).reply.holds, [])
    assert.deepEqual((await other.his.ask(listPens)).reply.pens, [])
  })

  test('a page that no list gave is refused', async () => {
    for (const after of [
      'x',
      'WzEsMl0',
      Buffer.from('["a","b"]').toString('base64url'),
      '%00',
      'a'.repeat(401),
    ]) {
      const { status } = await site.his.ask(listAnimals, { query: { after } })
      assert.equal(status, 400, after)
    }
    for (const query of [
      { limit: '0' },
      { limit: '201' },
      { status: 'all' },
      { pen: 'x' },
      { held: 'maybe' },
    ] as Record<string, string>[])
      assert.equal((await site.his.ask(listAnimals, { query })).status, 400)
  })

  test('each read is one statement', async () => {
    const id = (await list({ q: 'b012' })).animals[0]!.id
    for (const [statements, read] of [
      [1, () => list({})],
      [1, () => list({ q: '012' })],
      [1, () => list({ pen: north })],
      [1, () => site.his.ask(getAnimal, { params: { id } })],
      [1, () => site.his.ask(listHolds)],
      [1, () => site.his.ask(listPens)],
    ] as const)
      assert.equal(await fewestStatements(testApp.database, read, statements), statements, read.toString())
  })

  test('a row names its pen and lot', async () => {
    const { animals } = await list({ pen: north, lot })
    assert.deepEqual(
      animals.map(({ pen_name, lot_name }) => [pen_name, lot_name]),
      Array.from({ length: 4 }, () => ['North 4', 'Spring']),
    )
  })
})

test('an animal tells its weights, and of each event who did it, of how many head, and where to', async () => {
  const [id, other] = [await bornAt(site.hers), await bornAt(site.hers)]
  const kg = (typed: string) => ({
    weight: { typed, unit: 'kg' as const, base: Number(typed) * 1000 },
    source: 'measured' as const,
  })
  const pen = (await site.hers.ask(addPen, { body: { name: 'South 1' } })).reply.id
  await recorded(
    site.his,
    event('weighed', [id], kg('310'), { at: daysAgo(1) }),
    event('weighed', [id], kg('300'), { at: daysAgo(9) }),
    event('moved', [id, other], { pen }, { by: { name: 'Dale' } }),
    event('noted', [id], { text: 'seen' }, { day: daysAgo(20).slice(0, 10), by: { person: site.alice.id } }),
  )
  const { reply } = await site.his.ask(getAnimal, { params: { id } })
  assert.deepEqual(
    reply.weights.map(({ typed }) => typed),
    ['300', '310'],
  )
  const names = await testApp.database.pool.query<{ id: string; name: string }>(
    `select id, coalesce(nullif(trim(concat_ws(' ', first_name, last_name)), ''), email) as name from customers.users`,
  )
  const alice = names.rows.find((row) => row.id === site.alice.id)!.name
  const eventOf = new Map(reply.events.map((one) => [one.kind, one]))
  assert.equal(eventOf.get('entered')!.person_name, alice)
  assert.deepEqual(
    [eventOf.get('moved')!.head, eventOf.get('moved')!.by_name, eventOf.get('moved')!.pen_name],
    [2, 'Dale', 'South 1'],
  )
  assert.deepEqual(
    [eventOf.get('noted')!.by_name, eventOf.get('noted')!.day],
    [alice, daysAgo(20).slice(0, 10)],
  )
  assert.notEqual(eventOf.get('noted')!.person_name, alice)

  // Of who belongs to the site no more, and of who has no account any more.
  const movedBy = async (person: string) => {
    await testApp.database.pool.query(
      `update herd.events set record = jsonb_set(record::jsonb, '{person}', to_jsonb($2::text))::text
       where site_id = $1 and id = $3`,
      [site.id, person, eventOf.get('moved')!.id],
    )
    const { events } = (await site.his.ask(getAnimal, { params: { id } })).reply
    return events.find(({ kind }) => kind === 'moved')!.person_name
  }
  const dora = await testApp.person('dora')
  assert.equal(await movedBy(dora.id), dora.email)
  assert.equal(await movedBy('019a0000-0000-7000-8000-00000000dead'), null)
})

test('a course tells which doses are to come, until each was given or skipped, or that was taken back', async () => {
  const id = await bornAt(site.hers)
  const planned = [daysAgo(-1), daysAgo(-2), daysAgo(-3)]
  const first = event('treated', [id], { product_name: 'Sample 300', every_hours: 24, days: 4, planned })
  await recorded(site.hers, first)
  const courses = async () => (await site.his.ask(getAnimal, { params: { id } })).reply.courses
  const [course] = await courses()
  assert.deepEqual([course?.event_id, course?.due], [first.id, planned])
  assert.deepEqual(course?.body, { product_name: 'Sample 300', every_hours: 24, days: 4 })
  const skipped = event('dose_skipped', [id], { course: first.id, due: planned[1]! })
  await recorded(site.his, skipped)
  assert.deepEqual((await courses())[0]?.due, [planned[0], planned[2]])
  await recorded(site.his, event('treated', [id], { product_name: 'Sample 300', course: first.id }))
  assert.deepEqual((await courses())[0]?.due, [planned[2]])
  await recorded(site.his, event('void', [], { event: skipped.id, reason: 'It was given' }))
  assert.deepEqual((await courses())[0]?.due, [planned[1], planned[2]])
  await recorded(site.his, event('course_closed', [id], { course: first.id }))
  assert.deepEqual(await courses(), [])
})

test('pens and lots say how many head they have and how many are held, and their names are theirs alone', async () => {
  const [pen] = (await site.his.ask(listPens)).reply.pens
  assert.deepEqual([pen!.name, pen!.head, pen!.held], ['North 4', 9, 1])
  assert.equal((await site.his.ask(listLots)).reply.lots[0]!.head, 6)
  const { status, body } = await site.his.ask(addPen, { body: { name: 'north 4' } })
  assert.deepEqual([status, body['code']], [409, 'name.taken'])
  for (const name of ['', '  ', 'x'.repeat(61), 'a\u0007'])
    assert.equal((await site.his.ask(addPen, { body: { name } })).status, 400)
})

test('an animal’s events come in pages, the latest first', async () => {
  const id = await bornAt(site.hers)
  await recorded(
    site.hers,
    ...[3, 1, 4, 2].map((days) => event('noted', [id], { text: `${days} days ago` }, { at: daysAgo(days) })),
  )
  const seen: unknown[] = []
  let before: string | null = null
  do {
    const query: Record<string, string> = { limit: '2', ...(before ? { before } : {}) }
    const { reply } = await site.his.ask(getAnimal, { params: { id }, query })
    seen.push(...reply.events.map(({ body, kind }) => body['text'] ?? kind))
    before = reply.next
  } while (before !== null)
  assert.deepEqual(seen, ['entered', '1 days ago', '2 days ago', '3 days ago', '4 days ago'])
})

test('what is odd is listed by kind, with who must act and what settles it, until somebody does', async () => {
  const of = await herdSite(testApp)
  const eid = { kind: 'eid', value: '999000000000001' } as const
  const [one, other] = [await bornAt(of.hers, { tags: [eid] }), await bornAt(of.hers, { tags: [eid] })]
  const all = async (query: Record<string, string> = {}) => (await of.his.ask(listFindings, { query })).reply
  const kinds = (await all()).findings.map(({ kind, who }) => `${kind}: ${who}`)
  assert.deepEqual(kinds, [
    'one tag on two animals: manager',
    'one tag on two animals: manager',
    'test tag: crew',
    'test tag: crew',
  ])
  const first = await all({ limit: '1' })
  assert.deepEqual((await all({ after: first.next! })).findings, (await all()).findings.slice(1))
  await recorded(of.his, event('tag_removed', [other], { tag: eid }))
  const [left] = (await all()).findings
  assert.deepEqual(
    [left!.kind, left!.animal_id, left!.settled_by],
    ['test tag', one, ['tag_removed', 'noted']],
  )
  const settles = { finding: 'test tag', event: left!.subject }
  await recorded(of.his, event('noted', [one], { text: 'a demonstration', settles }))
  assert.deepEqual((await all()).findings, [])
})
