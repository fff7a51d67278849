import { confirmSignUp, signUp } from '@byre/contract/accounts/auth'
import { endpoint, type Endpoint } from '@byre/contract/endpoint'
import { confirmInvoiceRecipient } from '@byre/contract/billing/invoice-recipients'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyRequest } from 'fastify'
import { after, before, describe, test } from 'node:test'
import * as z from 'zod/mini'
import { newClinic, newSite } from '../../testing/places.ts'
import { password, TestApp, type Person } from '../../testing/test-app.ts'
import { readJson } from './form-body.ts'
import { idempotencyKey } from './input.ts'
import { contractNouns } from '../api-docs/openapi-nouns.ts'
import { Secrets } from '../secrets.ts'

/* One key, two callers: what one of them was answered is nothing to the other, whatever they send. */

type Body = Record<string, string>
interface Content {
  content: Record<string, { example: { data?: unknown; state?: string } & Body }>
}
interface Operation {
  operationId: string
  requestBody?: Content
  responses: Record<string, Content>
}

const { endpoints } = await contractNouns()
const takesKeys = endpoints.filter(
  ({ method, idempotency }) => method === 'POST' && idempotency !== 'ignored',
)
const document = JSON.parse(
  readFileSync(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8'),
) as {
  paths: Record<string, Record<string, Operation>>
}
const operations = Object.values(document.paths).flatMap((path) => Object.values(path))

let testApp: TestApp
let alice: Person
let bob: Person
let hosts: { site: string; clinic: string }

before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
  bob = await testApp.person('bob')
  const [site, clinic] = [await newSite(testApp, alice), await newClinic(testApp, alice)]
  hosts = { site: `${site.id}.localhost:4000`, clinic: `${clinic.id}.localhost:4000` }
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

const sql = (text: string, ...values: unknown[]) => testApp.database.pool.query(text, values)
const hostOf = ({ host, path }: Endpoint) =>
  host === 'portal' ? 'localhost:4000' : path.includes('clinic') ? hosts.clinic : hosts.site
const isPublic = ({ who }: Endpoint) => who === 'anyone'

/** What the document says is sent to a call, and answered by it. */
function examplesOf({ name, service, status }: Endpoint) {
  const operation = operations.find(({ operationId }) => operationId === name)!
  const sent = operation.requestBody?.content['application/json']?.example ?? {}
  const { data, state: _, ...own } = operation.responses[String(status)]!.content['application/json']!.example
  return { body: { ...readJson(JSON.stringify(sent)) }, reply: service === 'auth' ? own : data }
}

/** A call that Alice made under a key, with the answer that is kept for it. */
async function madeByAlice(endpoint: Endpoint) {
  const key = randomUUID()
  const url = endpoint.path.replace(/:\w+/g, () => randomUUID())
  const send = (as: Person | undefined, body: Body) =>
    testApp.send(endpoint.method, url, {
      as,
      body,
      host: hostOf(endpoint),
      headers: { 'idempotency-key': key },
    })
  const { body, reply } = examplesOf(endpoint)
  if (endpoint.name === signUp.name) {
    // The only one that looks at what it once made before it repeats itself.
    body['email'] = body['username'] = `${key}@ranch.example`
    assert.equal((await send(undefined, body)).status, 201)
  } else await keep(endpoint, { key, url, body, reply })
  const { rows } = await sql('select scope from platform.idempotency_keys where key = $1', key)
  return {
    key,
    scope: rows[0].scope as string,
    body,
    send: (as: Person, body: Body) => send(isPublic(endpoint) ? undefined : as, body),
  }
}

async function keep(
  endpoint: Endpoint,
  { key, url, body, reply }: { key: string; url: string; body: Body; reply: unknown },
) {
  const request = { headers: { host: hostOf(endpoint) }, url, body } as unknown as FastifyRequest
  const owner = isPublic(endpoint) ? undefined : alice.id
  const secrets = new Secrets(testApp.config.appSecrets)
  const kept = idempotencyKey(secrets, endpoint, request, {
    keyText: key,
    body: z.parse(endpoint.body, body),
    userId: owner,
  })
  await sql(
    `insert into platform.idempotency_keys (scope, route, key, body_hash, state, status, reply)
     values ($1, $2, $3, $4, 'done', $5, $6)`,
    kept.scope,
    kept.route,
    key,
    kept.body_hash,
    endpoint.status,
    JSON.stringify(reply),
  )
}

const others: Body = {
  email: 'mallory@ranch.example',
  username: 'mallory@ranch.example',
  code: '000000',
  token: 'x'.repeat(43),
  password: 'Paddock-7-fence!',
}
/** The fields that tell one caller without a session from another. */
const tellingApart = ({ name, idempotency }: Endpoint) => [
  ...(typeof idempotency === 'object' ? idempotency.by : []),
  ...(name === signUp.name ? ['password'] : []),
]

/** What Bob sends: Alice's own body, or, where its fields say who calls, one variant for each such field. */
function bodiesOfBob(endpoint: Endpoint, body: Body): Body[] {
  const changed = tellingApart(endpoint).map((field) => ({ ...body, [field]: others[field]! }))
  if (endpoint.name === signUp.name) changed[0]!['username'] = others['email']!
  const alike = isPublic(endpoint) ? changed : [body]
  return alike.flatMap((one) => [one, { ...one, note: 'my own' }])
}

describe('of two callers with one key', () => {
  for (const endpoint of takesKeys) {
    test(`P04 nobody hears what the other was answered: ${endpoint.name}`, async () => {
      const { key, scope, body, send } = await madeByAlice(endpoint)
      const first = await send(alice, body)
      assert.equal(first.status, endpoint.status, first.text)
      assert.equal((await send(alice, { ...body, note: 'another' })).status, 422)

      const asBob = async (his: Body) => {
        await sql('delete from platform.idempotency_keys where key = $1 and scope <> $2', key, scope)
        return send(bob, his)
      }
      for (const his of bodiesOfBob(endpoint, body)) {
        const answer = await asBob(his)
        assert.notEqual(answer.status, 422, JSON.stringify(his))
        assert.notEqual(answer.status, 409, JSON.stringify(his))
        if (isPublic(endpoint) || answer.text !== '{"state":"okay"}')
          assert.notEqual(answer.text, first.text, JSON.stringify(his))
        if (isPublic(endpoint) && his['email'] !== others['email'])
          assert.equal(answer.status, 400, JSON.stringify(his))
      }

      const lease = `now() + interval '1 minute'`
      await sql(
        `update platform.idempotency_keys set state = 'running', lease_until = ${lease} where key = $1`,
        key,
      )
      assert.equal((await send(alice, body)).body['code'], 'request.in_progress')
      for (const his of bodiesOfBob(endpoint, body))
        assert.notEqual((await asBob(his)).body['code'], 'request.in_progress', JSON.stringify(his))
    })
  }

  test('there are more than thirty such calls', () => assert.ok(takesKeys.length > 30))
})

test('P04 whoever knows an address but not its password hears of a sign-up what all hear', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const email = 'dora@ranch.example'
  const register = (secret: string, key = headers) =>
    testApp.call(signUp, { body: { username: email, email, password: secret }, headers: key })
  const first = await register(password)
  const guessed = await register(others['password']!)
  const known = await register(others['password']!, { 'idempotency-key': randomUUID() })

  assert.equal(guessed.status, 400)
  const words = ({ body: { request_id: _, ...body } }: { body: Record<string, unknown> }) => body
  assert.deepEqual(words(guessed), words(known))
  assert.deepEqual((await register(password)).body, first.body)
})

