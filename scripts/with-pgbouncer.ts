import { confirmSignUp, signUp } from '@byre/contract/accounts/auth'
import { logIn } from '@byre/contract/accounts/sign-ins'
import { createBillingEntity } from '@byre/contract/billing/billing-entities'
import type { Endpoint, ReplyOf } from '@byre/contract/endpoint'
import { recordEvents } from '@byre/contract/herd/records'
import { createHandOff } from '@byre/contract/places/launch-codes'
import { createSite, getSite, listSites, updateSite } from '@byre/contract/places/sites'
import { newId } from '@byre/server/platform/ids'
import { listKeptMails } from '@byre/server/platform/mail/mail'
import { createEmptyDatabase, urlOf, type TestDatabase } from '@byre/server/testing/database'
import { event } from '@byre/server/testing/herd/recording'
import { billingEntityFields, siteFields } from '@byre/server/testing/places'
import { findPgBouncer, PgBouncer } from '@byre/server/testing/proxies/pgbouncer'
import { password } from '@byre/server/testing/test-app'
import { callOf } from '@byre/server/testing/two-mains'
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request, type IncomingMessage, type RequestOptions } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { startNode, type Node } from './faults/node.ts'
import { blocksOf, toRun } from './operators/blocks.ts'
import { byreWith } from './operators/program.ts'

/*
 * The real PgBouncer between the built product and its PostgreSQL, as docs/operators/database.md has it: `npm run
 * test:pgbouncer`, with the program on the path or named by PGBOUNCER. Skipped, said so, where there is none.
 */

const pgBouncer = findPgBouncer()
const skip = pgBouncer
  ? false
  : 'there is no pgbouncer here; Debian 12 has 1.18, so build 1.21 or newer and name it by PGBOUNCER=…'
const file = blocksOf('database').find(({ text }) => text.includes('[pgbouncer]'))!.text

const role = `byre_pooled_${randomBytes(4).toString('hex')}`
const rolePassword = randomBytes(12).toString('hex')
const dataDir = mkdtempSync(join(tmpdir(), 'byre-test-'))
let database: TestDatabase
let admin: pg.Client
const bouncers: PgBouncer[] = []

before(async () => {
  if (!pgBouncer) return
  database = await createEmptyDatabase()
  admin = new pg.Client(database.options)
  await admin.connect()
  await admin.query(`create role ${role} login password '${rolePassword}'`)
})
after(async () => {
  rmSync(dataDir, { recursive: true, force: true })
  if (!pgBouncer) return
  for (const bouncer of bouncers) await bouncer.stop()
  await admin.query(`drop owned by ${role}`)
  await admin.query(`drop role ${role}`)
  await admin.end()
  await database.drop()
})

/** Where PgBouncer listens with such a file. */
async function addressOf(text: string): Promise<string> {
  const { program } = pgBouncer!
  const behind = { database: database.options, role, password: rolePassword }
  const bouncer = await PgBouncer.start({ program, ...behind, file: text })
  bouncers.push(bouncer)
  return bouncer.url
}

const startAt = (url: string, log?: string): Promise<Node> =>
  startNode(
    {
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      PUBLIC_URL: 'http://localhost',
      TRUSTED_PROXIES: '127.0.0.1',
      LIMIT_FACTOR: '1000',
    },
    log,
  )

/** A start must end with 4 and one line. */
const refuses = async (text: string, line: RegExp) =>
  assert.rejects(startAt(await addressOf(text)), ({ message }: Error) => {
    assert.match(message, /^the product ended with 4:\nDATABASE_URL leads to .*\n$/)
    assert.match(message, line)
    return true
  })

test('O04 a PgBouncer that is not told to drop start-up parameters is named with what to do', { skip }, () =>
  refuses(
    file.replace(/^ignore_startup_parameters = .*\n/m, ''),
    /refuses our settings \(unsupported startup parameter: \w+\): name them in its ignore_startup_parameters/,
  ),
)

test('O04 settings that PgBouncer drops and that the role has not are named', { skip }, () =>
  refuses(file, /sessions without our statement_timeout, lock_timeout, .*, search_path, .*"alter role"/),
)

