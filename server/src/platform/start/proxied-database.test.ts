import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { killAll, startMain, stop } from '../../testing/main-process.ts'
import { Pooler } from '../../testing/proxies/pooler.ts'
import { Proxy } from '../../testing/proxies/proxy.ts'

/* Between the portal and its PostgreSQL stands what does with start-up parameters as PgBouncer does. */

let database: TestDatabase
let proxy: Proxy
const dataDir = mkdtempSync(join(tmpdir(), 'byre-test-'))

before(async () => {
  database = await createTestDatabase()
  proxy = await Proxy.start(database.options)
})
after(async () => {
  killAll()
  await proxy.close()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const start = () => {
  const { host, port, user, database: name } = proxy.options
  return startMain({ DATA_DIR: dataDir, DATABASE_URL: `postgres://${user}@${host}:${port}/${name}` })
}

test('O04 a proxy that refuses the settings of sessions is told in one line, and it exits with 4', async () => {
  proxy.takeSettings('refused')
  const started = await start()
  assert.equal((await started.ended).exitCode, 4)
  assert.match(
    started.output.all,
    /^DATABASE_URL leads to a PgBouncer that refuses our settings \(unsupported startup parameter: \w+\): .*alter role.*\n$/,
  )
})

test('O04 a proxy that drops the settings of sessions is told with their names; given to the role they count', async () => {
  proxy.takeSettings('dropped')
  const refused = await start()
  assert.equal((await refused.ended).exitCode, 4)
  assert.match(
    refused.output.all,
    /^DATABASE_URL leads to sessions without our statement_timeout, lock_timeout, .*search_path.*: .*alter role.*\n$/,
  )

  const client = new pg.Client(database.options)
  await client.connect()
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  for (const setting of [
    `statement_timeout = '5s'`,
    `lock_timeout = '3s'`,
    `idle_in_transaction_session_timeout = '10s'`,
    `timezone = 'UTC'`,
    `search_path = ''`,
    `plan_cache_mode = force_generic_plan`,
    `enable_seqscan = off`,
  ])
    await client.query(`alter database "${rows[0]!.name}" set ${setting}`)
  await client.end()
  const started = await start()
  await started.ready
  assert.equal(await stop(started), 0)
})

test('O04 a proxy that forgets prepared statements between transactions is told in one line, and it exits with 4', async () => {
  // The database's own settings are those of the test before: nothing else is wanting.
  const pooler = await Pooler.start(database.options)
  const { host, port, user, database: name } = pooler.options
  const url = `postgres://${user}@${host}:${port}/${name}`
  const started = await startMain({ DATA_DIR: dataDir, DATABASE_URL: url })
  assert.equal((await started.ended).exitCode, 4)
  assert.match(
    started.output.all,
    /^DATABASE_URL leads to a proxy that does not keep prepared statements: take PgBouncer 1\.21 .*\n$/,
  )
  await pooler.close()
})