test('P04 at once, too, only whoever signs up hears of it', async () => {
  const email = 'emil@ranch.example'
  const headers = { 'idempotency-key': randomUUID() }
  const passwords = Array.from({ length: 6 }, (_, at) => `Corral-${at}-gate!`)
  const answers = await Promise.all(
    passwords.map((one) => testApp.call(signUp, { body: { email, password: one }, headers })),
  )
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 400, 400, 400, 400, 400])
})

test('a confirmation whose answer was lost gets it again with the same key and code', async () => {
  const email = 'frieda@ranch.example'
  await testApp.call(signUp, { body: { email, password } })
  const headers = { 'idempotency-key': randomUUID() }
  const body = { email, code: await testApp.codeFor(email) }
  const answers = [
    await testApp.call(confirmSignUp, { body, headers }),
    await testApp.call(confirmSignUp, { body, headers }),
  ]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  )
})

test('a call that anyone may send and that does not say who is who cannot be declared', () => {
  const { idempotency: _, ...unscoped } = confirmInvoiceRecipient
  const message = /confirmInvoiceRecipient does not say whose its idempotency keys are/
  // @ts-expect-error -- without a scope it does not compile
  assert.throws(() => endpoint({ ...unscoped }), message)
  // @ts-expect-error -- there is no user whose they could be
  assert.throws(() => endpoint({ ...unscoped, idempotency: 'by user' }), message)
  // @ts-expect-error -- it must name a field
  assert.throws(() => endpoint({ ...unscoped, idempotency: { by: [] } }), message)
  // @ts-expect-error -- the body has no such field
  assert.throws(() => endpoint({ ...unscoped, idempotency: { by: ['address'] } }), message)
  assert.doesNotThrow(() => endpoint({ ...unscoped, idempotency: { by: ['token'] } }))
})
