import type { Endpoint } from '@byre/contract/endpoint'
import { requestLimits } from '@byre/contract/limits'
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import pino from 'pino'
import { buildApp } from '../../app.ts'
import { newSite } from '../../testing/places.ts'
import { listening, type RawAnswer } from '../../testing/raw.ts'
import { TestApp } from '../../testing/test-app.ts'
import { contractNouns } from '../api-docs/openapi-nouns.ts'
import { partsOf } from './refusals.ts'

/* What is refused before any of our calls is reached is refused in the words of the service that was meant. */

let testApp: TestApp
let send: (bytes: string | Buffer) => Promise<RawAnswer>
let tenant: string
const { endpoints } = await contractNouns()

before(async () => {
  testApp = await TestApp.start()
  tenant = `${(await newSite(testApp, await testApp.person('alice'))).id}.localhost:4000`
  ;({ send } = await listening(testApp.app))
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

const close = 'Connection: close\r\n'
const ask = (line: string, headers = 'Host: localhost:4000\r\n') =>
  send(`${line} HTTP/1.1\r\n${headers}${close}\r\n`)

/** A whole refusal: its status, its service's envelope, and all that every answer carries. */
function assertRefused(
  answer: RawAnswer,
  { status, code, isAuth }: { status: number; code: string; isAuth: boolean },
  what: string,
) {
  const { headers, body } = answer
  assert.deepEqual([answer.status, body['code']], [status, code], what)
  const shape = isAuth
    ? ['code', 'error', 'request_id', 'state']
    : ['code', 'message', 'request_id', 'success']
  assert.deepEqual(Object.keys(body).toSorted(), shape, what)
  assert.match(headers['content-type'] ?? '', /^application\/json/)
  assert.equal(headers['x-request-id'], body['request_id'])
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['cache-control'], 'no-store')
}

const hostRefused = { status: 400, code: 'request.host_invalid' }

describe('T08 the Host header', () => {
  const requests = [
    ['GET /api/v1/sites', false],
    ['POST /api/v1/login', true],
    ['GET /', false],
    ['GET /nothing', false],
  ] as const

  for (const [what, headers] of Object.entries({
    'is there twice': 'Host: localhost:4000\r\nHost: evil.example\r\n',
    'is there twice, the same': 'Host: localhost:4000\r\nhost: localhost:4000\r\n',
    'is missing': '',
    'is empty': 'Host:\r\n',
    'is a space': 'Host:  \r\n',
    'names a user': 'Host: user@localhost:4000\r\n',
    'names a user and a password': 'Host: user:secret@localhost:4000\r\n',
    'has a path': 'Host: localhost:4000/\r\n',
    'has a scheme': 'Host: http://localhost:4000\r\n',
    'has a query': 'Host: localhost:4000?\r\n',
    'has two in one': 'Host: localhost:4000, evil.example\r\nHost: a\r\n',
    'has a space inside': 'Host: local host\r\n',
    'is no text': 'Host: l\u00f6calhost:4000\r\n',
    'is half an address': 'Host: [::1\r\n',
    'has no number for its port': 'Host: localhost:port\r\n',
    'comes again behind two thousand others': `Host: localhost:4000\r\n${'a:\r\n'.repeat(2_500)}Host: evil.example\r\n`,
  })) {
    test(`T08 that ${what} is refused, whatever is asked`, async () => {
      for (const [line, isAuth] of requests)
        assertRefused(await ask(line, headers), { ...hostRefused, isAuth }, line)
    })
  }

  test('T08 that can be read and is nobody’s is 421 in the envelope of the service that was meant', async () => {
    const misdirected = { status: 421, code: 'request.misdirected' }
    for (const host of [
      'nobody.localhost:4000',
      'evil.example',
      'a_b.example',
      'localhost%3A4000',
      '[::1]:4000',
    ]) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'])
        for (const [path, isAuth] of [
          ['/api/v1/sites', false],
          ['/api/v1/site-invites', false],
          ['/api/v1/login', true],
          ['/', false],
        ] as const) {
          const answer = await ask(`${method} ${path}`, `Host: ${host}\r\n`)
          assertRefused(answer, { ...misdirected, isAuth }, `${method} ${path} on ${host}`)
        }
      const page = await ask('GET /', `Host: ${host}\r\nAccept: text/html,*/*;q=0.8\r\n`)
      assert.equal(page.status, 421)
      assert.match(page.headers['content-type'] ?? '', /^text\/html/)
      const [, styles] = /<style>([^<]*)<\/style>/.exec(page.text) ?? []
      const hash = createHash('sha256')
        .update(styles ?? '')
        .digest('base64')
      assert.ok(page.headers['content-security-policy']?.includes(`style-src 'sha256-${hash}';`))
      assert.match(page.text, /<h1>Nothing answers under this name\.<\/h1>/)
      assert.doesNotMatch(page.text, /<script|<link|href|Byre/)
    }
  })
})

