import { CompiledQuery, sql } from 'kysely'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { Proxy } from '../../testing/proxies/proxy.ts'
import { together } from './together.ts'
import { openDatabase, prepared, within, type Database } from './db.ts'
import { transaction } from './transactions.ts'
import { sqlState, violated } from './sql-states.ts'

let scratch: TestDatabase
let database: Database

before(async () => {
  scratch = await createTestDatabase()
  database = openDatabase(scratch.options, { max: 8 })
  await database.pool.query(
    'create table public.herd (id int primary key, name text, heads int8, born timestamptz(3))',
  )
})
after(async () => {
  await database.close()
  await scratch.drop()
})

const query = <Row>(text: string, values: unknown[] = []) =>
  database.pool.query(text, values) as unknown as Promise<{ rows: Row[] }>
const customers = () => within<'customers'>(database.db)
const raise = (state: string) =>
  CompiledQuery.raw(`do $$ begin raise exception 'as if' using errcode = '${state}'; end $$`)

test('times come as ISO 8601 in UTC with milliseconds', async () => {
  const { rows } = await query<{ at: string }>(
    `select * from unnest(array['2026-11-21 05:12:33.1', '2026-11-21 05:12:33', '2026-11-21 05:12:33.123456+05:30',
     '1969-12-31 23:59:59.999-08']::timestamptz[]) as at`,
  )
  assert.deepEqual(
    rows.map(({ at }) => at),
    [
      '2026-11-21T05:12:33.100Z',
      '2026-11-21T05:12:33.000Z',
      '2026-11-20T23:42:33.123Z',
      '1970-01-01T07:59:59.999Z',
    ],
  )
  for (const { at } of rows) assert.equal(new Date(at).toISOString(), at)
})

test('money and counts come as numbers, and are refused rather than rounded', async () => {
  const { rows } = await query<{ cents: number; total: number }>(
    'select 9007199254740991::int8 as cents, count(*) as total from public.herd',
  )
  assert.deepEqual(rows, [{ cents: 9007199254740991, total: 0 }])
  await assert.rejects(query('select 9007199254740993::int8'), /not a safe whole number: 9007199254740993/)
})

test('a name without its schema finds nothing, and time is UTC on every connection', async () => {
  const { rows } = await query<{ path: string; zone: string; limit: string }>(
    `select current_setting('search_path') as path, current_setting('TimeZone') as zone,
     current_setting('statement_timeout') as limit`,
  )
  assert.deepEqual(rows, [{ path: '', zone: 'UTC', limit: '5s' }])
  await assert.rejects(query('select from herd'), (error) => sqlState(error) === '42P01')
})

test('R03 a statement that takes too long is stopped', async () => {
  const hasty = openDatabase(scratch.options, { max: 1, statementTimeoutMs: 50 })
  await assert.rejects(hasty.pool.query('select pg_sleep(10)'), (error) => sqlState(error) === '57014')
  await hasty.close()
})

const findUser = prepared<'customers'>()((db, p: { id: string; email: string }) =>
  db
    .selectFrom('customers.users')
    .select(['email', sql<string>`${p.email}::text`.as('asked'), sql<string>`'fixed'`.as('fixed')])
    .where('id', '=', p.id)
    .where('email', 'in', ['alice@ranch.example', 'bob@ranch.example'])
    .limit(1),
)

test('a prepared query runs with each call’s own values, also at once', async () => {
  const ids = ['0193a2c4-5e6f-7a8b-9c0d-1e2f3a4b5c6d', '0193a2c4-5e6f-7a8b-9c0d-1e2f3a4b5c6e'] as const
  await query(
    `insert into customers.users (id, email) values ($1, 'alice@ranch.example'), ($2, 'bob@ranch.example')`,
    [...ids],
  )
  const [alice, bob, nobody] = await Promise.all([
    findUser(customers(), { id: ids[0], email: 'first' }),
    findUser(customers(), { id: ids[1], email: "o'second" }),
    findUser(customers(), { id: '0193a2c4-5e6f-7a8b-9c0d-1e2f3a4b5c6f', email: 'third' }),
  ])
  assert.deepEqual(alice, [{ email: 'alice@ranch.example', asked: 'first', fixed: 'fixed' }])
  assert.deepEqual(bob, [{ email: 'bob@ranch.example', asked: "o'second", fixed: 'fixed' }])
  assert.deepEqual(nobody, [])
})

