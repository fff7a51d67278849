import { logIn } from '@byre/contract/accounts/sign-ins'
import { createBillingEntity, listBillingEntities } from '@byre/contract/billing/billing-entities'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { billingEntityFields } from '../../testing/places.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'
import { gatewaySources } from '../../payments/index.ts'
import { pagePolicy } from './headers.ts'

type Headers = Awaited<ReturnType<TestApp['send']>>['headers']

let testApp: TestApp
let alice: Person
let secure: TestApp

before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
  secure = await TestApp.start({
    PUBLIC_URL: 'https://portal.ranches.example',
    BASE_DOMAIN: 'ranches.example',
    TRUSTED_PROXIES: '127.0.0.1',
    BYRE_AUTH_URL: 'https://auth.ranches.example/base',
  })
})
after(async () => {
  await testApp.close()
  await secure.close()
  assert.deepEqual([...testApp.complaints, ...secure.complaints], [])
})

const directives = (headers: Headers) =>
  new Map(
    String(headers['content-security-policy'])
      .split('; ')
      .map((one) => [one.split(' ')[0] ?? '', one.split(' ').slice(1)]),
  )

describe('the portal’s pages', () => {
  test('H01 run our own files alone: no inline script or style, no eval, no framing', async () => {
    for (const url of ['/', '/login', '/sites/new', '/confirm/alice@ranch.example', '/api/docs']) {
      const { status, headers } = await testApp.send('GET', url, { headers: { accept: 'text/html' } })
      assert.equal(status, 200, url)
      const policy = directives(headers)
      assert.deepEqual(policy.get('default-src'), ["'none'"])
      assert.deepEqual(policy.get('script-src'), ["'self'"])
      assert.deepEqual(policy.get('style-src'), ["'self'"])
      assert.deepEqual(policy.get('object-src'), ["'none'"])
      assert.deepEqual(policy.get('base-uri'), ["'none'"])
      assert.deepEqual(policy.get('form-action'), ["'self'"])
      assert.deepEqual(policy.get('frame-ancestors'), ["'none'"])
      assert.deepEqual(policy.get('require-trusted-types-for'), ["'script'"])
      assert.deepEqual(policy.get('trusted-types'), ["'none'"])
      assert.deepEqual(policy.get('connect-src'), ["'self'", 'http://*.localhost:4000'])
      assert.doesNotMatch(String(headers['content-security-policy']), /unsafe|nonce|\*(?!\.localhost:4000)/)
      assert.equal(headers['reporting-endpoints'], 'csp="/csp-reports"')
      assert.equal(headers['cross-origin-opener-policy'], 'same-origin')
      assert.equal(headers['cache-control'], 'no-store')
    }
  })

  test('H01 make no script trusted under any name, but for the processor’s where it takes the cards', () => {
    const policy = pagePolicy(testApp.config, gatewaySources({ paymentGateway: 'stripe' }))
    assert.match(policy, /; trusted-types byre-stripe(;|$)/)
  })

  test('H01 may also call the services’ own addresses, where a build has them', async () => {
    const { headers } = await secure.send('GET', '/', { headers: { 'x-forwarded-proto': 'https' } })
    assert.deepEqual(directives(headers).get('connect-src'), [
      "'self'",
      'https://*.ranches.example',
      'https://auth.ranches.example',
    ])
  })
})

test('H03 every answer says how it may be used, also refusals and what is not there', async () => {
  const requests = [
    ['GET', '/'],
    ['GET', '/api/v1/sites'],
    ['POST', '/api/v1/login'],
    ['PATCH', '/api/v1/login'],
    ['GET', '/api/v1/nothing'],
    ['GET', '/assets/nothing.js'],
    ['GET', '/%zz'],
    ['GET', `/api/v1/sites/${'x'.repeat(400)}`],
    ['OPTIONS', '/api/v1/login'],
    ['TRACE', '/'],
    ['PROPFIND', '/api/v1/sites'],
    ['GET', '/api/openapi.json'],
    ['GET', '/dev/mail'],
  ] as const
  for (const host of [undefined, 'nobody.localhost:4000']) {
    for (const [method, url] of requests) {
      const { headers, status } = await testApp.send(method, url, { host })
      const where = `${method} ${url} on ${host}: ${status}`
      assert.equal(headers['x-content-type-options'], 'nosniff', where)
      assert.equal(headers['referrer-policy'], 'no-referrer', where)
      assert.equal(headers['cross-origin-resource-policy'], 'same-origin', where)
      assert.match(String(headers['content-security-policy']), /default-src 'none'/, where)
      assert.match(String(headers['permissions-policy']), /camera=\(\), .*publickey-credentials-get=\(self\)/)
      assert.match(String(headers['x-request-id']), /^[0-9a-f-]{36}$/)
      // The same for everybody and long: asked for again by its tag.
      const isPublic = url === '/api/openapi.json' && status === 200
      assert.equal(headers['cache-control'], isPublic ? 'no-cache' : 'no-store', where)
      assert.equal(headers['x-powered-by'], undefined)
      assert.equal(headers['server'], undefined)
      assert.equal(headers['set-cookie'], undefined)
    }
  }
})

