import { logOut } from '@byre/contract/accounts/sign-ins'
import {
  createBillingEntity,
  getBillingEntity,
  listBillingEntities,
} from '@byre/contract/billing/billing-entities'
import { nothing, type Endpoint } from '@byre/contract/endpoint'
import { createSite } from '@byre/contract/places/sites'
import { listSpecies } from '@byre/contract/species'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pino from 'pino'
import { buildApp, type App } from '../../app.ts'
import { newClinic, newSite, billingEntityFields, siteFields } from '../../testing/places.ts'
import { Proxy } from '../../testing/proxies/proxy.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'
import { openDatabase, type Database } from '../database/db.ts'
import { contractNouns } from '../api-docs/openapi-nouns.ts'

let testApp: TestApp
let alice: Person
let endpoints: Endpoint[]
let hosts: { site: string; clinic: string }

before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
  ;({ endpoints } = await contractNouns())
  const [site, clinic] = [await newSite(testApp, alice), await newClinic(testApp, alice)]
  hosts = { site: `${site.id}.localhost:4000`, clinic: `${clinic.id}.localhost:4000` }
})
after(() => testApp.close())

const someId = '0193a2c4-5e6f-7a8b-9c0d-1e2f3a4b5c6d'
const addressOf = ({ path }: Endpoint) => path.replace(/:\w+/g, someId)
/** Where a call is answered: the portal, or a place's own host. */
const at = ({ host, path }: Endpoint) =>
  host === 'tenant' ? { host: path.includes('clinic') ? hosts.clinic : hosts.site } : {}
const messageOf = (endpoint: Endpoint, body: Record<string, unknown>) =>
  endpoint.service === 'auth' ? body['error'] : body['message']

describe('every call of the contract', () => {
  test('C01 answers 401 without a session, whatever stands in for one', async () => {
    const erin = await testApp.person('erin')
    await testApp.call(logOut, { body: { token: erin.token } })
    const frank = await testApp.person('frank')
    await testApp.database.pool.query(
      `update platform.sessions set access_expires_at = now() - interval '1 second' where user_id = $1`,
      [frank.id],
    )
    const gina = await testApp.person('gina')
    await testApp.database.pool.query(
      `update platform.sessions set user_state = 'disabled' where user_id = $1`,
      [gina.id],
    )
    const bearer = (text: string) => ({ authorization: text })
    const attempts: Record<string, string>[] = [
      {},
      bearer('Bearer'),
      bearer('Bearer '),
      bearer(`Bearer ${'x'.repeat(43)}`),
      bearer(`Bearer ${alice.refresh}`),
      bearer(`Bearer ${erin.token}`),
      bearer(`Bearer ${frank.token}`),
      bearer(`Bearer ${gina.token}`),
      bearer(`Basic ${alice.token}`),
      bearer(alice.token),
      bearer(`Bearer ${alice.token}, Bearer ${alice.token}`),
      { cookie: `token=${alice.token}; byre_session=${alice.token}` },
      { 'x-access-token': alice.token },
    ]
    const closed = endpoints.filter(({ who }) => who !== 'anyone')
    assert.ok(closed.length > 15)
    for (const endpoint of closed) {
      for (const headers of attempts) {
        const answer = await testApp.send(endpoint.method, addressOf(endpoint), { headers, ...at(endpoint) })
        assert.equal(answer.status, 401, `${endpoint.name} ${JSON.stringify(headers)}`)
        assert.equal(messageOf(endpoint, answer.body), 'Please sign in.')
      }
      const inAddress = `${addressOf(endpoint)}?token=${alice.token}&access_token=${alice.token}`
      assert.equal((await testApp.send(endpoint.method, inAddress, at(endpoint))).status, 401)
    }
  })

  test('H06 answers 405 with Allow to methods it does not have, in its service’s envelope', async () => {
    // Stripe's address is there only where Stripe is the gateway.
    for (const endpoint of endpoints.filter(({ name }) => name !== 'receiveStripeEvent')) {
      for (const method of ['PATCH', 'TRACE', 'PROPFIND', 'QUERY']) {
        const { status, headers, body } = await testApp.send(method, addressOf(endpoint), at(endpoint))
        assert.equal(status, 405, `${method} ${endpoint.path}`)
        assert.ok(String(headers.allow).split(', ').includes(endpoint.method))
        assert.equal(messageOf(endpoint, body), 'That cannot be done here.')
      }
    }
    const { status, headers } = await testApp.send('OPTIONS', '/api/v1/login')
    assert.equal(status, 204)
    assert.equal(headers.allow, 'POST')
  })

  test('names its id in the answer, the same in header and body', async () => {
    const ids = new Set<unknown>()
    for (const endpoint of endpoints) {
      const { headers, body } = await testApp.send(endpoint.method, addressOf(endpoint), at(endpoint))
      if (body['request_id'] !== undefined) assert.equal(body['request_id'], headers['x-request-id'])
      ids.add(headers['x-request-id'])
    }
    assert.equal(ids.size, endpoints.length)
  })

  test('I06 with an id that is none is 404, as for one that is nowhere', async () => {
    const paths = new Set(endpoints.map(({ path }) => path))
    for (const endpoint of endpoints.filter(({ path }) => path.includes(':id'))) {
      for (const id of ['0', '-1', 'null', "1' or '1'='1", `${someId}x`, '..', '%00', 'x'.repeat(250)]) {
        const url = endpoint.path.replace(':id', encodeURIComponent(id))
        const { status } = await testApp.send(endpoint.method, url, { as: alice, ...at(endpoint) })
        // What is asked for with `..` is another path: that of another call, or one that may know other methods.
        const isCall = id === '..' && paths.has(new URL(url, 'http://portal').pathname)
        assert.ok(
          isCall || status === 404 || (id === '..' && status === 405),
          `${endpoint.name} ${id} ${status}`,
        )
      }
    }
  })
})