test('a prepared query is planned once a connection, under one name', async () => {
  const one = openDatabase(scratch.options, { max: 1 })
  const id = '0193a2c4-5e6f-7a8b-9c0d-1e2f3a4b5c6d'
  for (let call = 0; call < 5; call++)
    await findUser(within<'customers'>(one.db), { id, email: String(call) })
  const { rows } = await one.pool.query<{ total: number }>(
    'select count(*) as total from pg_prepared_statements',
  )
  assert.deepEqual(rows, [{ total: 1 }])
  await one.close()
})

test('a query whose columns are known already answers as it did the first time, also after a failure', async () => {
  await transaction(customers(), async (db) => {
    const share = async (of: number, among: number) =>
      (await sql<object>`select ${of}::int / ${among}::int as share, null as note`.execute(db)).rows
    const herds = async (id: number) =>
      (await sql<object>`select id, name, born from public.herd where id = ${id}`.execute(db)).rows
    await sql`insert into public.herd values (${70}, ${'Bison'}, ${9}, ${'2026-11-21 05:12:33Z'})`.execute(db)
    const first = await Promise.all([share(6, 2), herds(70), share(9, 3)])
    const then = await Promise.all([share(6, 2), herds(70), share(9, 3), herds(71)])
    const bison = [{ id: 70, name: 'Bison', born: '2026-11-21T05:12:33.000Z' }]
    assert.deepEqual(first, [[{ share: 3, note: null }], bison, [{ share: 3, note: null }]])
    assert.deepEqual(then, [...first, []])
    await sql`savepoint here`.execute(db)
    await assert.rejects(share(1, 0), (error) => sqlState(error) === '22012')
    await sql`rollback to savepoint here`.execute(db)
    assert.deepEqual(await share(8, 2), [{ share: 4, note: null }])
    await sql`delete from public.herd where id = ${70}`.execute(db)
  })
})

test('a prepared query in a transaction sees what the transaction wrote', async () => {
  const id = '0193a2c4-5e6f-7a8b-9c0d-000000000001'
  await transaction(customers(), async (db) => {
    await db.insertInto('customers.users').values({ id, email: 'alice@ranch.example' }).execute()
    assert.equal((await findUser(db, { id, email: '' })).length, 1)
    assert.equal((await findUser(customers(), { id, email: '' })).length, 0)
  })
})

test('a command is repeated whole on a serialization failure or a deadlock, ten times at most', async () => {
  for (const state of ['40001', '40P01']) {
    await query('truncate public.herd')
    let attempts = 0
    await transaction(customers(), async (db) => {
      attempts += 1
      await db.executeQuery(CompiledQuery.raw('insert into public.herd (id) values ($1)', [attempts]))
      if (attempts < 8) await db.executeQuery(raise(state))
    })
    assert.equal(attempts, 8)
    assert.deepEqual((await query('select id from public.herd')).rows, [{ id: 8 }])
  }
  let attempts = 0
  const never = transaction(customers(), async (db) => {
    attempts += 1
    await db.executeQuery(raise('40001'))
  })
  await assert.rejects(never, (error) => sqlState(error) === '40001')
  assert.equal(attempts, 10)
})

test('a serialization failure is seen whatever its place among the statements that leave together', async () => {
  await query('truncate public.herd')
  let attempts = 0
  await transaction(customers(), async (db) => {
    attempts += 1
    const add = (id: number) =>
      db.executeQuery(CompiledQuery.raw('insert into public.herd (id) values ($1)', [id]))
    const twoInTurn = async () => {
      await add(1)
      await add(2)
    }
    await together(twoInTurn(), attempts < 3 ? db.executeQuery(raise('40001')) : null)
  })
  assert.equal(attempts, 3)
  assert.equal((await query('select id from public.herd')).rows.length, 2)
})

test('a failed statement that a command keeps to itself commits nothing, and is told', async () => {
  await query('truncate public.herd')
  const command = transaction(customers(), async (db) => {
    await db.executeQuery(CompiledQuery.raw('insert into public.herd (id) values (1)'))
    await db.executeQuery(raise('22012')).catch(() => undefined)
  })
  await assert.rejects(command, /after a failed statement/)
  assert.deepEqual((await query('select id from public.herd')).rows, [])
})

test('a command that fails otherwise is not repeated and leaves nothing', async () => {
  await query('truncate public.herd')
  for (const fail of [
    (db: ReturnType<typeof customers>) => db.executeQuery(raise('23505')),
    () => Promise.reject(new Error('no')),
  ]) {
    let attempts = 0
    const command = transaction(customers(), async (db) => {
      attempts += 1
      await db.executeQuery(CompiledQuery.raw('insert into public.herd (id) values (1)'))
      await fail(db)
    })
    await assert.rejects(command)
    assert.equal(attempts, 1)
  }
  assert.deepEqual((await query('select id from public.herd')).rows, [])
})

