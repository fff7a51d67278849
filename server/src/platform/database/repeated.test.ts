import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CompiledQuery, sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { openDatabase, type Database, type PlatformDb } from './db.ts'
import { transaction } from './transactions.ts'

let scratch: TestDatabase
let database: Database

before(async () => {
  scratch = await createTestDatabase()
  database = openDatabase(scratch.options, { max: 2 })
})
after(async () => {
  await database.close()
  await scratch.drop()
})

test('a statement that is no transaction’s is repeated where others got in the way, whichever way it is sent', async () => {
  await database.pool.query('create sequence public.tries')
  await database.pool.query(`create function public.third_time() returns int language plpgsql as $$ begin
    if nextval('public.tries') % 3 <> 0 then raise 'others got in the way' using errcode = '40001'; end if;
    return 3; end $$`)

  const text = 'select public.third_time() as n'
  const byBuilder = await database.db.executeQuery(CompiledQuery.raw(text))
  const byPool = await database.pool.query(text)
  assert.deepEqual([byBuilder.rows, byPool.rows], [[{ n: 3 }], [{ n: 3 }]])
})

test('of sixty at once that change one row where transactions are serializable, each is done, once', async () => {
  await database.pool.query('create table public.book (next int not null)')
  await database.pool.query('insert into public.book values (0)')
  await database.pool.query(`do $$ begin execute format(
    'alter database %I set default_transaction_isolation = serializable', current_database()); end $$`)
  const many = openDatabase(scratch.options)
  try {
    const takeOne = (db: PlatformDb) =>
      sql<{ next: number }>`update public.book set next = next + 1 returning next`.execute(db)
    const taken = await Promise.all(
      Array.from({ length: 60 }, () => transaction(many.db as unknown as PlatformDb, takeOne)),
    )
    const numbers = taken.map(({ rows }) => rows[0]!.next).toSorted((one, other) => one - other)
    assert.deepEqual(
      numbers,
      Array.from({ length: 60 }, (_, n) => n + 1),
    )
  } finally {
    await many.close()
  }
})
