import { logOut } from '@byre/contract/accounts/sign-ins'
import { createBillingEntity } from '@byre/contract/billing/billing-entities'
import type { Endpoint } from '@byre/contract/endpoint'
import { meters, requestLimits } from '@byre/contract/limits'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { newClinic, newSite } from '../../testing/places.ts'
import { listening } from '../../testing/raw.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'
import { withinMinute } from '../../testing/windows.ts'
import { contractNouns } from '../api-docs/openapi-nouns.ts'

/* Nobody hears what is wrong with what they sent before it is known who they are. */

let testApp: TestApp
let alice: Person
let hosts: { site: string; clinic: string }
const strangers: Record<string, Record<string, string>> = {}
const { endpoints } = await contractNouns()
const closed = endpoints.filter(({ who }) => who !== 'anyone')

before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
  const [site, clinic] = [await newSite(testApp, alice), await newClinic(testApp, alice)]
  hosts = { site: `${site.id}.localhost:4000`, clinic: `${clinic.id}.localhost:4000` }
  const erin = await testApp.person('erin')
  await testApp.call(logOut, { body: { token: erin.token } })
  const frank = await testApp.person('frank')
  await testApp.database.pool.query(
    `update platform.sessions set access_expires_at = now() - interval '1 second' where user_id = $1`,
    [frank.id],
  )
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  Object.assign(strangers, {
    nobody: {},
    'a token that is none': bearer('x'),
    'an invented token': bearer('x'.repeat(43)),
    'an ended session': bearer(erin.token),
    'an expired token': bearer(frank.token),
  })
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

interface Sent {
  body?: string
  headers?: Record<string, string>
  query?: string
  /** In place of each parameter of the path. */
  id?: string
}
const form = 'application/x-www-form-urlencoded'
const json = 'application/json'
const typed = (type: string, body: string): Sent => ({ body, headers: { 'content-type': type } })

const kinds: Record<string, Sent> = {
  nothing: {},
  'broken JSON': typed(json, '{"name":'),
  'a list': typed(json, '[1]'),
  'a thing inside a thing': typed(json, '{"name":{"a":1}}'),
  'a forbidden key': typed(json, '{"__proto__":"x"}'),
  'no UTF-8 charset': typed(`${form}; charset=utf-16`, 'name=x'),
  'a text': typed('text/plain', 'name=x'),
  parts: typed('multipart/form-data; boundary=x', '--x--'),
  'a type that is none': typed('nonsense', 'name=x'),
  'no type': { body: 'name=x' },
  'a field twice': typed(form, 'name=x&name=y'),
  'bad percent signs': typed(form, 'name=%zz'),
  'a NUL': typed(form, 'name=%00'),
  'too many fields': typed(
    form,
    Array.from({ length: requestLimits.body.keys + 1 }, (_, at) => `k${at}=`).join('&'),
  ),
  'too large a body': typed(form, `name=${'x'.repeat(requestLimits.body.bytes)}`),
  'a query twice': { query: 'page=1&page=2' },
  'a query that is none': { query: 'q=%' },
  'a page that is none': { query: 'page=0&per_page=x' },
  'an empty key': { headers: { 'idempotency-key': '' } },
  'too long a key': { headers: { 'idempotency-key': 'x'.repeat(256) } },
  'an id that is none': { id: '0' },
  'an id of NUL': { id: '%00' },
  'an endless id': { id: 'x'.repeat(2_000) },
}

const someId = '0193a2c4-5e6f-7a8b-9c0d-1e2f3a4b5c6d'
function send(endpoint: Endpoint, { body, headers = {}, query, id = someId }: Sent, as: object) {
  const path = endpoint.path.replace(/:\w+/g, id)
  const place = endpoint.path.includes('clinic') ? hosts.clinic : hosts.site
  return testApp.send(endpoint.method, query === undefined ? path : `${path}?${query}`, {
    body,
    headers: { ...headers, ...as },
    ...(endpoint.host === 'tenant' ? { host: place } : {}),
  })
}

describe('every call that needs a session says 401 first', () => {
  for (const [kind, sent] of Object.entries(kinds)) {
    test(`C01 I01 I02 I03 I05 I06 whoever is not signed in and sends ${kind} is told to sign in`, async () => {
      const [nobody, ...others] = Object.entries(strangers)
      for (const [at, endpoint] of closed.entries()) {
        for (const [who, headers] of [nobody!, others[at % others.length]!]) {
          const { status, body } = await send(endpoint, sent, headers)
          assert.equal(status, 401, `${endpoint.name}: ${who}`)
          assert.equal(body['code'], 'session.required')
          assert.equal('state' in body, endpoint.service === 'auth')
        }
      }
    })
  }

  test('more than a hundred calls were asked', () => assert.ok(closed.length > 100))
})

test('I01 I02 I03 I05 whoever is signed in is told what is wrong', async () => {
  const as = { authorization: `Bearer ${alice.token}` }
  for (const [kind, sent] of Object.entries(kinds)) {
    if (!sent.body) continue
    const { status } = await send(createBillingEntity, sent, as)
    assert.ok([400, 413, 415].includes(status), `${kind} ${status}`)
  }
  const { status } = await send(createBillingEntity, kinds['too long a key']!, as)
  assert.equal(status, 400)
})

test('R01 I01 without a token nothing of a body is read, and the connection ends', async () => {
  const { send: sendRaw } = await listening(testApp.app)
  const head = (more: string) =>
    `POST ${createBillingEntity.path} HTTP/1.1\r\nHost: localhost:4000\r\nContent-Type: ${form}\r\n${more}\r\n\r\n`
  for (const more of [
    'Content-Length: 10000000000',
    'Transfer-Encoding: chunked',
    `Authorization: Bearer ${'x'.repeat(43)}\r\nContent-Length: 10000000000`,
  ]) {
    const { status, headers, body } = await sendRaw(head(more))
    assert.deepEqual([status, body['code'], headers['connection']], [401, 'session.required', 'close'], more)
  }
})

test('A01 whoever invents tokens is slowed down by where they come from, whatever they send', () =>
  withinMinute(async () => {
    const strict = await TestApp.start({ LIMIT_FACTOR: '0.01' })
    try {
      const guess = () =>
        strict.send('POST', createBillingEntity.path, { as: 'x'.repeat(43), ...typed(json, '{') })
      const statuses = []
      for (let tries = 0; tries < 8; tries++) statuses.push((await guess()).status)
      assert.deepEqual(statuses, [401, 401, 401, 401, 401, 401, 429, 429])
    } finally {
      await strict.close()
    }
  }))

test('R02 what cannot be read counts for whoever sent it', async () => {
  const strict = await TestApp.start({ LIMIT_FACTOR: '1' })
  try {
    const erin = await strict.person('erin')
    const unread = { as: erin, body: '{', headers: { 'content-type': 'application/json' } }
    const statuses = new Set<number>()
    for (let n = 0; n < 2 * meters.callsPerMinute + 1 && !statuses.has(429); n += 1)
      statuses.add((await strict.send('POST', '/api/v1/sites', unread)).status)
    assert.deepEqual([...statuses], [400, 429])
  } finally {
    await strict.close()
  }
})
