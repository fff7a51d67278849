import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { createTestDatabase, urlOf, type TestDatabase } from '../../testing/database.ts'
import { freePort, killAll, startMain, stop } from '../../testing/main-process.ts'
import { wanted } from '../database/session-settings.ts'
import { Pooler } from '../../testing/proxies/pooler.ts'
import { Proxy } from '../../testing/proxies/proxy.ts'

/* What DATABASE_READ_URL leads to is judged as a process starts: what could never answer is refused, what is away is not. */

let database: TestDatabase
let other: TestDatabase
const dataDir = mkdtempSync(join(tmpdir(), 'byre-test-'))

before(async () => {
  database = await createTestDatabase()
  other = await createTestDatabase()
})
after(async () => {
  killAll()
  await database.drop()
  await other.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const start = (DATABASE_READ_URL: string, args: string[] = []) =>
  startMain({ DATA_DIR: dataDir, DATABASE_URL: urlOf(database.options), DATABASE_READ_URL }, { args })
const urlAt = ({ host, port, user, database: name }: Proxy['options'], as = user) =>
  `postgres://${as}@${host}:${port}/${name}`

async function refusal(readUrl: string): Promise<string> {
  const started = await start(readUrl)
  assert.equal((await started.ended).exitCode, 4, started.output.all)
  return started.output.all
}

test('O04 another database than the one that is served is refused, with what to do', async () => {
  assert.equal(
    await refusal(urlOf(other.options)),
    'DATABASE_READ_URL leads to another database than DATABASE_URL: name a streaming standby of that one, or leave it out.\n',
  )
})

test('O04 a proxy that drops or refuses settings is refused', async (t) => {
  const proxy = await Proxy.start(database.options)
  t.after(() => proxy.close())
  proxy.takeSettings('dropped')
  assert.match(await refusal(urlAt(proxy.options)), /^DATABASE_READ_URL leads to sessions without our .*\n$/)
  proxy.takeSettings('refused')
  assert.match(await refusal(urlAt(proxy.options)), /^DATABASE_READ_URL leads to a proxy that refuses .*\n$/)
})

test('O04 a proxy that has sessions for transactions alone is refused, since each may be at another server', async (t) => {
  const pooler = await Pooler.start(database.options)
  t.after(() => pooler.close())
  const client = new pg.Client(database.options)
  await client.connect()
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  const settings = Object.entries(wanted).map(
    ([name, value]) => `alter database "${rows[0]!.name}" set ${name} = '${value}'`,
  )
  for (const setting of settings) await client.query(setting)
  await client.end()
  assert.match(
    await refusal(urlAt(pooler.options)),
    /^DATABASE_READ_URL leads to a proxy that gives each transaction another session.*\n$/,
  )
})

test('O04 a user whom it does not know is refused', async (t) => {
  const proxy = await Proxy.start(database.options)
  t.after(() => proxy.close())
  assert.match(
    await refusal(urlAt(proxy.options, 'nobody')),
    /^DATABASE_READ_URL lets nobody in \(.*\): .*\n$/,
  )
  await proxy.close()
})

test('O04 one that is away, or has taken over, keeps nothing from starting, and a line of the log says so', async () => {
  const port = await freePort()
  for (const [readUrl, says] of [
    [`postgres://byre@127.0.0.1:${port}/byre`, /lists are not read from the standby.*ECONNREFUSED/],
    [
      `${urlOf(database.options)}&application_name=standby`,
      /lists are not read from the standby.*it takes changes/,
    ],
  ] as const) {
    const started = await start(readUrl)
    await started.ready
    for (let tries = 0; !says.test(started.output.all) && tries < 100; tries++) await delay(20)
    assert.match(started.output.all, says)
    assert.equal(await stop(started), 0)
  }
})

test('O04 a process that works on jobs alone has no use for it', async () => {
  const started = await start(urlOf(other.options), ['--role=worker'])
  await started.ready
  assert.equal(await stop(started), 0)
})
