import { listSites, getSite } from '@byre/contract/places/sites'
import { getUser } from '@byre/contract/people/users'
import { sql, type Kysely } from 'kysely'
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { findPlace } from '../../customers/places/places.queries.ts'
import { findTenantById, findTenantByName } from '../../customers/places/tenants.queries.ts'
import { findOwnUser } from '../../customers/users/users.queries.ts'
import { join, newSite } from '../../testing/places.ts'
import { startWith } from '../../testing/people.ts'
import { batchedPlan, fewestStatements, plannedForAny } from '../../testing/statements.ts'
import { tokenHash } from '../secrets.ts'
import { findActor } from '../authentication/authenticate.ts'
import { findVisitor } from '../authentication/visitors.ts'
import { listRead, quickRead, within, type DB } from './db.ts'
import { transaction } from './transactions.ts'

/* Callers who ask at once are answered by one statement: each what is theirs, and nobody for another. */

const { testApp, alice, bob, carol } = await startWith(['alice', 'bob', 'carol'])
after(() => assert.deepEqual(testApp.complaints, []))

test('whoever asks together is answered as if they had asked alone, by fewer statements', async () => {
  const shared = await newSite(testApp, alice)
  const own = await newSite(testApp, alice)
  await join(testApp, bob, { kind: 'site', id: shared.id }, 'User')
  const nobody = 'x'.repeat(43)
  const asks = [alice, bob, carol, nobody].flatMap((as) => [
    ...[alice, bob, carol].map(
      ({ id }) =>
        () =>
          testApp.call(getUser, { as, params: { id } }),
    ),
    ...[shared, own].map(
      ({ id }) =>
        () =>
          testApp.call(getSite, { as, params: { id } }),
    ),
    ...['1', '25'].map((limit) => () => testApp.call(listSites, { as, query: { limit } })),
  ])
  const comparable = async (answer: ReturnType<(typeof asks)[number]>) => {
    const { status, body } = await answer
    return { status, data: body['data'], code: body['code'] }
  }
  const alone = []
  for (const ask of asks) alone.push(await comparable(ask()))
  assert.deepEqual(
    alone.map(({ status }) => status),
    [
      [200, 404, 404, 200, 200, 200, 200],
      [404, 200, 404, 200, 404, 200, 200],
      [404, 404, 200, 404, 404, 200, 200],
      Array.from({ length: 7 }, () => 401),
    ].flat(),
  )

  const askAll = () => Promise.all(asks.map((ask) => comparable(ask())))
  assert.deepEqual(await askAll(), alone)
  const statements = await fewestStatements(testApp.database, askAll, asks.length / 2 - 1)
  assert.ok(statements < asks.length / 2, `${statements} statements for ${asks.length} calls`)
})

const divide = quickRead<'platform'>()(
  (db, p: { by: string; of: number }) =>
    db.selectNoFrom(sql<number>`${p.of}::int / cast(${p.by} as int)`.as('result')),
  { by: 'text' },
)
const divided = async (by: string, of = 100) =>
  (await divide(within(testApp.database.db), { by, of })).map(({ result }) => result)

test('a value that PostgreSQL refuses fails the one who sent it, and keeps nobody else from theirs', async () => {
  const ends = await Promise.allSettled([divided('4'), divided('0'), divided('five'), divided('10')])
  assert.deepEqual(
    ends.map((end) => (end.status === 'fulfilled' ? end.value : end.reason.code)),
    [[25], '22012', '22P02', [10]],
  )
})

test('values in which callers may not differ are asked for apart', async () => {
  const ask = () => Promise.all([divided('2', 100), divided('5', 200), divided('4', 100)])
  assert.deepEqual((await ask()).flat(), [50, 40, 25])
  assert.equal(await fewestStatements(testApp.database, ask, 2), 2)
})

test('many at once are shared out, and each has an answer', async () => {
  const numbers = Array.from({ length: 100 }, (_, n) => n + 1)
  const ask = () => Promise.all(numbers.map((n) => divided(String(n), 5_050)))
  assert.deepEqual(
    (await ask()).flat(),
    numbers.map((n) => Math.floor(5_050 / n)),
  )
  assert.equal(await fewestStatements(testApp.database, ask, 7), 7, 'sixteen each')
})

