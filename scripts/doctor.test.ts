import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createServer as createTlsServer } from 'node:tls'
import { SMTPServer } from 'smtp-server'
import { readConfig } from '@byre/server/config'
import { cursorOfRun, eventCursorOfRun, urlOf } from '@byre/server/testing/database'
import { Names } from '@byre/server/testing/dns'
import { freePort } from '@byre/server/testing/main-process'
import { TestApp } from '@byre/server/testing/test-app'
import { examine } from './byre/doctor/doctor.ts'
import { examineCertificate } from './byre/doctor/names.ts'
import { byreProgram } from './operators/program.ts'

const compiled = process.env['NODE_COMPILE_CACHE'] ?? join(tmpdir(), 'byre-compiled')
const secret = 'a secret for stories, long enough for them'
let testApp: TestApp
before(async () => {
  testApp = await TestApp.start()
  await testApp.person('alice')
})
after(() => testApp.close())

const environment = () => ({
  ...cursorOfRun(),
  DATABASE_URL: urlOf(testApp.database.pool.options),
  DATA_DIR: testApp.config.dataDir,
  APP_SECRET: secret,
})

/** What is found in an installation, but what is fine: as `about: says → remedy`. */
async function findingsOf(env: Record<string, string> = {}): Promise<string> {
  const findings = await examine(readConfig({ ...environment(), ...env }, { mayBePublic: true }))
  return findings
    .flatMap(({ about, state, says, remedy }) =>
      state === 'fine' ? [] : [`${state} ${about}: ${says} → ${remedy}`],
    )
    .join('\n')
}

async function doctor(env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [byreProgram, 'doctor', ...args], {
    env: { PATH: process.env['PATH'], ...cursorOfRun(), NODE_COMPILE_CACHE: compiled, ...env },
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += chunk))
  child.stderr.on('data', (chunk) => (err += chunk))
  const [code] = (await once(child, 'close')) as [number]
  return { code, out, err }
}
const backedUp = (age: string) =>
  testApp.database.pool.query(
    `insert into platform.backups (taken_at, took_ms, bytes, is_encrypted) values (now() - $1::interval, 1, 1, false)`,
    [age],
  )

test('the doctor finds nothing wrong where nothing is, in words or as JSON, and says so by its exit code', async () => {
  const well = await doctor(environment())
  assert.equal(well.code, 0, well.out + well.err)
  assert.match(well.out, /^about +state +says +remedy\n/)
  assert.match(well.out, /\nclock +fine +This machine and the database have the same time/)
  const json = await doctor({ ...environment(), DATABASE_URL: 'postgres://byre@127.0.0.1:1/byre' }, '--json')
  assert.equal(json.code, 1, json.err)
  const findings = JSON.parse(json.out) as { about: string; state: string; says: string; remedy: string }[]
  assert.deepEqual(
    findings.filter(({ about }) => about === 'database'),
    [
      {
        about: 'database',
        state: 'wrong',
        says: 'DATABASE_URL cannot be reached, 127.0.0.1:1/byre says ECONNREFUSED.',
        remedy: 'Start that PostgreSQL, or correct the address.',
      },
    ],
  )
})

test('the doctor says of a database that lets nobody in, or takes no changes, what is to be done there', async () => {
  const url = new URL(environment().DATABASE_URL)
  url.pathname = '/nowhere'
  assert.match(
    await findingsOf({ DATABASE_URL: url.href }),
    /database: .*"nowhere" does not exist\. → Create that database, or correct its name\./,
  )
  const { pool } = testApp.database
  const [{ name }] = (await pool.query(`select quote_ident(current_database()) as name`)).rows
  await pool.query(`alter database ${name} set default_transaction_read_only = on`)
  assert.match(
    await findingsOf(),
    /wrong database: .* takes no changes, as a standby does\. → Set it to the one/,
  )
  await pool.query(`alter database ${name} reset default_transaction_read_only`)
  assert.doesNotMatch(await findingsOf(), /database/)
  url.username = 'nobody_there'
  assert.match(
    await findingsOf({ DATABASE_URL: url.href }),
    /database: .*"nobody_there" does not exist\. → Correct the user in it, or let that one in by pg_hba/,
  )
})

