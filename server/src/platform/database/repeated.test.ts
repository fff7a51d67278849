import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CompiledQuery } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { openDatabase, type Database } from './db.ts'

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
