import { addCard } from '@byre/contract/billing/cards'
import { resetPassword, signUp } from '@byre/contract/accounts/auth'
import { logIn } from '@byre/contract/accounts/sign-ins'
import { createSite, getSite, listSites, updateSite } from '@byre/contract/places/sites'
import { inviteToSite } from '@byre/contract/people/invites'
import { updateUser } from '@byre/contract/people/users'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { after, before, test } from 'node:test'
import pino from 'pino'
import { buildApp, type App } from './app.ts'
import { contractNouns } from './platform/api-docs/openapi-nouns.ts'
import { logOptions } from './platform/log.ts'
import { Outbox, queue } from './platform/jobs/outbox.ts'
import { newApiKey } from './testing/api-keys.ts'
import { hostOf } from './testing/invites.ts'
import { newClinic, newBillingEntity, newSite, siteFields } from './testing/places.ts'
import { Visitor } from './testing/visitor.ts'
import { password, TestApp, type Person } from './testing/test-app.ts'

const { endpoints } = await contractNouns()
let testApp: TestApp
let app: App
let alice: Person
const written: string[] = []
before(async () => {
  testApp = await TestApp.start()
  const log = pino({ ...logOptions, level: 'info' }, { write: (line: string) => void written.push(line) })
  app = await buildApp({ config: testApp.config, database: testApp.database, works: false, log })
  testApp.app = app
  alice = await testApp.person('alice')
})
after(async () => {
  await app.close()
  await testApp.close()
})

type Line = Record<string, unknown>
/** The line of the request that was answered with these headers; it is written after the answer. */
async function lineOf({ headers }: { headers: Record<string, unknown> }): Promise<Line> {
  const id = `"reqId":"${String(headers['x-request-id'])}"`
  for (let tries = 0; tries < 1000; tries++) {
    const lineText = written.findLast((line) => line.includes(id) && line.includes('"route"'))
    if (lineText) return JSON.parse(lineText) as Line
    await setImmediate()
  }
  throw new Error(`no line of ${id}`)
}

test('O01 every request of someone signed in leaves a line with their id, whatever it is answered', async () => {
  const protectedEndpoints = endpoints.filter(({ who, streams }) => who !== 'anyone' && !streams)
  assert.ok(protectedEndpoints.length > 100, `${protectedEndpoints.length}`)
  const bob = await testApp.person('bob')
  const places = { site: await newSite(testApp, bob), clinic: await newClinic(testApp, bob) }
  const missing: string[] = []
  const { reply } = await testApp.call(logIn, { body: { username: bob.email, password } })
  for (const endpoint of protectedEndpoints) {
    const url = endpoint.path.replace(/:\w+/g, () => randomUUID())
    const kind = endpoint.path.includes('clinic') ? 'clinic' : 'site'
    const tenant = endpoint.host === 'tenant' ? places[kind] : null
    const body = endpoint.method === 'GET' ? undefined : {}
    const host = tenant ? hostOf(tenant) : undefined
    const answer = await testApp.send(endpoint.method, url, {
      as: reply.token,
      body,
      ...(host ? { host } : {}),
    })
    const line = await lineOf(answer)
    assert.notEqual(answer.status, 401, `${endpoint.name} comes after one that ended the session`)
    if (line['user_id'] !== bob.id) missing.push(`${endpoint.name} ${answer.status}`)
    if (tenant) assert.deepEqual([line['tenant_kind'], line['tenant_id']], [kind, tenant.id], endpoint.name)
    if (endpoint.name === 'deleteMe') assert.equal(answer.status, 400, 'bob stays')
  }
  assert.deepEqual(missing, [])
})

test('O01 a line names the place or payer it is about, by kind and id, also of another’s', async () => {
  const billingEntity = await newBillingEntity(testApp, alice)
  const body = siteFields(billingEntity.id)
  const made = await testApp.call(createSite, { as: alice.token, body })
  assert.equal(made.status, 201)
  const about = async (answer: { headers: Record<string, unknown> }) => {
    const line = await lineOf(answer)
    return [line['user_id'], line['tenant_kind'], line['tenant_id']]
  }
  assert.deepEqual(await about(made), [alice.id, 'billing_entity', billingEntity.id])
  const params = { id: made.reply.id }
  const carol = await testApp.person('carol')
  for (const as of [alice, carol])
    assert.deepEqual(await about(await testApp.call(getSite, { as: as.token, params })), [
      as.id,
      'site',
      params.id,
    ])
  const card = await testApp.call(addCard, { as: alice.token, body: { billing_entity_id: billingEntity.id } })
  assert.deepEqual(await about(card), [alice.id, 'billing_entity', billingEntity.id])

  const visitor = new Visitor(testApp, hostOf(made.reply))
  assert.deepEqual(await about(await visitor.get('/')), [undefined, 'site', params.id])
  await visitor.launch(alice)
  assert.deepEqual(await about(await visitor.get('/')), [alice.id, 'site', params.id])
})

test('O01 K09 a line of a call by a key names its person and the key’s id, also where it is refused', async () => {
  const bert = await testApp.person('bert')
  const { id, key } = await newApiKey(testApp, bert.token)
  const factsOf = async (answer: { status: number; headers: Record<string, unknown> }) => {
    const line = await lineOf(answer)
    return [answer.status, line['user_id'], line['key_id']]
  }
  assert.deepEqual(await factsOf(await testApp.call(listSites, { as: key })), [200, bert.id, id])
  const refused = await testApp.call(updateUser, { as: key, params: { id: bert.id }, body: {} })
  assert.deepEqual(await factsOf(refused), [403, bert.id, id])
  assert.deepEqual(await factsOf(await testApp.call(listSites, { as: bert.token })), [
    200,
    bert.id,
    undefined,
  ])
})