test('the doctor names each setting that is wrong, and a clock that is', async () => {
  const settings = await doctor({ NODE_ENV: 'production', PUBLIC_URL: 'https://byre.farm' })
  assert.equal(settings.code, 1)
  assert.match(settings.out, /settings +wrong +APP_SECRET is not set\. +production needs one/)
  assert.match(settings.out, /settings +wrong +TRUSTED_PROXIES is not set/)
  const later = 'const { now } = Date; Date.now = () => now.call(Date) + 60000'
  const clock = await doctor({
    ...environment(),
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(later)}`,
  })
  assert.equal(clock.code, 1, clock.err)
  assert.match(
    clock.out,
    /clock +wrong +This machine is (?:59|60) s ahead of the database\. +Keep both by NTP/,
  )
})

test('the doctor finds an older schema, another secret, late and failed jobs, a quiet copy and an old backup', async () => {
  const { pool } = testApp.database
  assert.match(
    await findingsOf(),
    /look backup: No backup was ever made.*→ Run "npm run byre -- backup FILE"/,
  )
  await backedUp('3 days')
  assert.match(await findingsOf(), /wrong backup: The last backup is 72 hours old/)
  await backedUp('1 hour')
  assert.doesNotMatch(await findingsOf(), /backup/)

  await pool.query(`insert into platform.secrets (fingerprint) values ('another')`)
  assert.match(await findingsOf(), /wrong secret: APP_SECRET is another than/)
  await pool.query('truncate platform.secrets')
  assert.doesNotMatch(await findingsOf(), /secret/)

  await pool.query(`update pgboss.job set state = 'failed' where id = (select id from pgboss.job limit 1)`)
  assert.match(await findingsOf(), /look failed jobs: 1 were given up: [a-zA-Z.]+ 1\. → .*jobs list/)
  await pool.query(
    `update pgboss.job set state = 'created', start_after = now() - interval '20 minutes' where state = 'failed'`,
  )
  assert.match(await findingsOf(), /wrong waiting jobs: 1 jobs are late, the oldest by 20 minutes/)
  await pool.query(`delete from pgboss.job`)

  await pool.query('alter table pgboss.job rename to elsewhere')
  assert.match(await findingsOf(), /wrong database: .*answered at first and then no more: .*"pgboss.job"/)
  await pool.query('alter table pgboss.elsewhere rename to job')

  await pool.query(
    `insert into customers.webhooks (id, kind, place_id, url, events, secret, added_by)
     values (gen_random_uuid(), 'site', gen_random_uuid(), 'https://hooks.ranch.farm', '{member.left}', '', gen_random_uuid())`,
  )
  const isNumbered = eventCursorOfRun() === 'numbers'
  const end = `(select ${isNumbered ? 'last from platform.audit_numbers' : 'pg_snapshot_xmin(pg_current_snapshot())'})`
  await pool.query(`update customers.webhook_reader set written_in = ${end}`)
  await pool.query(
    `insert into platform.audit (id, at, deed) values (gen_random_uuid(), now() - interval '20 minutes', 'leave')`,
  )
  assert.match(await findingsOf(), /wrong webhooks: They have not been told what happened for 20 minutes\./)
  await pool.query('truncate customers.webhooks cascade')
  assert.doesNotMatch(await findingsOf(), /webhooks/)

  await pool.query(`insert into platform.quiet_spells (cause) values ('a rehearsal')`)
  await pool.query(
    `insert into pgboss.job (name, start_after) select name, now() - interval '20 minutes' from pgboss.queue limit 1`,
  )
  const ofQuiet = await findingsOf()
  assert.match(ofQuiet, /look quiet copy: It mails and charges nothing, .*: a rehearsal\. → .*resume/)
  assert.doesNotMatch(ofQuiet, /waiting jobs/, 'they wait on purpose')
  await pool.query('truncate platform.quiet_spells')
  assert.match(await findingsOf(), /wrong waiting jobs: 1 jobs are late/)
  await pool.query('delete from pgboss.job')

  const { rows } = await pool.query(
    `delete from platform_migrations.checksums where name = '0043-backups' returning *`,
  )
  assert.match(await findingsOf(), /wrong schema: The schema is older.*→ Run "npm run migrate"/)
  await pool.query(
    'insert into platform_migrations.checksums values ($1, $2)',
    Object.values(rows[0] as object),
  )
})

test('the doctor finds a mail server that is away, refuses the login or refuses the sender', async () => {
  assert.match(
    await findingsOf({ SMTP_URL: 'smtp://127.0.0.1:1' }),
    /wrong mail: 127\.0\.0\.1:1 does not answer: .*ECONNREFUSED/,
  )
  const strict = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ password }, _, done) =>
      password === 'right' ? done(null, { user: 'byre' }) : done(new Error('Invalid username or password')),
    onMailFrom: ({ address }, _, done) =>
      done(address === 'no-reply@byre.example' ? null : new Error('Not yours')),
  })
  const listening = strict.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  try {
    const url = (password: string) => `smtp://byre:${password}@127.0.0.1:${port}`
    assert.match(
      await findingsOf({ SMTP_URL: url('wrong') }),
      /wrong mail: .* refuses our login: .*Invalid username/,
    )
    const from = { SMTP_URL: url('right'), MAIL_FROM: 'Byre <other@byre.example>' }
    assert.match(
      await findingsOf(from),
      /wrong mail: .* takes no mail from Byre <other@byre\.example>: .*Not yours/,
    )
    assert.doesNotMatch(await findingsOf({ ...from, MAIL_FROM: 'Byre <no-reply@byre.example>' }), /mail/)
  } finally {
    strict.close()
  }
})

