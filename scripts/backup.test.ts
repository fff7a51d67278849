import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { resetPassword } from '@byre/contract/accounts/auth'
import { logIn } from '@byre/contract/accounts/sign-ins'
import { payInvoice } from '@byre/contract/billing/invoice-payments'
import { cardNumbers, letCard } from '@byre/server/testing/billing'
import { ourSchemas } from '@byre/server/platform/backup/table-shapes'
import { createEmptyDatabase, cursorOfRun, type TestDatabase, urlOf } from '@byre/server/testing/database'
import { invoiced } from '@byre/server/testing/invoices'
import { killAll, startMain, stop } from '@byre/server/testing/main-process'
import { PostOffice } from '@byre/server/testing/post-office'
import { TestApp, type Person } from '@byre/server/testing/test-app'
import pg from 'pg'
import { byreProgram } from './operators/program.ts'

const compiled = process.env['NODE_COMPILE_CACHE'] ?? join(tmpdir(), 'byre-compiled')
const folder = fs.mkdtempSync(join(tmpdir(), 'byre-test-'))
const at = (name: string) => join(folder, name)
const passphrase = at('passphrase')
let testApp: TestApp
let empty: TestDatabase
let alice: Person
before(async () => {
  fs.chmodSync(folder, 0o755)
  fs.writeFileSync(passphrase, 'a passphrase for stories\n')
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
  empty = await createEmptyDatabase()
  await byre(source(), 'backup', at('good'))
})
after(async () => {
  killAll()
  await testApp.close()
  await empty.drop()
  fs.rmSync(folder, { recursive: true, force: true })
})

const source = () => urlOf(testApp.database.pool.options)
const target = () => urlOf(empty.options)

/** The command as a process of its own; `before` runs in the shell that starts it. */
async function byreAfter(before: string, DATABASE_URL: string, ...args: string[]) {
  const env = {
    PATH: process.env['PATH'],
    ...cursorOfRun(),
    NODE_COMPILE_CACHE: compiled,
    DATABASE_URL,
    DATA_DIR: testApp.config.dataDir,
  }
  const shell = ['-c', `${before}; exec "$0" "$@"`, process.execPath, byreProgram, ...args]
  const child = spawn('/bin/sh', shell, { env })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += chunk))
  child.stderr.on('data', (chunk) => (err += chunk))
  const [code] = (await once(child, 'close')) as [number]
  return { code, out, err }
}
const byre = (url: string, ...args: string[]) => byreAfter('true', url, ...args)

async function query<R extends pg.QueryResultRow>(options: pg.PoolConfig, text: string): Promise<R[]> {
  const client = new pg.Client(options)
  await client.connect()
  try {
    return (await client.query<R>(text)).rows
  } finally {
    await client.end()
  }
}

/** One line, another code than 0, and the target as empty as it was. */
async function assertRefused(args: string[], line: RegExp, code = 1): Promise<void> {
  const ended = await byre(target(), 'restore', ...args)
  assert.deepEqual([ended.code, ended.out], [code, ''], ended.err)
  assert.match(ended.err, line)
  assert.equal(ended.err.trim().split('\n').length, 1, ended.err)
  assert.deepEqual(
    await query(empty.options, `select 1 from pg_namespace where nspname in ('auth', 'platform', 'pgboss')`),
    [],
  )
}

test('D05 a backup is for its owner alone, is not written over, and leaves its line and its time', async () => {
  assert.equal(fs.statSync(at('good')).mode & 0o777, 0o600)
  const again = await byre(source(), 'backup', at('good'), '--reason', 'to see')
  assert.deepEqual([again.code, again.out], [1, ''])
  assert.match(again.err, /^\S+ is there already: nothing was written\.\n$/)
  const noted = `select b.bytes::int, b.is_encrypted, a.deed from platform.backups as b, platform.audit as a where a.deed = 'backUp'`
  const rows = await query(optionsOf(), noted)
  assert.deepEqual(rows, [{ bytes: fs.statSync(at('good')).size, is_encrypted: false, deed: 'backUp' }])
})

const optionsOf = () => {
  const { connectionString, host, port, user, database } = testApp.database.pool.options
  return connectionString === undefined ? { host, port, user, database } : { connectionString }
}

test('D05 what is cut short, changed or no backup at all is refused in one line, and nothing is restored', async () => {
  const good = fs.readFileSync(at('good'))
  for (const [share, bytes] of [0.3, 0.95].map(
    (part) => [part, good.subarray(0, good.length * part)] as const,
  )) {
    fs.writeFileSync(at(`cut-${share}`), bytes)
    await assertRefused([at(`cut-${share}`)], /is no whole backup: /)
  }
  for (const place of [0.1, 0.5, 0.9]) {
    const flipped = Buffer.from(good)
    const byte = Math.floor(good.length * place)
    flipped[byte] = flipped[byte]! ^ 0x10
    fs.writeFileSync(at('flipped'), flipped)
    await assertRefused([at('flipped')], /is no whole backup: /)
  }
  fs.writeFileSync(at('noise'), randomBytes(5000))
  await assertRefused([at('noise')], /is no whole backup: /)
  await assertRefused([at('nowhere')], /nowhere cannot be read \(ENOENT\)/)
})