test('two commands that truly collide both come through', async () => {
  await query(`truncate public.herd`)
  await query(`insert into public.herd (id, heads) values (1, 0), (2, 0)`)
  const add = (db: ReturnType<typeof customers>, id: number) =>
    db.executeQuery(CompiledQuery.raw('update public.herd set heads = heads + 1 where id = $1', [id]))
  // Each holds its first row until both do, so that they must meet.
  let holding = 0
  const bothHold = Promise.withResolvers<void>()
  const move = (first: number, second: number) =>
    transaction(customers(), async (db) => {
      await add(db, first)
      holding += 1
      if (holding === 2) bothHold.resolve()
      await bothHold.promise
      await add(db, second)
    })
  await Promise.all([move(1, 2), move(2, 1)])
  assert.ok(holding > 2, 'one of them was done again')
  assert.deepEqual((await query('select id, heads from public.herd order by id')).rows, [
    { id: 1, heads: 2 },
    { id: 2, heads: 2 },
  ])
})

test('a transaction inside a transaction is the same one', async () => {
  await query('truncate public.herd')
  const command = transaction(customers(), async (db) => {
    await transaction(db, (inner) =>
      inner.executeQuery(CompiledQuery.raw('insert into public.herd (id) values (1)')),
    )
    throw new Error('no')
  })
  await assert.rejects(command, /no/)
  assert.deepEqual((await query('select id from public.herd')).rows, [])
})

test('what stood in the way of an insert can be named', async () => {
  await query('truncate public.herd')
  await query('insert into public.herd (id) values (1)')
  const error = await query('insert into public.herd (id) values (1)').catch((error: unknown) => error)
  assert.equal(violated(error), 'herd_pkey')
  assert.equal(violated(new Error('other')), undefined)
  assert.equal(sqlState(new Error('other')), undefined)
})

test('R03 connections that are lost, idle or in use, end no process and are replaced', async () => {
  const proxy = await Proxy.start(scratch.options)
  const lost: Error[] = []
  const wired = openDatabase(proxy.options, { max: 2, onError: (error) => lost.push(error) })
  await Promise.all([wired.pool.query('select 1'), wired.pool.query('select 2')])
  const running = wired.pool.query('select pg_sleep(10)')
  const failure = assert.rejects(running)
  proxy.cut()
  await failure
  await assert.rejects(wired.pool.query('select 1'))
  proxy.mend()
  assert.equal((await wired.pool.query('select 1')).rowCount, 1)
  assert.ok(lost.length > 0)
  await wired.close()
  await proxy.close()
})

test('what a transaction asks for at once leaves at once', async () => {
  const proxy = await Proxy.start(scratch.options)
  const wired = openDatabase(proxy.options, { max: 1, onError: () => undefined })
  const ends: string[] = []
  await transaction(within<'customers'>(wired.db), async (db) => {
    const ask = (name: string) => db.executeQuery(CompiledQuery.raw(`select $1::text as ${name}`, [name]))
    // The wire is cut as the second passes: the first, not answered yet, was not waited for.
    proxy.loseAnswerTo('as second')
    ends.push(...(await Promise.allSettled([ask('first'), ask('second')])).map(({ status }) => status))
  }).catch(() => undefined)
  assert.deepEqual(ends, ['rejected', 'rejected'])
  assert.equal((await wired.pool.query('select 1')).rowCount, 1)

  const inOrder = await transaction(within<'customers'>(wired.db), (db) =>
    Promise.all(['b', 'a', 'c'].map((name) => sql<object>`select ${name}::text as name`.execute(db))),
  )
  assert.deepEqual(
    inOrder.map(({ rows }) => rows),
    [[{ name: 'b' }], [{ name: 'a' }], [{ name: 'c' }]],
  )
  await wired.close()
  await proxy.close()
})

test('R03 who waits longer than two seconds for a connection is told so', async () => {
  const narrow = openDatabase(scratch.options, { max: 1 })
  const client = await narrow.pool.connect()
  await assert.rejects(narrow.pool.query('select 1'), /timeout exceeded when trying to connect/)
  client.release()
  assert.equal((await narrow.pool.query('select 1')).rowCount, 1)
  await narrow.close()
})
