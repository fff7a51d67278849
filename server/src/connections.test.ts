import { signUp } from '@byre/contract/accounts/auth'
import { listSites } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { createTestDatabase, urlOf, type TestDatabase } from './testing/database.ts'
import { killAll, startMain, stop, type Started } from './testing/main-process.ts'
import { password } from './testing/test-app.ts'
import { callOf } from './testing/two-mains.ts'

/* What operators read of the connections to the database, which `PG_POOL` bounds as a whole. */

let database: TestDatabase
let folder: string
let onlooker: pg.Client

before(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'byre-test-'))
  onlooker = new pg.Client(database.options)
  await onlooker.connect()
})
after(async () => {
  killAll()
  await onlooker.end()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

async function gauges({ opsPort }: Started): Promise<Record<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text()
  const lines = [...text.matchAll(/^byre_database_connections\{state="(\w+)"\} (\d+)$/gm)]
  return Object.fromEntries(lines.map(([, state, count]) => [state!, Number(count)]))
}

async function until(started: Started, isSo: (counts: Record<string, number>) => boolean) {
  for (const deadline = Date.now() + 10_000; ; await delay(20)) {
    const counts = await gauges(started)
    if (isSo(counts)) return counts
    assert.ok(Date.now() < deadline, JSON.stringify(counts))
  }
}

test('all connections of PG_POOL are counted, those that reads share too, and callers who wait for one', async () => {
  const started = await startMain({
    DATA_DIR: folder,
    DATABASE_URL: urlOf(database.options),
    PUBLIC_URL: 'http://localhost',
    PG_POOL: '4',
    TRUSTED_PROXIES: '127.0.0.1',
  })
  await started.ready
  // A read whose caller is nobody is one of those that share.
  await callOf(started, listSites, { token: 'a-token-of-nobody-at-all' })
  await onlooker.query('begin; lock table auth.accounts in access exclusive mode')
  const signUps = Array.from({ length: 8 }, (_, n) =>
    callOf(started, signUp, { body: { email: `person-${n}@ranch.example`, password } }),
  )
  const held = await until(started, ({ open, waiting }) => open === 4 && waiting! > 0)
  const { rows } = await onlooker.query<{ open: number }>(
    `select count(*)::int as open from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  await onlooker.query('rollback')
  // Some have been told meanwhile that it takes too long.
  await Promise.all(signUps)
  const after = await until(started, ({ waiting, idle }) => waiting === 0 && idle! > held['idle']!)
  await stop(started)

  assert.deepEqual([rows[0]!.open, held['open']], [4, 4])
  assert.equal(after['waiting'], 0)
})
