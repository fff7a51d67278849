import { confirmSignUp, signUp } from '@byre/contract/accounts/auth'
import { logIn } from '@byre/contract/accounts/sign-ins'
import { createBillingEntity } from '@byre/contract/billing/billing-entities'
import { addCard } from '@byre/contract/billing/cards'
import { listInvoices } from '@byre/contract/billing/invoices'
import { createSite, listSites } from '@byre/contract/places/sites'
import { listKeptMails } from '@byre/server/platform/mail/mail'
import { createTestDatabase, type TestDatabase, urlOf } from '@byre/server/testing/database'
import { killAll, startMain, stop, type Started } from '@byre/server/testing/main-process'
import { billingEntityFields, siteFields } from '@byre/server/testing/places'
import { password } from '@byre/server/testing/test-app'
import { callOf } from '@byre/server/testing/two-mains'
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { byreProgram } from './operators/program.ts'
import { runProgram } from './run-program.ts'

/* As docs/operators.md has it: one role owns the schema and migrates it, the other serves and reads and writes rows alone. */

const mark = randomBytes(4).toString('hex')
const [owner, server, name] = [`byre_owner_${mark}`, `byre_server_${mark}`, `byre_roles_${mark}`]
const most = 6
/** What we are called at the database, who are no part of the product. */
const onlooker = 'whoever looks'
const dataDir = fs.mkdtempSync(join(tmpdir(), 'byre-test-'))
let scratch: TestDatabase
let admin: pg.Pool
let asServer: pg.Pool
let asOwner: pg.Pool
const urlFor = (user: string) => urlOf({ ...scratch.options, user, database: name })
function poolFor(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...options, max: 1, application_name: onlooker })
  // Its connection may still be closing when the database is dropped.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

before(async () => {
  scratch = await createTestDatabase()
  admin = poolFor(scratch.options)
  for (const role of [owner, server]) await admin.query(`create role ${role} login`)
  await admin.query(`create database ${name} owner ${owner} template template0 encoding 'UTF8'`)
  await admin.query(`revoke all on database ${name} from public`)
  await admin.query(`grant connect on database ${name} to ${server}`)
  asServer = poolFor({ ...scratch.options, user: server, database: name })
  asOwner = poolFor({ ...scratch.options, user: owner, database: name })
})
after(async () => {
  killAll()
  await asServer.end()
  await asOwner.end()
  await admin.query(`drop database ${name} with (force)`)
  for (const role of [owner, server]) await admin.query(`drop role ${role}`)
  await admin.end()
  await scratch.drop()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

const migrateProgram = join(import.meta.dirname, 'migrate.ts')

const run = (program: string, args: string[], env: Record<string, string>) =>
  runProgram(program, args, { DATA_DIR: dataDir, ...env })

const start = () =>
  startMain({
    DATABASE_URL: urlFor(server),
    DATA_DIR: dataDir,
    PG_POOL: `${most}`,
    PUBLIC_URL: 'http://localhost',
    TRUSTED_PROXIES: '127.0.0.1',
    LIMIT_FACTOR: '1000',
  })

const mailsTo = async (email: string) =>
  (await listKeptMails(join(dataDir, 'mail'))).filter((mail) => mail.to === email)

/** The first mail to an address with this in it. */
async function mailTo(email: string, holds: RegExp): Promise<RegExpExecArray> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await delay(50))
    for (const { text } of await mailsTo(email)) {
      const match = holds.exec(text)
      if (match) return match
    }
  throw new Error(`no mail to ${email} has ${String(holds)}`)
}

/** Signs Alice up and in. */
async function alice(at: Started): Promise<string> {
  const email = 'alice@ranch.example'
  assert.equal((await callOf(at, signUp, { body: { email, password } })).status, 201)
  const [, code = ''] = await mailTo(email, /^\s*(\d{6})\s*$/m)
  assert.equal((await callOf(at, confirmSignUp, { body: { email, code } })).status, 200)
  const { status, reply } = await callOf(at, logIn, { body: { username: email, password } })
  assert.equal(status, 200)
  return reply.token
}