test('C05 a reply holds nothing that the contract does not declare', async () => {
  const { reply } = await testApp.call(createBillingEntity, { as: alice, body: billingEntityFields })
  const { properties } = { properties: Object.keys(getBillingEntity.reply.shape) }
  assert.deepEqual(Object.keys(reply).toSorted(), properties.toSorted())
})

test('a thing carries its version as an ETag', async () => {
  const made = await testApp.call(createBillingEntity, { as: alice, body: billingEntityFields })
  const read = await testApp.call(getBillingEntity, { as: alice, params: { id: made.reply.id } })
  assert.match(String(made.headers.etag), /^"\d+"$/)
  assert.equal(read.headers.etag, made.headers.etag)
})

describe('an answer that its call does not declare', () => {
  let careless: TestApp
  let dora: Person
  before(async () => {
    careless = await TestApp.start()
    dora = await careless.person('dora')
  })
  after(() => careless.close())

  /** Has a call declare less for as long as `test` lasts. */
  async function declaring(endpoint: Endpoint, less: Partial<Endpoint>, story: () => Promise<void>) {
    const whole = { ...endpoint }
    Object.assign(endpoint, less)
    await story().finally(() => Object.assign(endpoint, whole))
  }
  const create = () =>
    careless.call(createSite, { as: dora, body: { ...siteFields(someId), subdomain: 'www' } })
  const list = () => careless.call(listSpecies, { as: dora })

  for (const [what, endpoint, less, call, stray] of [
    ['a refusal', createSite, { refusals: [] }, create, 'subdomain.unavailable'],
    ['a reply', listSpecies, { reply: nothing }, list, 'species'],
  ] as const)
    test(`fails whoever makes the call, and is named in the log: ${what}`, async () => {
      const named = `${endpoint.name} answered what its contract does not declare: ${stray}`
      const { status } = await call()
      await declaring(endpoint, less, () => assert.rejects(call, { message: named }))
      const [line] = careless.complaints.splice(0) as { err: { message: string } }[]
      assert.equal(line?.err.message, named)
      assert.equal((await call()).status, status)
      assert.deepEqual(careless.complaints, [])
    })
})

test('R04 what nobody expected is one calm 500 that tells nothing of the inside', async () => {
  const broken = await TestApp.start()
  try {
    const bob = await broken.person('bob')
    await broken.database.pool.query('alter table species.species rename to renamed')
    const { status, body } = await broken.call(listSpecies, { as: bob })
    assert.equal(status, 500)
    assert.deepEqual(Object.keys(body).toSorted(), ['code', 'message', 'request_id', 'success'])
    assert.equal(body['message'], 'Something went wrong on our side. Nothing was lost; please try again.')
    assert.doesNotMatch(JSON.stringify(body), /species|relation|select|pg|stack/i)
    const [line] = broken.complaints as { reqId: string; err: { message: string } }[]
    assert.equal(line?.reqId, body['request_id'])
    assert.match(line?.err.message ?? '', /does not exist/)
  } finally {
    await broken.close()
  }
})

describe('while the database is away', () => {
  let proxy: Proxy
  let database: Database
  let app: App

  before(async () => {
    proxy = await Proxy.start(testApp.database.pool.options)
    database = openDatabase(proxy.options, { max: 4 })
    app = await buildApp({ config: testApp.config, database, works: false, log: pino({ level: 'silent' }) })
  })
  after(async () => {
    await app.close()
    await database.close()
    await proxy.close()
  })

  test('F05 every call is 503 with Retry-After and the process serves on; back, it works again', async () => {
    assert.equal((await testApp.call(listBillingEntities, { as: alice, at: app })).status, 200)
    proxy.cut()
    for (let round = 0; round < 3; round++) {
      for (const endpoint of endpoints.filter(({ who }) => who !== 'anyone')) {
        const answer = await testApp.send(endpoint.method, addressOf(endpoint), {
          as: alice,
          at: app,
          ...at(endpoint),
        })
        assert.equal(answer.status, 503, endpoint.name)
        assert.ok(Number(answer.headers['retry-after']) > 0)
        assert.equal(
          messageOf(endpoint, answer.body),
          'We cannot reach our records right now. Please try again in a moment.',
        )
      }
    }
    assert.equal((await testApp.send('GET', '/login', { at: app })).status, 200)
    proxy.mend()
    const back = await testApp.send('GET', '/api/v1/billing-entities', { as: alice, at: app })
    assert.equal(back.status, 200, JSON.stringify(back.body))
  })

  test('F06 a commit whose answer is lost is done once, and its key tells what came of it', async () => {
    const total = async () => (await testApp.call(listBillingEntities, { as: alice })).reply.total
    const earlier = await total()
    proxy.loseCommit()
    const unkeyed = await testApp.call(createBillingEntity, { as: alice, body: billingEntityFields, at: app })
    assert.equal(unkeyed.status, 503)
    assert.equal(await total(), earlier + 1)

    const headers = { 'idempotency-key': 'lost-answer' }
    proxy.loseCommit()
    const keyed = await testApp.call(createBillingEntity, {
      as: alice,
      body: billingEntityFields,
      headers,
      at: app,
    })
    const again = await testApp.call(createBillingEntity, {
      as: alice,
      body: billingEntityFields,
      headers,
      at: app,
    })
    assert.deepEqual([keyed.status, again.status], [201, 201])
    assert.equal(again.reply.id, keyed.reply.id)
    assert.equal(await total(), earlier + 2)
  })
})