test('D05 an encrypted backup opens by its passphrase alone', async () => {
  const made = await byre(source(), 'backup', at('secret'), '--passphrase-file', passphrase)
  assert.equal(made.code, 0, made.err)
  assert.equal(fs.statSync(at('secret')).mode & 0o777, 0o600)
  assert.match(fs.readFileSync(at('secret'), 'latin1'), /^age-encryption\.org\/v1\n-> scrypt /)
  fs.writeFileSync(at('other'), 'another passphrase\n')
  await assertRefused([at('secret')], /is encrypted: give its passphrase by --passphrase-file/)
  await assertRefused([at('secret'), '--passphrase-file', at('other')], /The passphrase does not open /)
  const flipped = fs.readFileSync(at('secret'))
  flipped[flipped.length - 100]! ^= 1
  fs.writeFileSync(at('secret-flipped'), flipped)
  await assertRefused([at('secret-flipped'), '--passphrase-file', passphrase], /is no whole backup: /)
  fs.writeFileSync(at('short'), 'short\n')
  await assertRefused([at('secret'), '--passphrase-file', at('short')], /no passphrase of 12 characters/, 2)
  const checking = ['backup', '--check', at('secret'), '--passphrase-file', '-']
  const checked = await byreAfter(`exec < ${passphrase}`, target(), ...checking)
  assert.equal(checked.code, 0, checked.err)
  assert.match(checked.out, /is_whole/)
  const without = await byreAfter('exec < /dev/null', target(), ...checking)
  assert.deepEqual([without.code, without.out], [2, ''])
  assert.match(without.err, /^The first line of standard input is no passphrase of 12 characters/)
})

test('D05 a backup that is to be checked first counts once it has passed', async () => {
  const noted = () => query(optionsOf(), 'select bytes::int from platform.backups order by taken_at')
  const before = await noted()
  const unchecked = ['backup', at('unchecked'), '--then-check']
  const failed = await byreAfter(`export TMPDIR=${at('nowhere')}`, source(), ...unchecked)
  assert.deepEqual([failed.code, failed.out], [2, ''])
  assert.match(failed.err, /^Nothing can be checked in \S+nowhere \(ENOENT\)[^\n]*\n$/)
  assert.deepEqual(await noted(), before)
  const made = await byre(source(), 'backup', at('checked'), '--then-check')
  assert.match(made.out, /is_whole/, made.err)
  assert.deepEqual(await noted(), [...before, { bytes: fs.statSync(at('checked')).size }])
})

test('D05 a backup of a newer schema, and a place that is not empty, are refused', async () => {
  const { pool } = testApp.database
  await pool.query(`insert into platform_migrations.checksums values ('9999-of-the-future', 'x')`)
  const made = await byre(source(), 'backup', at('newer'))
  await pool.query(`delete from platform_migrations.checksums where name = '9999-of-the-future'`)
  assert.equal(made.code, 0, made.err)
  await assertRefused(
    [at('newer')],
    /newer schema than this program \(9999-of-the-future\): restore it with/,
    5,
  )
  const used = await byre(source(), 'restore', at('good'))
  assert.deepEqual([used.code, used.out], [1, ''])
  assert.match(used.err, /^The database is not empty \(it has auth\.accounts\)[^\n]*\n$/)
})

test('D05 a backup that finds no room ends in one line and leaves no file', async () => {
  const { pool } = testApp.database
  await pool.query(
    `insert into platform.client_files (name, content, is_packed) values ('large', $1, false)`,
    [randomBytes(3_000_000)],
  )
  // At most so many blocks a file: a write beyond fails as on a disk that is full.
  const ended = await byreAfter('ulimit -f 1000', source(), 'backup', at('full'))
  await pool.query('truncate platform.client_files')
  assert.deepEqual([ended.code, ended.out], [1, ''])
  assert.match(ended.err, /^\S+full would be larger than a file may be there\. Nothing was kept\.\n$/)
  assert.deepEqual(
    fs.readdirSync(folder).filter((name) => name.startsWith('full')),
    [],
  )
})