/** A payer with a card, and a site of hers. */
async function settle(at: Started, token: string): Promise<string> {
  const said = await callOf(at, createBillingEntity, {
    token,
    body: { ...billingEntityFields, country: 'Canada', region: 'AB' },
  })
  assert.equal(said.status, 201, JSON.stringify(said.body))
  const billing_entity_id = String((said.reply as { id: string }).id)
  const card = { number: '4242424242424242', exp_month: '12', exp_year: '2040', cvc: '123' }
  const added = await callOf(at, addCard, { token, body: { billing_entity_id, ...card } })
  assert.equal(added.status, 201, JSON.stringify(added.body))
  const site = await callOf(at, createSite, { token, body: siteFields(billing_entity_id) })
  assert.equal(site.status, 201, JSON.stringify(site.body))
  return billing_entity_id
}

test('before migrating, a start by the role that serves is refused with the command that migrates', async () => {
  const started = await start()
  assert.equal((await started.ended).exitCode, 5)
  assert.match(started.output.all, /npm run migrate/)
})

test('migrating by the one role lets the other read and write rows, at once and again', async () => {
  for (let time = 1; time <= 2; time++) {
    const { code, out, err } = await run(migrateProgram, [], {
      DATABASE_URL: urlFor(server),
      MIGRATE_DATABASE_URL: urlFor(owner),
    })
    assert.deepEqual([code, err], [0, ''])
    assert.match(out, new RegExp(`^The schema is current: .* ${server} may read and write rows\\.\\n$`))
  }
})

test('the product walks a whole small journey as the lesser role: account, payer, card, site, charge, mails', async () => {
  const started = await start()
  await started.ready
  const token = await alice(started)
  const billing_entity_id = await settle(started, token)

  const at = new Date(Date.now() + 40 * 24 * 3600 * 1000).toISOString()
  const charged = await run(byreProgram, ['billing', 'run', '--at', at, '--reason', 'their trial is over'], {
    DATABASE_URL: urlFor(server),
  })
  assert.equal(charged.code, 0, charged.err)
  let states: string[] = []
  for (const deadline = Date.now() + 20_000; !states.includes('paid') && Date.now() < deadline;) {
    const { reply } = await callOf(started, listInvoices, { token, query: { billing_entity_id } })
    states = reply.invoices.map(({ status }) => status)
    await delay(50)
  }
  assert.deepEqual(states, ['paid'])
  await mailTo(billingEntityFields.email, /North Ranch Ltd/)
  const { rows } = await asServer.query(
    `select from pgboss.job where state = 'failed' or state = 'retry' limit 1`,
  )
  assert.equal(rows.length, 0, 'no job fails')
  assert.equal(await stop(started), 0)
  assert.doesNotMatch(started.output.all, /permission denied/)
})

test('PG_POOL is the whole: a process never has more connections, under load or idle, and uses them', async () => {
  const started = await start()
  await started.ready
  const { reply } = await callOf(started, logIn, { body: { username: 'alice@ranch.example', password } })
  const open = async () => {
    const { rows } = await admin.query<{ open: number }>(
      'select count(*)::int as open from pg_stat_activity where usename = $1 and application_name <> $2',
      [server, onlooker],
    )
    return rows[0]!.open
  }
  const { rows } = await asServer.query<{ id: string }>('select id from customers.billing_entities')
  const seen: number[] = []
  const done = new AbortController()
  const load = async () => {
    const { token } = reply
    const one = (n: number) =>
      n % 3 === 0
        ? callOf(started, createSite, { token, body: siteFields(rows[0]!.id) })
        : callOf(started, listSites, { token })
    for (let round = 0; round < 5; round++) await Promise.all(Array.from({ length: 60 }, (_, n) => one(n)))
  }
  // Whoever sets up a site waits until its payer is let go, on a connection of their own.
  const holder = await asServer.connect()
  await holder.query('begin')
  await holder.query('select from customers.billing_entities for update')
  let isHeld = true
  const loading = load().finally(() => done.abort())
  for (; !done.signal.aborted; await delay(5)) {
    seen.push(await open())
    if (!isHeld || seen.at(-1)! < most) continue
    await holder.query('commit')
    isHeld = false
  }
  holder.release(isHeld)
  await loading
  assert.equal(Math.max(...seen), most)
  assert.ok((await open()) <= most)
  await stop(started)
})