test('a list answers fewer at once, since each has many rows', async () => {
  const upTo = listRead<'customers', { last: string }>(async () => [], { isQuick: true })(
    (db, p) => db.selectFrom(sql<{ n: number }>`generate_series(1, ${p.last}::int)`.as('n')).selectAll(),
    { last: 'text' },
  )
  const db = within<'customers'>(testApp.database.db)
  const lasts = Array.from({ length: 20 }, (_, n) => n + 1)
  const ask = () => Promise.all(lasts.map((last) => upTo(db, { last: String(last) })))
  assert.deepEqual(
    (await ask()).map((rows) => rows.length),
    lasts,
  )
  assert.equal(await fewestStatements(testApp.database, ask, 3), 3, 'eight each')
})

const answeredBy = quickRead<'platform'>()(
  (db, p: { caller: string }) =>
    db.selectNoFrom([sql<number>`pg_backend_pid()`.as('pid'), sql<string>`${p.caller}::text`.as('asked_by')]),
  { caller: 'text' },
)

test('a full statement is answered by one connection, and the next by another, beside it', async () => {
  const db = within(testApp.database.db)
  const pidsOf = async (callers: number) => {
    const numbers = Array.from({ length: callers }, (_, n) => String(n))
    const rows = (await Promise.all(numbers.map((caller) => answeredBy(db, { caller })))).flat()
    assert.deepEqual(
      rows.map(({ asked_by }) => asked_by),
      numbers,
    )
    return rows.map(({ pid }) => pid)
  }
  assert.equal(new Set(await pidsOf(16)).size, 1)
  const pids = await pidsOf(32)
  const connectionsOf = (from: number[]) => new Set(from).size
  assert.deepEqual([pids.slice(0, 16), pids.slice(16), pids].map(connectionsOf), [1, 1, 2])
})

test('what is read in a transaction is read in it, and by nobody else’s statement', async () => {
  const nameOf = quickRead<'customers'>()(
    (db, p: { id: string }) => db.selectFrom('customers.users').select('first_name').where('id', '=', p.id),
    { id: 'uuid' },
  )
  const db = within<'customers'>(testApp.database.db)
  await assert.rejects(
    transaction(db, async (inner) => {
      await inner
        .updateTable('customers.users')
        .set({ first_name: 'Alison' })
        .where('id', '=', alice.id)
        .execute()
      const seen = await Promise.all([nameOf(inner, { id: alice.id }), nameOf(db, { id: alice.id })])
      assert.deepEqual(
        seen.flat().map(({ first_name }) => first_name === 'Alison'),
        [true, false],
      )
      throw new Error('undone')
    }),
    /undone/,
  )
})

test('each caller is looked up as if alone: by the same indexes, and through no rows of others', async () => {
  const { pool } = testApp.database
  const site = await newSite(testApp, alice)
  const token_hash = tokenHash(alice.token)
  const caller = { token_hash, is_key: false, is_visit: false }
  const [host_name, route, key] = ['a host', 'a route', 'a key']
  const hash = { name: 'token_hash', type: 'bytea', value: token_hash } as const
  const text = (name: string, value: string) => ({ name, type: 'text', value }) as const
  const id = { name: 'id', type: 'uuid', value: site.id } as const
  const reads: [ask: (db: Kysely<DB>) => Promise<unknown>, differing: Parameters<typeof batchedPlan>[2]][] = [
    [(db) => findActor(db as never, caller, route, key), [hash, text('route', route), text('key', key)]],
    [(db) => findPlace.site(within(db as never), { token_hash, id: site.id }), [hash, id]],
    [(db) => findOwnUser(within(db as never), { token_hash, id: site.id }), [hash, id]],
    [(db) => findVisitor(db as never, { token_hash, host_name }), [hash, text('host_name', host_name)]],
    [(db) => findTenantByName(within(db as never), { name: host_name }), [text('name', host_name)]],
    [(db) => findTenantById(within(db as never), { id: site.id }), [id]],
  ]
  const sources = (nodes: Awaited<ReturnType<typeof batchedPlan>>) =>
    nodes.flatMap((node) => node['Index Name'] ?? node['Relation Name'] ?? []).toSorted()
  for (const [ask, differing] of reads) {
    const [together, alone] = [await batchedPlan(pool, ask, differing), await plannedForAny(pool, ask)]
    assert.deepEqual(sources(together), sources(alone))
    const known = new Set([...alone.map((node) => node['Node Type']), ...perCaller])
    const unknown = together.map((node) => node['Node Type']).filter((type) => !known.has(type))
    assert.deepEqual(unknown, [])
  }
})

/** What goes from one caller to the next, and reads no rows of its own. */
const perCaller = ['Function Scan', 'Nested Loop', 'Subquery Scan', 'Limit', 'Memoize']
