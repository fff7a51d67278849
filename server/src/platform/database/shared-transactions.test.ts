import { CompiledQuery, sql, type QueryCreator } from 'kysely'
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { Proxy } from '../../testing/proxies/proxy.ts'
import { openDatabase, sharedWrite, within, type Database, type Db } from './db.ts'
import type { Numbered } from './fixed-query.ts'
import { sharedTransaction } from './shared-transactions.ts'
import { sqlState } from './sql-states.ts'
import { together } from './together.ts'
import { afterCommit, transaction } from './transactions.ts'

/* Who shares a transaction with others has done what they would have done alone, or is refused alone. */

let scratch: TestDatabase
let database: Database

before(async () => {
  scratch = await createTestDatabase()
  database = openDatabase(scratch.options, { max: 8 })
  await database.pool.query(`create table public.herd (id int primary key, heads int check (heads >= 0))`)
})
beforeEach(async () => {
  await database.pool.query('truncate public.herd')
})
after(async () => {
  await database.close()
  await scratch.drop()
})

type Customers = Db<'customers'>
interface Herd {
  id: number
  heads: number
}
type Tables = { callers: Numbered<Herd>; 'public.herd': Herd }

/** Keeps a herd, and tells the number of the transaction that did. */
const insertHerd = sharedWrite<'customers'>()<Herd, { transaction: string }>(
  { id: 'int', heads: 'int' },
  (db) =>
    (db as unknown as QueryCreator<Tables>)
      .with('kept', (q) =>
        q
          .insertInto('public.herd')
          .columns(['id', 'heads'])
          .expression((e) => e.selectFrom('callers').select(['id', 'heads']))
          .returning('id'),
      )
      .selectFrom('callers')
      .innerJoin('kept', 'kept.id', 'callers.id')
      .select(['callers.nth', sql<string>`pg_current_xact_id()::text`.as('transaction')]),
)
const customers = (of: Database = database): Customers => within<'customers'>(of.db)
const keep = (id: number, { heads = 1, of = database } = {}) =>
  sharedTransaction(customers(of), async (db) => (await insertHerd(db, { id, heads }))[0]!.transaction)
const kept = async () => {
  const { rows } = await database.pool.query<Herd>('select id, heads from public.herd order by id')
  return rows.map(({ id }) => id)
}
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1)
const outcomes = (ends: PromiseSettledResult<unknown>[]) =>
  ends.map((end) =>
    end.status === 'fulfilled' ? 'kept' : (sqlState(end.reason) ?? (end.reason as Error).message),
  )

test('those who begin in one turn share a transaction, sixteen at most', async () => {
  const transactions = await Promise.all(numbers(20).map((id) => keep(id)))
  assert.deepEqual(await kept(), numbers(20))
  const sizes = Object.values(Object.groupBy(transactions, (one) => one)).map((all) => all!.length)
  // Which of the two the database numbered first, nobody promises.
  assert.deepEqual(
    sizes.toSorted((one, other) => other - one),
    [16, 4],
  )
})

test('what one throws undoes nothing of the others, who are each done alone', async () => {
  const ends = await Promise.allSettled([
    keep(1),
    sharedTransaction(customers(), async (db) => {
      await insertHerd(db, { id: 2, heads: 1 })
      throw new Error('refused')
    }),
    keep(3),
  ])
  assert.deepEqual(outcomes(ends), ['kept', 'refused', 'kept'])
  assert.deepEqual(await kept(), [1, 3])
  const [first, , third] = ends.map((end) => end.status === 'fulfilled' && end.value)
  assert.notEqual(first, third)
})

test('what the database refuses one of them is nobody else’s matter', async () => {
  const ends = await Promise.allSettled([keep(1), keep(2, { heads: -1 }), keep(2 ** 40), keep(4), keep(4)])
  const [first, second, third, ...both] = outcomes(ends)
  assert.deepEqual([first, second, third], ['kept', '23514', '22003'])
  assert.deepEqual(both.toSorted(), ['23505', 'kept'])
  assert.deepEqual(await kept(), [1, 4])
})