const forbidden = [
  'create table public.stray (id int)',
  'create table customers.stray (id int)',
  'create temporary table stray (id int)',
  'create schema stray',
  'create function platform.stray() returns int language sql as $$ select 1 $$',
  'create index on customers.sites (name)',
  'alter table customers.sites add column stray int',
  'alter table payments.invoices disable trigger all',
  'drop table customers.sites',
  'drop schema species cascade',
  'truncate payments.invoices',
  'truncate pgboss.job',
  'insert into platform_migrations.checksums values ($$stray$$, $$x$$)',
  'delete from platform_migrations.checksums',
]
test('the role that serves can neither create nor alter, drop or truncate, nor say what was migrated', async () => {
  for (const statement of forbidden)
    await assert.rejects(
      asServer.query(statement),
      (error) => error instanceof pg.DatabaseError && error.code === '42501',
      statement,
    )
})

test('it reads and writes every table but the book of migrations, and each that a later migration makes', async () => {
  for (const schema of ['customers', 'pgboss']) {
    await asOwner.query(`create table ${schema}.later (id int generated always as identity, name text)`)
    await asServer.query(`insert into ${schema}.later (name) values ('a')`)
    await asServer.query(`update ${schema}.later set name = 'b'`)
    assert.equal((await asServer.query(`delete from ${schema}.later`)).rowCount, 1)
  }
  const { rows } = await asServer.query<{ table: string }>(`
    select c.oid::regclass::text as table from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and not (select bool_and(has_table_privilege(c.oid, what))
        from unnest('{select,insert,update,delete}'::text[]) as what)`)
  assert.deepEqual(rows, [{ table: 'platform_migrations.checksums' }])
})

test('a database that one role owned so far is parted, served as it was, backed up and restored', async () => {
  const [all, one, other] = [`byre_all_${mark}`, `byre_one_${mark}`, `byre_other_${mark}`]
  const url = (user: string) => urlOf({ ...scratch.options, user, database: all })
  await admin.query(`create role ${one} login`)
  await admin.query(`create database ${all} owner ${one} template template0 encoding 'UTF8'`)
  const whole = await run(migrateProgram, [], { DATABASE_URL: url(one) })
  assert.deepEqual([whole.code, whole.err], [0, ''])

  await admin.query(`create role ${other} login`)
  const inside = new pg.Client({ ...scratch.options, database: all })
  await inside.connect()
  await inside.query(`reassign owned by ${one} to ${other}`)
  await inside.query(`revoke all on database ${all} from public`)
  await inside.query(`grant connect on database ${all} to ${one}`)
  await inside.end()
  const early = await startMain({ DATABASE_URL: url(one), DATA_DIR: dataDir })
  assert.equal((await early.ended).exitCode, 5)
  assert.match(early.output.all, /^The role of DATABASE_URL may not read the schema there: /)
  const parted = await run(migrateProgram, [], { DATABASE_URL: url(one), MIGRATE_DATABASE_URL: url(other) })
  assert.deepEqual([parted.code, parted.err], [0, ''])
  const started = await startMain({ DATABASE_URL: url(one), DATA_DIR: dataDir })
  await started.ready
  assert.equal(await stop(started), 0)

  const file = join(dataDir, 'whole.backup')
  const served = { DATABASE_URL: url(one) }
  const kept = await run(byreProgram, ['backup', file], served)
  assert.equal(kept.code, 0, kept.err)
  await admin.query(`drop database ${all} with (force)`)
  await admin.query(`create database ${all} owner ${other} template template0 encoding 'UTF8'`)
  const byServer = await run(byreProgram, ['restore', file], served)
  assert.match(byServer.err, /permission denied .*: set MIGRATE_DATABASE_URL to .* owns the schema\.\n$/)
  const restored = await run(byreProgram, ['restore', file], { ...served, MIGRATE_DATABASE_URL: url(other) })
  assert.equal(restored.code, 0, restored.err)
  const resumed = await run(byreProgram, ['resume', '--reason', 'it is the only one'], served)
  assert.equal(resumed.code, 0, resumed.err)

  await admin.query(`drop database ${all} with (force)`)
  for (const role of [one, other]) await admin.query(`drop role ${role}`)
})

test('what the role that serves may beyond rows is said when migrating', async () => {
  await asOwner.query(`grant create on schema customers to ${server}`)
  const { code, err } = await run(migrateProgram, [], {
    DATABASE_URL: urlFor(server),
    MIGRATE_DATABASE_URL: urlFor(owner),
  })
  assert.equal(code, 0)
  assert.match(err, new RegExp(`^The role of DATABASE_URL, ${server}, may make tables in customers: .*\\n$`))
})