describe('an address that leads nowhere', () => {
  const ends: Record<string, [status: number, code: string]> = {
    '%ZZ': [400, 'request.malformed'],
    '/%E0%A4%A': [400, 'request.malformed'],
    '%': [400, 'request.malformed'],
    '//': [404, 'not_found'],
    '/nothing/at/all/there': [404, 'not_found'],
    [`/a/b/c/${'x'.repeat(3_000)}`]: [404, 'not_found'],
    '/%00/a/b/c': [404, 'not_found'],
    [`?${'x'.repeat(requestLimits.addressBytes)}`]: [414, 'request.address_too_long'],
    [`/${'x'.repeat(requestLimits.addressBytes)}`]: [414, 'request.address_too_long'],
  }
  /** Of a thing that is named behind this path. */
  const shapeOf = (path: string) => new RegExp(`^${path}:\\w+$`)
  const pathOf = ({ path }: Endpoint) => path.replace(/:\w+/g, '0193a2c4-5e6f-7a8b-9c0d-1e2f3a4b5c6d')

  for (const [end, [status, code]] of Object.entries(ends))
    test(`I05 is refused in the words of the service that was meant: ${end.slice(0, 30)}`, async () => {
      for (const endpoint of endpoints.filter(({ host }) => host === 'portal')) {
        const { service, method } = endpoint
        const line = `${method} ${pathOf(endpoint)}${end}`
        const answer = await testApp.send(method, `${pathOf(endpoint)}${end}`)
        const raw = { ...answer, headers: answer.headers as Record<string, string> }
        assertRefused(raw, { status, code, isAuth: service === 'auth' }, line.slice(0, 200))
      }
    })

  test('I05 a slash too many at the end is another address, and nobody’s', async () => {
    for (const endpoint of endpoints.filter(({ host, path }) => host === 'portal' && !path.includes(':'))) {
      const path = `${endpoint.path}/`
      const isThing = endpoints.some((one) => one.method === endpoint.method && shapeOf(path).test(one.path))
      const [status, code] = isThing ? [401, 'session.required'] : [404, 'not_found']
      const answer = await ask(`${endpoint.method} ${path}`)
      assertRefused(
        answer,
        { status, code, isAuth: endpoint.service === 'auth' },
        `${endpoint.method} ${path}`,
      )
    }
  })

  test('I05 also with slashes before it, or written in other mails', async () => {
    for (const path of [
      '//api/v1/login',
      '/api//v1/login',
      '/%61pi/v1/login/',
      '/api/v1/%6Cogin/x',
      '/api/v1/login%',
    ])
      for (const method of ['GET', 'POST']) {
        const status = path.endsWith('%') ? 400 : 404
        const code = status === 400 ? 'request.malformed' : 'not_found'
        assertRefused(await ask(`${method} ${path}`), { status, code, isAuth: true }, `${method} ${path}`)
      }
  })

  test('what is not anybody’s is in the words that most services share', async () => {
    for (const path of ['/api/v1/nothing', '/api/v1', '/api', '/api/v2/login', '/api/v1/loginx', '/%zz'])
      assert.equal('success' in (await ask(`GET ${path}`)).body, true, path)
    assert.deepEqual(partsOf('http://a.example//api/v1/login%ZZ?x=/y'), ['api', 'v1', 'login'])
  })

  test('on a place’s own host, too', async () => {
    const host = `Host: ${tenant}\r\n`
    const refused = { status: 404, code: 'not_found' }
    assertRefused(await ask('GET /api/v1/login', host), { ...refused, isAuth: true }, 'login')
    assertRefused(await ask('GET /api/v1/sites', host), { ...refused, isAuth: false }, 'sites')
  })
})