test(
  'O04 as the page says: migrated past PgBouncer, it serves every call of twenty people',
  { skip },
  async () => {
    const settings = toRun('database', 'sql').find(({ text }) => text.includes('alter role byre'))!
    await admin.query(settings.text.replaceAll(/\bbyre\b/g, role))
    const url = await addressOf(file)
    const migrate = (env: Record<string, string>) =>
      promisify(execFile)(process.execPath, [join(import.meta.dirname, 'migrate.ts')], {
        env: { PATH: process.env['PATH'], DATABASE_URL: url, ...env },
      })
    await assert.rejects(migrate({}), /leads to a proxy .*: set MIGRATE_DATABASE_URL to/)
    const { stdout } = await migrate({ MIGRATE_DATABASE_URL: urlOf(database.options) })
    assert.match(stdout, new RegExp(`The schema is current: .* ${role} may read and write rows`))

    const log = join(dataDir, 'byre.log')
    const node = await startAt(url, log)
    try {
      const people = Array.from({ length: 20 }, (_, nth) => new Rider(node, `rider${nth}`))
      await Promise.all(people.map((person) => person.work()))
      const calls = people.reduce((sum, person) => sum + person.calls, 0)
      assert.ok(calls >= 300, `${calls} calls`)
      assert.doesNotMatch(readFileSync(log, 'utf8'), /\berror\b/i)
      const { rows } = await admin.query(
        `select (select count(*)::int from customers.sites) as sites, (select count(*)::int from herd.events) as events`,
      )
      assert.deepEqual(rows, [{ sites: 20, events: 40 }])
      const doctor = await byreWith({ DATABASE_URL: url, DATA_DIR: dataDir }, 'doctor')
      assert.match(doctor.out, /its sessions have our settings/)
      console.log(`${calls} calls by way of PgBouncer ${pgBouncer!.version}, all answered`)
    } finally {
      await node.stop()
    }
  },
)

test('O04 a PgBouncer that keeps no prepared statements is refused', { skip }, () =>
  refuses(
    file.replace(/^max_prepared_statements = .*$/m, 'max_prepared_statements = 0'),
    /does not keep prepared statements: take PgBouncer 1\.21/,
  ),
)

/** Somebody who signs up and in, makes a site, looks at it, changes it, and records in its app. */
class Rider {
  readonly #node: Node
  readonly #name: string
  #token = ''
  calls = 0

  constructor(node: Node, name: string) {
    this.#node = node
    this.#name = name
  }

  async work(): Promise<void> {
    const email = `${this.#name}@ranch.example`
    await this.#ask(signUp, { body: { email, password } })
    await this.#ask(confirmSignUp, { body: { email, code: await this.#mailedCode(email) } })
    this.#token = (await this.#ask(logIn, { body: { username: email, password } })).token
    const billingEntity = await this.#ask(createBillingEntity, {
      body: { ...billingEntityFields, country: 'Canada', region: 'AB' },
    })
    const fields = { ...siteFields(billingEntity.id), subdomain: this.#name }
    const { id } = await this.#ask(createSite, { body: fields })
    for (let again = 0; again < 3; again++) {
      const description = `seen ${again}`
      await this.#ask(updateSite, { params: { id }, body: { description } })
      assert.equal((await this.#ask(listSites, {})).sites.length, 1)
      assert.equal((await this.#ask(getSite, { params: { id } })).description, description)
    }
    await this.#record()
  }

  async #record(): Promise<void> {
    const host = `${this.#name}.localhost`
    const begun = await this.#atPlace({ path: '/' })
    const state = new URL(begun.headers.location!).searchParams.get('state')!
    const { url } = await this.#ask(createHandOff, { body: { host, state } })
    const { pathname, search } = new URL(url)
    const headers = { cookie: cookiesOf(begun) }
    const cookie = cookiesOf(await this.#atPlace({ path: pathname + search, headers }))
    const animal = newId()
    for (const one of [
      event('entered', [animal], { origin: 'born' }),
      event('treated', [animal], { product_name: 'x' }),
    ]) {
      const { path, method, status } = recordEvents
      const sending = { path, method, headers: { cookie, 'content-type': 'application/json' } }
      const answer = await this.#atPlace(sending, JSON.stringify({ events: [one] }))
      assert.equal(answer.statusCode, status)
    }
  }

  async #ask<E extends Endpoint>(
    endpoint: E,
    options: { params?: Record<string, string>; body?: Record<string, string> },
  ): Promise<ReplyOf<E>> {
    this.calls += 1
    const token = this.#token && { token: this.#token }
    const { status, reply, body } = await callOf(this.#node, endpoint, { ...token, ...options })
    assert.equal(status, endpoint.status, `${endpoint.name}: ${JSON.stringify(body)}`)
    return reply
  }

  async #atPlace(options: RequestOptions, body?: string): Promise<IncomingMessage> {
    this.calls += 1
    const headers = { ...options.headers, host: `${this.#name}.localhost`, 'sec-fetch-site': 'same-origin' }
    const asking = request({ ...options, host: '127.0.0.1', port: this.#node.port, headers })
    asking.end(body)
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    answer.resume()
    return answer
  }

  async #mailedCode(email: string): Promise<string> {
    for (const until = Date.now() + 20_000; Date.now() < until; await delay(50))
      for (const { to, text } of await listKeptMails(join(dataDir, 'mail'))) {
        const code = to === email ? /^\s*(\d{6})\s*$/m.exec(text)?.[1] : undefined
        if (code !== undefined) return code
      }
    throw new Error(`no code was mailed to ${email}`)
  }
}

const cookiesOf = ({ headers }: IncomingMessage) =>
  (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
