import { recordEvents } from '@byre/contract/herd/records'
import { createHandOff } from '@byre/contract/places/launch-codes'
import { getSite, listSites, updateSite } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { execFile } from 'node:child_process'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { blocksOf, toRun } from '../scripts/operators/blocks.ts'
import { byreWith } from '../scripts/operators/program.ts'
import { newId } from '../server/src/platform/ids.ts'
import { createEmptyDatabase, urlOf, type TestDatabase } from '../server/src/testing/database.ts'
import { event } from '../server/src/testing/herd/recording.ts'
import { findPgBouncer, PgBouncer } from '../server/src/testing/proxies/pgbouncer.ts'
import { startProduct, type Product } from './product.ts'
import { callProduct, ready } from './ready.ts'

/*
 * The real PgBouncer between the built product and its PostgreSQL, as docs/operators/database.md has it: `npm run
 * test:pgbouncer`, with the program on the path or named by PGBOUNCER. Skipped, said so, where there is none.
 */

const found = findPgBouncer()
const skip = found
  ? false
  : 'there is no pgbouncer here; Debian 12 has 1.18, so build 1.21 or newer and name it by PGBOUNCER=…'
const file = blocksOf('database').find(({ text }) => text.includes('[pgbouncer]'))!.text

const mark = randomBytes(4).toString('hex')
const [role, password] = [`byre_pooled_${mark}`, randomBytes(12).toString('hex')]
let database: TestDatabase
let admin: pg.Client
const bouncers: PgBouncer[] = []

before(async () => {
  if (!found) return
  database = await createEmptyDatabase()
  admin = new pg.Client(database.options)
  await admin.connect()
  await admin.query(`create role ${role} login password '${password}'`)
})
after(async () => {
  if (!found) return
  for (const bouncer of bouncers) await bouncer.stop()
  await admin.query(`drop owned by ${role}`)
  await admin.query(`drop role ${role}`)
  await admin.end()
  await database.drop()
})

async function bouncerOf(text: string): Promise<PgBouncer> {
  const bouncer = await PgBouncer.start({
    program: found!.program,
    database: database.options,
    role,
    password,
    file: text,
  })
  bouncers.push(bouncer)
  return bouncer
}

/** What the built product says as it does not start. */
async function refusalOf(text: string): Promise<string> {
  const { url } = await bouncerOf(text)
  const started = await startProduct({ DATABASE_URL: url }).catch((error: Error) => error.message)
  if (typeof started === 'string') return started
  await started.stop()
  throw new Error('It started.')
}

/** A program of ours as an operator runs it. */
const run = (program: string, args: string[], env: Record<string, string>) =>
  promisify(execFile)(process.execPath, [program, ...args], { env: { PATH: process.env.PATH, ...env } })

const migrateProgram = new URL('../scripts/migrate.ts', import.meta.url).pathname

test(
  'O04 a PgBouncer that is not told to drop start-up parameters is named with what to do',
  { skip },
  async () => {
    const refused = await refusalOf(file.replace(/^ignore_startup_parameters = .*\n/m, ''))
    assert.match(
      refused,
      /ended with 4:\nDATABASE_URL leads to a PgBouncer that refuses our settings \(unsupported startup parameter: \w+\): name them in its ignore_startup_parameters/,
    )
  },
)

test('O04 settings that PgBouncer drops and that the role has not are named', { skip }, async () => {
  const names = 'statement_timeout, lock_timeout, idle_in_transaction_session_timeout, .*search_path'
  assert.match(await refusalOf(file), new RegExp(`ended with 4:\nDATABASE_URL leads to .* our ${names}`))
})