describe('what cannot be read as a request at all', () => {
  const login = 'POST /api/v1/login HTTP/1.1\r\nHost: localhost:4000\r\n'
  const sites = 'GET /api/v1/sites HTTP/1.1\r\nHost: localhost:4000\r\n'
  const malformed = { status: 400, code: 'request.malformed' }
  const broken: Record<string, [bytes: string, status: number, code: string]> = {
    'a header without a colon': ['nonsense\r\n\r\n', 400, 'request.malformed'],
    'a header of control characters': ['a: \x01\x00\r\n\r\n', 400, 'request.malformed'],
    'two lengths': ['Content-Length: 1\r\nContent-Length: 2\r\n\r\n', 400, 'request.malformed'],
    'a length and chunks': [
      'Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'request.malformed',
    ],
    'a length that is none': ['Content-Length: -1\r\n\r\n', 400, 'request.malformed'],
    'a folded header': ['a: b\r\n c\r\n\r\n', 400, 'request.malformed'],
    'too many headers': [
      `a: ${'x'.repeat(requestLimits.headerBytes)}\r\n\r\n`,
      431,
      'request.headers_too_large',
    ],
  }
  for (const [what, [rest, status, code]] of Object.entries(broken))
    test(`R01 ${what} is refused in the envelope of the service that was meant, and the connection ends`, async () => {
      assertRefused(await send(login + rest), { status, code, isAuth: true }, what)
      const answer = await send(sites + rest)
      assertRefused(answer, { status, code, isAuth: false }, what)
      assert.equal(answer.headers['connection'], 'close')
    })

  test('R01 bytes that are no HTTP get an answer that can be read, whatever they are', async () => {
    for (const bytes of [
      'hello\r\n\r\n',
      '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
      'GET\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'FOO /api/v1/sites HTTP/1.1\r\nHost: localhost:4000\r\n\r\n',
      'GET /\x00 HTTP/1.1\r\nHost: localhost:4000\r\n\r\n',
      'GET /a b HTTP/1.1\r\nHost: localhost:4000\r\n\r\n',
    ])
      assertRefused(await send(Buffer.from(bytes, 'latin1')), { ...malformed, isAuth: false }, bytes)
  })

  test('H06 a tunnel is 405 with Allow, an expectation that nobody knows is passed over', async () => {
    const tunnel = await send('CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n')
    assertRefused(tunnel, { status: 405, code: 'request.method_not_allowed', isAuth: false }, 'CONNECT')
    assert.match(tunnel.headers['allow'] ?? '', /GET/)
    const expecting = await ask('GET /api/v1/sites', 'Host: localhost:4000\r\nExpect: tea\r\n')
    assertRefused(expecting, { status: 401, code: 'session.required', isAuth: false }, 'Expect')
  })

  test('R01 a request that does not arrive in time is 408', async () => {
    const { config, database } = testApp
    const http = { requestTimeout: 60, http: { headersTimeout: 50, connectionsCheckingInterval: 20 } }
    const log = pino({ level: 'silent' })
    const hasty = await buildApp({ config, database, works: false, log, http })
    const late = { status: 408, code: 'request.timed_out' }
    const { send } = await listening(hasty)
    assertRefused(
      await send('POST /api/v1/login HTTP/1.1\r\nHost: loc'),
      { ...late, isAuth: false },
      'headers',
    )
    const body = `${login}Content-Type: application/json\r\nContent-Length: 10\r\n\r\n{`
    assertRefused(await send(body), { ...late, isAuth: true }, 'body')
    await hasty.close()
  })
})
