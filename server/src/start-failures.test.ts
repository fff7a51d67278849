import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { version } from './platform/log.ts'
import { createTestDatabase, urlOf, type TestDatabase } from './testing/database.ts'
import { freePort, killAll, startMain, stop } from './testing/main-process.ts'

/* In production whoever collects the log reads each line as JSON, also of a start that fails. */

const dataDir = fs.mkdtempSync(join(tmpdir(), 'byre-test-'))
fs.chmodSync(dataDir, 0o755)
let database: TestDatabase
/** Without the table that a start writes to: nobody foresaw it. */
let broken: TestDatabase

before(async () => {
  database = await createTestDatabase()
  broken = await createTestDatabase()
  const client = new pg.Client(broken.options)
  await client.connect()
  await client.query('drop table platform.secrets cascade')
  await client.end()
})
after(async () => {
  killAll()
  await database.drop()
  await broken.drop()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

const production = (given: Record<string, string> = {}) =>
  startMain({
    NODE_ENV: 'production',
    APP_SECRET: 'Zk3vQ0xw9rTb6mLp2sYd8nHf5jKc1gVa',
    ALLOW_SANDBOX: '1',
    SMTP_URL: 'smtp://127.0.0.1:1',
    PUBLIC_URL: 'http://localhost',
    DATA_DIR: dataDir,
    ...given,
  })

interface Line {
  level: string
  msg: string
  node: string
  version: string
  exit_code?: number
  err?: { type: string; message: string; stack: string }
}
/** Throws where one is something else. */
const linesOf = (printed: string) =>
  printed
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

test('O01 a start that is refused in production says why in a line of the log', async () => {
  const port = await freePort()
  const started = await production({ DATABASE_URL: `postgres://portal:hunter2@127.0.0.1:${port}/portal` })
  assert.equal((await started.ended).exitCode, 4)
  const [line, ...others] = linesOf(started.output.all)
  assert.deepEqual([line?.level, line?.exit_code, others.length], ['fatal', 4, 0])
  assert.match(line?.msg ?? '', /^DATABASE_URL cannot be reached, .* says ECONNREFUSED: /)
  assert.ok(!started.output.all.includes('hunter2'))
})

test('O01 a start at a database that takes no changes, as after a failover, is refused with what to do', async () => {
  const client = new pg.Client(database.options)
  await client.connect()
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name')
  await client.query(`alter database ${rows[0]!.name} set default_transaction_read_only = on`)
  const started = await production({ DATABASE_URL: urlOf(database.options) })
  assert.equal((await started.ended).exitCode, 4)
  await client.query('set default_transaction_read_only = off')
  await client.query(`alter database ${rows[0]!.name} reset default_transaction_read_only`)
  await client.end()
  const [line, ...others] = linesOf(started.output.all)
  assert.deepEqual([line?.level, line?.exit_code, others.length], ['fatal', 4, 0])
  assert.match(
    line?.msg ?? '',
    /^The PostgreSQL at DATABASE_URL takes no changes, .*: set it to the one that does/,
  )
})

test('O01 a start at a database that does not keep text as UTF-8 is refused with what to do', async () => {
  const client = new pg.Client(database.options)
  await client.connect()
  const name = `ascii_${randomBytes(4).toString('hex')}`
  await client.query(
    `create database ${name} template template0 encoding 'SQL_ASCII' locale_provider libc lc_collate 'C' lc_ctype 'C'`,
  )
  try {
    const url = new URL(urlOf(database.options))
    url.pathname = `/${name}`
    const started = await production({ DATABASE_URL: url.href })
    assert.equal((await started.ended).exitCode, 4)
    const [line] = linesOf(started.output.all)
    assert.match(
      line?.msg ?? '',
      /^The database at DATABASE_URL keeps text as SQL_ASCII: .* encoding 'UTF8'\.$/,
    )
  } finally {
    await client.query(`drop database ${name}`)
    await client.end()
  }
})

test('O01 a start that fails as nobody foresaw is one line of the log in production, with its stack', async () => {
  const started = await production({ DATABASE_URL: urlOf(broken.options) })
  assert.equal((await started.ended).exitCode, 1)
  const [line, ...others] = linesOf(started.output.all)
  assert.deepEqual([line?.level, line?.exit_code, others.length], ['fatal', 1, 0])
  assert.match(line?.err?.message ?? '', /platform\.secrets/)
  assert.match(line?.err?.stack ?? '', /\n +at /)
})

test('O01 from start to stop each line in production is JSON, one that Node itself has to say too', async () => {
  const warns = 'setInterval(()=>process.emitWarning(`it%20goes`),200).unref()'
  const started = await production({
    DATABASE_URL: urlOf(database.options),
    NODE_OPTIONS: `--import=data:text/javascript,${warns}`,
  })
  await started.ready
  for (; !started.output.all.includes('it goes'); await delay(20))
    await fetch(`http://127.0.0.1:${started.port}/`)
  assert.equal(await stop(started), 0)
  const warning = linesOf(started.output.all).find(({ err }) => err?.message === 'it goes')
  assert.equal(warning?.level, 'warn')
})

test('O01 LOG_LEVEL says what the least is that is written, and a word that is none is refused', async () => {
  const url = urlOf(database.options)
  const quiet = await production({ DATABASE_URL: url, LOG_LEVEL: 'error' })
  const isUp = () =>
    fetch(`http://127.0.0.1:${quiet.opsPort}/livez`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (; !(await isUp()); await delay(20)) assert.equal(quiet.child.exitCode, null)
  assert.equal(await stop(quiet), 0)
  assert.equal(quiet.output.all, '')

  const refused = await production({ DATABASE_URL: url, LOG_LEVEL: 'loud' })
  assert.equal((await refused.ended).exitCode, 2)
  const [line] = linesOf(refused.output.all)
  assert.equal(line?.msg, 'LOG_LEVEL is "loud": give one of debug, info, warn, error, fatal.')
  assert.deepEqual([line?.version, line?.node], [version, hostname()])
})

test('O01 elsewhere a start that fails as nobody foresaw shows its stack as it is', async () => {
  const started = await startMain({ DATABASE_URL: urlOf(broken.options), DATA_DIR: dataDir })
  assert.equal((await started.ended).exitCode, 1)
  assert.match(started.output.all, /platform\.secrets[^]*\n +at /)
})