test(
  'O04 as the page says: migrated past PgBouncer, it serves all of 300 calls of twenty callers',
  { skip },
  async () => {
    const settings = toRun('database', 'sql').find(({ text }) => text.includes('alter role byre'))!
    await admin.query(settings.text.replaceAll(/\bbyre\b/g, role))
    const { url } = await bouncerOf(file)
    await assert.rejects(
      run(migrateProgram, [], { DATABASE_URL: url }),
      /leads to a proxy .*: set MIGRATE_DATABASE_URL to/,
    )
    const env = { DATABASE_URL: url, MIGRATE_DATABASE_URL: urlOf(database.options) }
    const { stdout } = await run(migrateProgram, [], env)
    assert.match(stdout, new RegExp(`The schema is current: .* ${role} may read and write rows`))

    const product = await startProduct({ DATABASE_URL: url })
    try {
      const calls = await Promise.all(Array.from({ length: 20 }, (_, nth) => someWork(product, nth)))
      const count = calls.reduce((all, one) => all + one, 0)
      assert.ok(count >= 300, `${count} calls`)
      assert.doesNotMatch(product.output(), /"level":"error"|"level":50/)
      const { rows } = await admin.query(
        `select (select count(*)::int from customers.sites) as sites, (select count(*)::int from herd.events) as events`,
      )
      assert.deepEqual(rows, [{ sites: 20, events: 40 }])
      const doctor = await byreWith({ DATABASE_URL: url, DATA_DIR: product.dataDir }, 'doctor')
      assert.match(doctor.out, /its sessions have our settings/)
      console.log(`${count} calls by way of PgBouncer ${found!.version}, all answered`)
    } finally {
      await product.stop()
    }
  },
)

test('O04 a PgBouncer that keeps no prepared statements is refused', { skip }, async () => {
  const forgetful = file.replace(/^max_prepared_statements = .*$/m, 'max_prepared_statements = 0')
  assert.match(await refusalOf(forgetful), /ended with 4:\nDATABASE_URL .* does not keep prepared statements/)
})

/** Signs up and in, makes a site, looks at it and changes it, opens its app and records; how many calls that took. */
async function someWork(product: Product, nth: number): Promise<number> {
  let calls = 0
  const counting = <T>(answer: Promise<T>): Promise<T> => {
    calls += 1
    return answer
  }
  const { token, siteIds } = await ready(product, { name: `rider${nth}`, sites: 1 })
  // Signing up, its code, signing in, the profile, the payer, plans, the site.
  calls += 7
  const params = { id: siteIds[0]! }
  for (let again = 0; again < 3; again++) {
    const { sites } = await counting(callProduct(product, listSites, { token }))
    assert.equal(sites.length, 1)
    const description = `seen ${again}`
    await counting(callProduct(product, updateSite, { token, params, body: { description } }))
    assert.equal((await counting(callProduct(product, getSite, { token, params }))).description, description)
  }

  const host = `rider${nth}-1.localhost:${product.port}`
  const begun = await counting(at(product, host, '/'))
  const state = new URL(begun.headers.location!).searchParams.get('state')!
  const handOff = await counting(callProduct(product, createHandOff, { token, body: { host, state } }))
  const { pathname, search } = new URL(handOff.url)
  const opened = await counting(at(product, host, pathname + search, { cookie: cookiesOf(begun) }))
  const animal = newId()
  const events = [
    event('entered', [animal], { origin: 'born' }),
    event('treated', [animal], { product_name: 'x' }),
  ]
  for (const one of events) {
    const answer = await counting(
      at(product, host, recordEvents.path, { cookie: cookiesOf(opened) }, { events: [one] }),
    )
    assert.equal(answer.statusCode, recordEvents.status)
  }
  return calls
}

const cookiesOf = ({ headers }: IncomingMessage) =>
  (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')

/** A call at a place's own host. */
async function at(
  { port }: Product,
  host: string,
  path: string,
  headers: Record<string, string> = {},
  body?: object,
): Promise<IncomingMessage> {
  const asking = request({
    host: '127.0.0.1',
    port,
    path,
    method: body ? 'POST' : 'GET',
    headers: {
      ...headers,
      host,
      'sec-fetch-site': 'same-origin',
      ...(body && { 'content-type': 'application/json' }),
    },
  })
  asking.end(body && JSON.stringify(body))
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  answer.resume()
  return answer
}