test('what leaves together with COMMIT is refused the one who sent it, and nothing of theirs is kept', async () => {
  await keep(12)
  const ends = await Promise.allSettled(
    [1, 2, 3].map((id) =>
      sharedTransaction(
        customers(),
        (db) => insertHerd(db, { id, heads: 1 }),
        (db) => insertHerd(db, { id: id + 10, heads: 1 }),
      ),
    ),
  )
  assert.deepEqual(outcomes(ends), ['kept', '23505', 'kept'])
  assert.deepEqual(await kept(), [1, 3, 11, 12, 13])
})

test('a statement of its own comes after what its caller asked before it', async () => {
  const seen = await Promise.all(
    numbers(3).map((id) =>
      sharedTransaction(customers(), async (db) => {
        const read = sql<Herd>`select heads from public.herd where id = ${id}`
        const [, { rows }] = await together(insertHerd(db, { id, heads: id * 10 }), read.execute(db))
        return rows
      }),
    ),
  )
  assert.deepEqual(seen, [[{ heads: 10 }], [{ heads: 20 }], [{ heads: 30 }]])
})

test('what is to be done after the commit is done once it is committed, and not where it is not', async () => {
  const done: string[] = []
  const command = (id: number) =>
    sharedTransaction(customers(), async (db) => {
      afterCommit(db, () => done.push(`${id} of ${done.length}`))
      await insertHerd(db, { id, heads: id - 2 })
    })
  await Promise.allSettled([command(1), command(2), command(3)])
  assert.deepEqual(done.map((one) => one[0]).toSorted(), ['2', '3'])
})

test('who waits for what somebody holds keeps the others waiting for a moment only', async (t) => {
  const patient = openDatabase(scratch.options, { max: 4, statementTimeoutMs: 0, lockTimeoutMs: 0 })
  t.after(() => patient.close())
  await keep(1)
  const holder = await database.pool.connect()
  await holder.query('begin')
  await holder.query('select from public.herd where id = 1 for update')
  const held = sharedTransaction(customers(patient), async (db) => {
    await insertHerd(db, { id: 2, heads: 1 })
    await db.executeQuery(CompiledQuery.raw('update public.herd set heads = 9 where id = 1'))
  })
  await keep(3, { of: patient })
  assert.deepEqual(await kept(), [1, 3])
  await holder.query('commit')
  holder.release()
  await held
  assert.deepEqual(await kept(), [1, 2, 3])
})

test('within a transaction it is that one', async () => {
  const command = transaction(customers(), async (db) => {
    await sharedTransaction(db, (inner) => insertHerd(inner, { id: 1, heads: 1 }))
    throw new Error('no')
  })
  await assert.rejects(command, /no/)
  assert.deepEqual(await kept(), [])
})

test('a connection that is lost before the commit loses nothing, and one lost with it is told to all of them', async (t) => {
  const proxy = await Proxy.start(scratch.options)
  const wired = openDatabase(proxy.options, { max: 4, onError: () => undefined })
  t.after(async () => {
    await wired.close()
    await proxy.close()
  })
  await keep(100, { of: wired })
  const begun: number[] = []
  const command = (id: number) =>
    sharedTransaction(customers(wired), async (db) => {
      begun.push(id)
      await insertHerd(db, { id, heads: 1 })
    })

  proxy.loseAnswerTo('set local lock_timeout')
  const again = await Promise.allSettled([command(1), command(2)])
  assert.deepEqual(outcomes(again), ['kept', 'kept'])
  assert.deepEqual(begun.toSorted(), [1, 1, 2, 2])

  begun.length = 0
  proxy.loseCommit()
  const unknown = await Promise.allSettled([command(3), command(4)])
  assert.deepEqual(
    unknown.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.deepEqual(begun.toSorted(), [3, 4])
  assert.deepEqual(await kept(), [1, 2, 3, 4, 100])
})
