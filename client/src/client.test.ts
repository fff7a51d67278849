import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { CallError, createClient, type ClientOptions } from './index.ts'

/* What the client does where answers fail, are late or are no answers. */

interface Seen {
  line: string
  headers: IncomingMessage['headers']
  body: string
}
type Given = [status: number, body: unknown, headers?: Record<string, string>] | 'hang up'

let server: Server
let url: string
let answers: Given[] = []
let seen: Seen[] = []

before(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    seen.push({ line: `${request.method} ${request.url}`, headers: request.headers, body })
    const given = answers.shift() ?? 'hang up'
    if (given === 'hang up') return request.socket.destroy()
    const [status, content, headers = {}] = given
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    return response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(() => void server.close())
beforeEach(() => {
  answers = []
  seen = []
})

const client = (options: Partial<ClientOptions> = {}) => createClient({ url, key: 'byre_live_x', ...options })
const site = { id: 'a/b', name: 'North Ranch' }
const done: Given = [200, { success: true, data: site }]
const busy = (seconds: number): Given => [
  503,
  { success: false, code: 'server.busy', message: 'We are busy right now.', request_id: 'r-1' },
  { 'retry-after': String(seconds), 'x-request-id': 'r-1' },
]

test('a call is sent where it belongs, with its key, and its envelope is taken off', async () => {
  answers = [done, [200, { success: true, data: { sites: [site], total: 1 } }], done]
  const { data, error, response } = await client().getSite({ path: { id: 'a/b' } })
  assert.deepEqual([data, error, response?.status], [site, undefined, 200])
  await client().listSites({ query: { page: 2, q: 'a b&c' } })
  await client({ key: async () => 'fresh' }).updateSite(
    { path: { id: 'x' }, body: { name: 'South' } },
    { ifMatch: '"7"' },
  )
  assert.deepEqual(
    seen.map(({ line }) => line),
    ['GET /api/v1/sites/a%2Fb', 'GET /api/v1/sites?page=2&q=a+b%26c', 'PUT /api/v1/sites/x'],
  )
  assert.equal(seen[0]!.headers.authorization, 'Bearer byre_live_x')
  assert.equal(seen[0]!.headers['idempotency-key'], undefined)
  assert.equal(seen[2]!.headers.authorization, 'Bearer fresh')
  assert.equal(seen[2]!.headers['if-match'], '"7"')
  assert.deepEqual(JSON.parse(seen[2]!.body), { name: 'South' })
})

test('a read that fails for a moment is tried again, after as long as the answer asks for', async () => {
  answers = ['hang up', busy(2), done]
  const began = performance.now()
  const { data, error } = await client().getSite({ path: { id: 'x' } })
  assert.deepEqual([data, error, seen.length], [site, undefined, 3])
  assert.ok(performance.now() - began >= 2000 + 375, 'Retry-After is kept')
})

test('a command has one key through all of its tries, and each command its own', async () => {
  const invited: Given = [201, { success: true, data: { id: 'i' } }]
  const body = { email: 'bob@ranch.example', role: 'User' } as const
  answers = [busy(0), [409, { code: 'request.in_progress', message: '' }, { 'retry-after': '0' }], invited]
  assert.equal((await client().inviteToSite({ body })).error, undefined)
  const keys = seen.map(({ headers }) => headers['idempotency-key'])
  assert.equal(keys.length, 3)
  assert.equal(new Set(keys).size, 1)
  assert.match(String(keys[0]), /^[0-9a-f-]{36}$/)

  answers = [invited, invited]
  await client().inviteToSite({ body })
  await client().inviteToSite({ body }, { idempotencyKey: 'order-4711' })
  assert.notEqual(seen[3]!.headers['idempotency-key'], keys[0])
  assert.equal(seen[4]!.headers['idempotency-key'], 'order-4711')
})

test('a change of a version is sent again, for the same version, and one of none is not', async () => {
  const cut: Given = [504, 'stopped', { 'content-type': 'text/plain', 'retry-after': '0' }]
  const change = { path: { id: 'x' }, body: { name: 'South' } }
  answers = [cut, busy(0), done]
  assert.equal((await client().updateSite(change, { ifMatch: '"7"' })).error, undefined)
  assert.deepEqual(
    seen.map(({ headers, body }) => [headers['if-match'], JSON.parse(body)]),
    Array.from({ length: 3 }, () => ['"7"', { name: 'South' }]),
  )

  answers = [cut, cut]
  assert.equal((await client().updateSite(change)).error?.status, 504)
  assert.equal((await client().deleteSite({ path: { id: 'x' } }, { ifMatch: '"7"' })).error?.status, 504)
  assert.equal(seen.length, 5)
})

test('what may have been done and has no key is not done again', async () => {
  answers = [busy(0), busy(0), busy(0)]
  const id = { path: { id: 'x' } }
  assert.equal((await client().updateSite({ ...id, body: { name: 'S' } })).error?.status, 503)
  assert.equal((await client().deleteSite(id)).error?.code, 'server.busy')
  assert.equal((await client().logIn({ body: { username: 'a', password: 'b' } })).error?.status, 503)
  assert.equal(seen.length, 3)
})

test('what stays so is not asked again: a refusal, and a wait that is too long', async () => {
  const refusal: Given = [
    400,
    {
      success: false,
      code: 'request.invalid',
      message: 'Some of what was sent is not right.',
      errors: [{ field: 'per_page', message: 'per_page must be 1 to 100.' }],
      request_id: 'r-2',
    },
    { 'x-request-id': 'r-2' },
  ]
  answers = [refusal, busy(61), busy(0)]
  const { data, error } = await client().listSites()
  assert.equal(data, undefined)
  assert.ok(error instanceof CallError && error instanceof Error)
  assert.deepEqual(
    [error.code, error.status, error.message, error.requestId],
    ['request.invalid', 400, 'Some of what was sent is not right.', 'r-2'],
  )
  assert.deepEqual(error.errors, [{ field: 'per_page', message: 'per_page must be 1 to 100.' }])
  assert.equal((await client().listSites()).error?.retryAfterSeconds, 61)
  assert.equal((await client({ retries: 0 }).listSites()).error?.code, 'server.busy')
  assert.equal(seen.length, 3)
})

test('nothing, too late, or something else than Byre are errors, too', async () => {
  const brief = client({ retries: 0, timeoutMs: 100 })
  const none = await brief.listSites()
  assert.deepEqual([none.error?.code, none.error?.status], ['client.unreachable', 0])
  const late = createClient({
    url,
    retries: 0,
    timeoutMs: 20,
    fetch: (_, init) =>
      new Promise((_, reject) =>
        init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason as Error)),
      ),
  })
  assert.equal((await late.listSites()).error?.code, 'client.timed_out')
  answers = [
    [502, '<h1>Bad gateway</h1>', { 'content-type': 'text/html' }],
    [200, 'half an ans'],
  ]
  assert.equal((await brief.listSites()).error?.code, 'client.unreadable')
  assert.equal((await brief.listSites()).error?.code, 'client.unreadable')
})

test('a signal ends a call, also between its tries', async () => {
  const stopped = new Error('no longer wanted')
  for (const stopsAfter of [0, 20]) {
    const controller = new AbortController()
    const began = performance.now()
    let tries = 0
    const fetch = async () => {
      tries += 1
      return new Response('{"code":"server.busy"}', { status: 503, headers: { 'retry-after': '30' } })
    }
    const waiting = client({ fetch }).listSites({}, { signal: controller.signal })
    // In memory, the first try is over within a few turns.
    for (let turn = 0; turn < stopsAfter; turn++) await new Promise((next) => setImmediate(next))
    controller.abort(stopped)
    await assert.rejects(waiting, stopped)
    assert.equal(tries, 1)
    assert.ok(performance.now() - began < 15_000, 'it does not wait first')
  }
})

test('a file is itself', async () => {
  answers = [[200, 'a,b\n', { 'content-type': 'text/csv; charset=utf-8' }]]
  const { data } = await client().exportSiteActivity({ path: { id: 'x' } })
  assert.ok(data instanceof Blob)
  assert.equal(await data.text(), 'a,b\n')
})