test('O01 P01 no line holds a name, an address, a password, a token, a code or a card number', async () => {
  const secret = 'Canary-9-fence!'
  const key = await newApiKey(testApp, alice.token, { name: 'Canaryname' })
  await testApp.call(listSites, { as: key.key })
  await testApp.call(listSites, { as: key.key.slice(0, -1) })
  await testApp.call(getSite, { as: alice.token, params: { id: key.key } })
  await testApp.send('GET', `/api/v1/sites?q=${key.key}`, { as: key.key })
  const canaries = [
    secret,
    'Canaryname',
    'canary@ranch.example',
    '4242424242424242',
    'canary-path',
    alice.token,
    alice.refresh,
    key.key,
    key.key.slice('byre_live_'.length),
  ]
  const body = { first_name: 'Canaryname', email: 'canary@ranch.example' }
  await testApp.call(updateUser, { as: alice.token, params: { id: alice.id }, body })
  await testApp.call(resetPassword, { body: { username: 'canary@ranch.example' } })
  await testApp.call(logIn, { body: { username: 'canary@ranch.example', password: secret } })
  const site = await newSite(testApp, alice, { name: 'Canaryname' })
  await testApp.call(updateSite, { as: alice.token, params: { id: site.id }, body: { name: 'Canaryname' } })
  await testApp.call(inviteToSite, {
    as: alice.token,
    host: hostOf(site),
    body: { email: 'canary@ranch.example' },
  })
  for (const id of ['canary@ranch.example', 'canary-path', alice.refresh])
    await testApp.call(getSite, { as: alice.token, params: { id } })
  const card = { billing_entity_id: 'canary@ranch.example', number: '4242424242424242', name: 'Canaryname' }
  await testApp.call(addCard, { as: alice.token, body: card })
  const query = { site_id: 'canary-path', billing_entity_id: secret }
  const last = await testApp.send('GET', `/api/v1/invoices?${new URLSearchParams(query)}`, {
    as: alice.token,
  })
  await testApp.settle()
  await lineOf(last)
  for (const canary of [...canaries, alice.email])
    assert.deepEqual(
      written.filter((line) => line.includes(canary)),
      [],
      canary,
    )
})

/** Has a row of a table break a rule that the product knows nothing of; what PostgreSQL then tells of the row itself. */
async function withUnexpectedRule(table: string, story: () => Promise<void>): Promise<string> {
  const { pool } = testApp.database
  await pool.query(`alter table ${table} add constraint nobody_expected check (false) not valid`)
  try {
    await story()
    return await pool.query(`update ${table} set id = id`).then(
      () => '',
      ({ detail = '' }: { detail?: string }) => detail,
    )
  } finally {
    await pool.query(`alter table ${table} drop constraint nobody_expected`)
  }
}

test('O01 P01 a rule of the database that nobody expected is named in the log, and nothing of the row that broke it', async () => {
  const rita = await testApp.person('rita')
  const [newcomer, name] = [{ email: 'rowcanary@ranch.example', password }, { first_name: 'Rowcanary' }]
  const calls = {
    'auth.accounts': () => testApp.call(signUp, { body: newcomer }),
    'customers.users': () =>
      testApp.call(updateUser, { as: rita.token, params: { id: rita.id }, body: name }),
  }
  const details: string[] = []
  for (const [table, call] of Object.entries(calls))
    details.push(
      await withUnexpectedRule(table, async () => {
        const before = written.length
        const answer = await call()
        assert.deepEqual([answer.status, answer.body['code']], [500, 'server.failed'], table)
        await lineOf(answer)
        const errors = written.slice(before).filter((line) => line.includes('"err"'))
        const [{ err }] = errors.map((line) => JSON.parse(line) as { err: Line }) as [{ err: Line }]
        assert.deepEqual([errors.length, err['code'], err['constraint']], [1, '23514', 'nobody_expected'])
        for (const canary of ['owcanary', 'Failing row', '"detail"', '$argon2', password])
          assert.deepEqual(
            written.filter((line) => line.includes(canary)),
            [],
            canary,
          )
      }),
    )
  assert.match(details[0]!, /^Failing row contains .*\$argon2id\$/)
  assert.match(details[1]!, /^Failing row contains /)
})

test('O01 a job that fails leaves a line with its id and the ids of what it is about, and nothing else it carries', async () => {
  const jobs = queue<object>('testing.failing', {
    retryLimit: 0,
    retryDelaySeconds: 1,
    retryDelayMaxSeconds: 1,
  })
  const lines: Line[] = []
  const outbox = new Outbox(testApp.database, {
    work: true,
    onError: (error, name, ids) => void lines.push({ error, name, ...ids }),
  })
  outbox.handle(jobs, async () => {
    throw new Error('no')
  })
  await outbox.start()
  const invoice_id = randomUUID()
  await outbox.send(testApp.database.db, jobs, {
    invoice_id,
    email: 'canary@ranch.example',
    user_id: 'x@y.z',
  })
  while (lines.length === 0) await setImmediate()
  await outbox.stop()
  const [{ error: _, job_id, ...line } = {}] = lines
  assert.match(String(job_id), /^[0-9a-f-]{36}$/)
  assert.deepEqual(line, { name: 'testing.failing', invoice_id })
})