test('D05 a restored copy serves, and mails and charges nothing until it is resumed', async () => {
  const { billingEntity, invoice } = await invoiced(testApp, alice, { card: cardNumbers.declines })
  await letCard(testApp, billingEntity.id, 'pays')
  await testApp.call(payInvoice, { as: alice, params: { id: invoice.id }, body: {} })
  await testApp.database.pool.query('update payments.invoices set next_try_at = now() where status = $1', [
    'open',
  ])
  await testApp.call(resetPassword, { body: { username: alice.email } })
  const made = await byre(source(), 'backup', at('waiting'))
  assert.equal(made.code, 0, made.err)
  const restored = await byre(target(), 'restore', at('waiting'))
  assert.equal(restored.code, 0, restored.err)

  const office = await PostOffice.open()
  const APP_SECRET = 'a secret for stories, long enough for them'
  const DATA_DIR = at('copy')
  const copy = await startMain({ DATABASE_URL: target(), SMTP_URL: office.url, APP_SECRET, DATA_DIR })
  try {
    await copy.ready
    const metrics = async () => (await fetch(`http://127.0.0.1:${copy.opsPort}/metrics`)).text()
    const paid = `select from payments.invoices where id = '${invoice.id}' and status = 'paid'`
    const isPaid = async () => (await query(empty.options, paid)).length > 0
    const signedIn = await fetch(`http://localhost:${copy.port}${logIn.path}`, {
      method: 'POST',
      body: new URLSearchParams({ username: alice.email, password: alice.password }),
    })
    assert.equal(signedIn.status, 200)
    // Longer than workers take to look by themselves.
    for (const until = Date.now() + 7_000; Date.now() < until; await delay(100))
      assert.match(await metrics(), /byre_quiet_copy\{of="database"\} 1/)
    assert.deepEqual([office.received.length, await isPaid()], [0, false])
    assert.match(copy.output.all, /this is a restored copy: it mails and charges nothing/)

    const run = ['billing', 'run', '--at', '2099-01-01T00:00Z', '--reason', 'a try']
    const ran = await byreAfter(`export APP_SECRET='${APP_SECRET}'`, target(), ...run)
    assert.match(ran.err, /^Nothing was charged: this is a restored copy/)

    const resumed = await byre(target(), 'resume')
    assert.match(resumed.out, /restored from a backup of /, resumed.err)
    const isMailed = () => office.received.some(({ recipients }) => recipients.includes(alice.email))
    for (; !isMailed() || !(await isPaid()); await delay(50))
      assert.equal(copy.child.exitCode, null, copy.output.all)
    assert.match(await metrics(), /byre_quiet_copy\{of="database"\} 0/)
    assert.equal((await byre(target(), 'resume')).out, 'None.\n')
  } finally {
    await stop(copy)
    await office.close()
  }
})

test('D05 a process that ran on while its database was restored does no job until it is resumed, and then each', async () => {
  const bob = await testApp.person('bob')
  for (const { email } of [alice, bob]) await testApp.call(resetPassword, { body: { username: email } })
  assert.equal((await byre(source(), 'backup', at('meanwhile'))).code, 0)
  const [own, office] = [await createEmptyDatabase(), await PostOffice.open()]
  const url = urlOf(own.options)
  assert.equal((await byre(url, 'restore', at('good'))).code, 0)
  assert.equal((await byre(url, 'resume')).code, 0)
  const served = { DATABASE_URL: url, SMTP_URL: office.url, DATA_DIR: at('ran-on') }
  const running = await startMain({ ...served, APP_SECRET: 'a secret for stories, long enough for them' })
  try {
    await running.ready
    await query(own.options, `drop schema ${ourSchemas.join(', ')} cascade`)
    assert.equal((await byre(url, 'restore', at('meanwhile'))).code, 0)
    // So old a copy that its queue would tidy its jobs away, and the worker of one is gone.
    await query(
      own.options,
      `update pgboss.job set keep_until = now() - interval '20 days' where state < 'active'`,
    )
    const [lapsed] = await query<{ id: string }>(
      own.options,
      `update pgboss.job set state = 'active', started_on = now() - interval '1 day' where id =
         (select id from pgboss.job where state < 'active' and name = 'auth.mailReset' limit 1) returning id`,
    )
    assert.ok(lapsed)
    // Longer than workers take to look by themselves.
    for (const until = Date.now() + 7_000; Date.now() < until; await delay(100))
      assert.equal(office.received.length, 0)
    assert.match((await byre(url, 'resume')).out, /restored from a backup of /)
    const isMailed = (to: string) => office.received.some(({ recipients }) => recipients.includes(to))
    for (; !isMailed(alice.email) || !isMailed(bob.email); await delay(50))
      assert.equal(running.child.exitCode, null, running.output.all)
  } finally {
    await stop(running)
    await office.close()
    await own.drop()
  }
})

test('D05 the portal’s own database is backed up while it runs, and restored into a data folder that is empty', async () => {
  const [DATA_DIR, other] = [at('own'), at('other-home')]
  const portal = await startMain({ DATA_DIR })
  const env = (folder: string) => `unset DATABASE_URL; export DATA_DIR=${folder}`
  try {
    await portal.ready
    const made = await byreAfter(env(DATA_DIR), '', 'backup', at('of-own'))
    assert.equal(made.code, 0, made.err)
    const held = await byreAfter(env(DATA_DIR), '', 'restore', at('of-own'))
    assert.deepEqual([held.code, held.out], [3, ''], 'its owner runs')
  } finally {
    await stop(portal)
  }
  const restored = await byreAfter(env(other), '', 'restore', at('of-own'))
  assert.equal(restored.code, 0, restored.err)
  const again = await byreAfter(env(other), '', 'restore', at('of-own'))
  assert.match(again.err, /^The database is not empty [^\n]*\n$/)
})