test('the doctor finds a name server that is silent, names without an address, and certificates that nobody trusts', async () => {
  const abroad = {
    PUBLIC_URL: 'https://portal.byre.farm',
    BASE_DOMAIN: 'byre.farm',
    TRUSTED_PROXIES: '127.0.0.1',
  }
  const DNS_SERVER = `127.0.0.1:${await freePort()}`
  assert.match(await findingsOf({ ...abroad, DNS_SERVER }), /wrong names: 127\.0\.0\.1:\d+ does not answer/)

  const names = await Names.start()
  const nameless = await findingsOf({ ...abroad, DNS_SERVER: names.address })
  await names.close()
  assert.match(nameless, /wrong names: portal\.byre\.farm has no address\. → Make an A or AAAA record/)
  assert.match(
    nameless,
    /wrong names: Places below byre\.farm have no address\. → Make a record \*\.byre\.farm/,
  )

  const folder = fs.mkdtempSync(join(tmpdir(), 'byre-test-'))
  const [key, cert] = [join(folder, 'key'), join(folder, 'cert')]
  execFileSync(
    'openssl',
    (
      `req -x509 -newkey rsa:2048 -nodes -days 3 -subj /CN=portal.byre.farm -keyout ${key} -out ${cert} ` +
      '-addext subjectAltName=DNS:portal.byre.farm'
    ).split(' '),
    { stdio: 'ignore' },
  )
  const server = createTlsServer({ key: fs.readFileSync(key), cert: fs.readFileSync(cert) }).listen(
    0,
    '127.0.0.1',
  )
  try {
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const untrusted = await examineCertificate('portal.byre.farm', port, '127.0.0.1')
    assert.match(
      untrusted.says,
      /Browsers do not trust portal\.byre\.example: .*SELF_SIGNED|Browsers do not trust/,
    )
    assert.equal(untrusted.state, 'wrong')
  } finally {
    server.close()
    fs.rmSync(folder, { recursive: true })
  }
})

test('the doctor finds a card processor that refuses the key, and a webhook that is missing or off', async () => {
  let status = 401
  let endpoints: unknown[] = []
  const stripe = createHttpServer((_, response) => {
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify({ data: endpoints }))
  }).listen(0, '127.0.0.1')
  await once(stripe, 'listening')
  try {
    const env = {
      PAYMENT_GATEWAY: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_API_BASE: `http://127.0.0.1:${(stripe.address() as AddressInfo).port}`,
    }
    assert.match(await findingsOf(env), /wrong card processor: Stripe answers 401 to our key/)
    status = 200
    assert.match(
      await findingsOf(env),
      /wrong webhook: .*no webhook goes to http:\/\/localhost:4000\/api\/v1\/webhooks\/stripe/,
    )
    endpoints = [{ url: 'http://localhost:4000/api/v1/webhooks/stripe', status: 'disabled' }]
    assert.match(await findingsOf(env), /wrong webhook: Stripe has disabled/)
    endpoints = [{ url: 'http://localhost:4000/api/v1/webhooks/stripe', status: 'enabled' }]
    assert.doesNotMatch(await findingsOf(env), /webhook|card processor/)
  } finally {
    stripe.close()
  }
})
