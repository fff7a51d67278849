import { logIn } from '@byre/contract/accounts/sign-ins'
import { getUser } from '@byre/contract/people/users'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pino from 'pino'
import { buildApp, type App } from '../../app.ts'
import { newSite } from '../../testing/places.ts'
import { Proxy } from '../../testing/proxies/proxy.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'
import { openDatabase, type Database } from '../database/db.ts'
import { Metrics } from './metrics.ts'

/* What the operations port tells of a process whose database comes and goes. */

let testApp: TestApp
let alice: Person
let proxy: Proxy
let database: Database
let app: App
const metrics = new Metrics()

before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
  proxy = await Proxy.start(testApp.database.pool.options)
  database = openDatabase(proxy.options, { max: 4 })
  metrics.addProcess('1.2.3')
  const log = pino({ level: 'silent' })
  app = await buildApp({ config: testApp.config, database, works: false, log, metrics })
})
after(async () => {
  await app.close()
  await database.close()
  await proxy.close()
  await testApp.close()
})

/** The values of one name, by their labels as they are written. */
async function valuesOf(name: string): Promise<Record<string, number>> {
  const lines = (await metrics.text()).split('\n').filter((line) => line.startsWith(name))
  return Object.fromEntries(
    lines.map((line) => {
      const [, labels = '', value] = /^[^ {]+(?:\{(.*)\})? (.+)$/.exec(line)!
      return [labels, Number(value)]
    }),
  )
}

/** Jobs of all queues that are due. */
const waiting = async () =>
  Object.values(await valuesOf('byre_jobs_waiting')).reduce((sum, count) => sum + count, 0)

test('answers are counted by route and status, and addresses that nobody knows together', async () => {
  const read = () => testApp.call(getUser, { as: alice, params: { id: alice.id }, at: app })
  const counted = () => valuesOf('byre_http_request_duration_seconds_count')
  const own = 'method="GET",route="/api/v1/users/:id",status="200"'
  const before = (await counted())[own] ?? 0
  await read()
  await read()
  for (const path of ['/nowhere', '/elsewhere']) await app.fastify.inject({ url: path })
  const after = await counted()
  assert.equal(after[own]! - before, 2)
  assert.ok(
    Object.keys(after).every((labels) => !labels.includes('where"')),
    Object.keys(after).join('\n'),
  )
})

test('sign-ins are counted where they are refused', async () => {
  const signIn = (password: string) =>
    testApp.call(logIn, { body: { username: alice.email, password }, at: app })
  const before = (await valuesOf('byre_refused_sign_ins_total'))['']!
  assert.equal((await signIn('not hers at all')).status, 401)
  assert.equal((await signIn(alice.password)).status, 200)
  assert.equal((await valuesOf('byre_refused_sign_ins_total'))[''], before + 1)
})

test('mails are counted as they leave, and what waits by its queue', async () => {
  const before = (await valuesOf('byre_mails_total'))['outcome="sent"'] ?? 0
  const waited = await waiting()
  await newSite(testApp, alice)
  assert.ok((await waiting()) > waited)
  await app.outbox.drain()
  assert.ok((await valuesOf('byre_mails_total'))['outcome="sent"']! > before)
  assert.equal(await waiting(), 0)
})

test('while the database is away all that this process knows is told, and what is missing is named', async () => {
  const parts = ['backup', 'billing', 'domains', 'jobs', 'webhooks'].map((name) => `part="${name}"`)
  const all = (isRead: number) => Object.fromEntries(parts.map((part) => [part, isRead]))
  assert.deepEqual(await valuesOf('byre_metrics_part_read'), all(1))
  proxy.silence()
  try {
    assert.deepEqual(await valuesOf('byre_metrics_part_read'), all(0))
    assert.deepEqual(await valuesOf('byre_billing_troubles'), {})
    assert.equal((await valuesOf('byre_build_info'))[`version="1.2.3",node="${process.version}"`], 1)
    assert.ok((await valuesOf('process_resident_memory_bytes'))['']! > 0)
  } finally {
    proxy.mend()
  }
})

test('a part that does not end holds nothing up but itself', async () => {
  const others = new Metrics()
  others.addPart({ name: 'stuck', read: () => new Promise(() => undefined) })
  others.addPart({
    name: 'quick',
    read: () => [{ name: 'byre_quick', about: 'Quick.', label: 'of', counts: { one: 7 } }],
  })
  const text = await others.text()
  assert.match(text, /^byre_quick\{of="one"\} 7$/m)
  assert.match(text, /^byre_metrics_part_read\{part="stuck"\} 0$/m)
})