test('O02 the request id is ours, whatever a caller sends', async () => {
  const sent = 'forged"\\n'
  const { headers, body } = await testApp.send('GET', '/api/v1/sites', { headers: { 'x-request-id': sent } })
  assert.notEqual(headers['x-request-id'], sent)
  assert.equal(body['request_id'], headers['x-request-id'])
})

describe('where the portal is https', () => {
  const https = { 'x-forwarded-proto': 'https' }

  test('H02 browsers are told to stay on https, and on all hosts below ours', async () => {
    for (const host of [undefined, 'nobody.ranches.example']) {
      const { headers } = await secure.send('GET', '/', { host, headers: https })
      assert.equal(headers['strict-transport-security'], 'max-age=63072000; includeSubDomains')
    }
    const { headers } = await secure.send('GET', '/', { host: 'customer.example', headers: https })
    assert.equal(headers['strict-transport-security'], 'max-age=63072000')
  })

  test('H02 a page asked for by http moves to https, a call is refused', async () => {
    const page = await secure.send('GET', '/login?a=b')
    assert.equal(page.status, 308)
    assert.equal(page.headers.location, 'https://portal.ranches.example/login?a=b')
    for (const [method, url] of [
      ['GET', '/api/v1/sites'],
      ['GET', '/%61pi/v1/sites'],
      ['POST', '/api/v1/login'],
      ['POST', '/sign-out'],
    ] as const) {
      const { status, headers } = await secure.send(method, url)
      assert.equal(status, 403, url)
      assert.equal(headers.location, undefined)
    }
    const stranger = await secure.send('GET', '/', { host: 'evil.example' })
    assert.equal(stranger.status, 421)
    assert.equal(stranger.headers.location, undefined)
  })

  test('H02 X-Forwarded-Proto of a stranger is not believed', async () => {
    const { fastify } = secure.app
    const headers = { host: 'portal.ranches.example', 'x-forwarded-proto': 'https' }
    const { statusCode } = await fastify.inject({ url: '/', headers, remoteAddress: '203.0.113.9' })
    assert.equal(statusCode, 308)
  })
})

describe('other origins', () => {
  const portal = 'http://localhost:4000'
  const strangers = [
    'https://evil.example',
    'http://localhost',
    'http://localhost:4001',
    'https://localhost:4000',
    'http://localhost:4000.evil.example',
    'http://evil-localhost:4000',
    'http://north.localhost:4000',
    'HTTP://LOCALHOST:4000',
    'http://127.0.0.1:4000',
    'null',
    'file://',
    '*',
  ]

  test('H04 may read nothing: only the portal’s own is ever allowed', async () => {
    for (const origin of strangers) {
      const { headers } = await testApp.send('GET', listBillingEntities.path, {
        as: alice,
        headers: { origin },
      })
      assert.equal(headers['access-control-allow-origin'], undefined, origin)
      assert.equal(headers['vary'], 'Origin')
    }
    const { headers } = await testApp.send('GET', listBillingEntities.path, {
      as: alice,
      headers: { origin: portal },
    })
    assert.equal(headers['access-control-allow-origin'], portal)
    assert.equal(headers['access-control-allow-credentials'], undefined)
    assert.equal(headers['access-control-expose-headers'], 'ETag, Retry-After, X-Request-Id')
  })

  test('H04 a preflight is answered for the portal alone', async () => {
    const headers = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    }
    const preflight = (origin: string, host?: string) =>
      testApp.send('OPTIONS', '/api/v1/sites', { host, headers: { ...headers, origin } })
    const answers = [
      [undefined, 204],
      ['nobody.localhost:4000', 421],
    ] as const
    for (const [host, expected] of answers) {
      const allowed = await preflight(portal, host)
      assert.equal(allowed.status, expected)
      assert.equal(allowed.headers['access-control-max-age'], '600')
      assert.equal(
        allowed.headers['access-control-allow-headers'],
        'Authorization, Content-Type, Idempotency-Key, If-Match',
      )
      for (const origin of strangers) {
        const refused = await preflight(origin, host)
        assert.equal(refused.status, 403, origin)
        assert.equal(refused.headers['access-control-allow-origin'], undefined)
      }
    }
  })

  test('H05 cannot write, not even with a token or to a public call', async () => {
    const sent = [
      ...strangers.map((origin) => ({ origin })),
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of sent as Record<string, string>[]) {
      const made = await testApp.call(createBillingEntity, { as: alice, body: billingEntityFields, headers })
      assert.equal(made.status, 403)
      assert.equal(made.body['code'], 'request.cross_site')
      const form = { as: alice, headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' } }
      const spelt = await testApp.send('POST', '/%61pi/v1/login', {
        ...form,
        body: 'username=a@b.example&password=x',
      })
      assert.equal(spelt.status, 403)
      const signedIn = await testApp.call(logIn, {
        body: { username: alice.email, password: alice.password },
        headers,
      })
      assert.equal(signedIn.status, 403)
    }
    assert.equal((await testApp.call(listBillingEntities, { as: alice })).reply.total, 0)
  })

  test('H05 the portal’s own page and programs that are no browser can', async () => {
    for (const headers of [{ origin: portal, 'sec-fetch-site': 'same-origin' }, {}] as Record<
      string,
      string
    >[])
      assert.equal(
        (await testApp.call(createBillingEntity, { as: alice, body: billingEntityFields, headers })).status,
        201,
      )
  })
})
