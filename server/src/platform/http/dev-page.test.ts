import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { readConfig, type Config } from '../../config.ts'
import { TestApp } from '../../testing/test-app.ts'

/*
 * Who sees the pages of development, which show codes: someone at this machine alone, by an address that is
 * this machine's alone, where the portal is not in production.
 */

const pages = ['/dev/mail', '/dev/mail/nothing/html', '/dev/dns']
const testApps = new Map<string, Promise<TestApp>>()
after(async () => {
  for (const testApp of testApps.values()) await (await testApp).close()
})

/** A world at this address, whatever a start there would say. */
function testAppAt(publicUrl: string): Promise<TestApp> {
  let testApp = testApps.get(publicUrl)
  if (!testApp) testApps.set(publicUrl, (testApp = TestApp.start({ PUBLIC_URL: publicUrl })))
  return testApp
}

interface Caller {
  publicUrl: string
  nodeEnv?: Config['nodeEnv']
  host?: string
  from?: string
  headers?: Record<string, string>
}

/** What each page says to a caller, the page that is not there left out. */
async function statusesFor({ publicUrl, nodeEnv = 'development', host, from, headers }: Caller) {
  const testApp = await testAppAt(publicUrl)
  const { app, close } = await testApp.anotherProcess({ nodeEnv })
  const answers = []
  for (const url of pages) {
    const { statusCode, body } = await app.fastify.inject({
      url,
      headers: { host: host ?? new URL(publicUrl).host, accept: 'application/json', ...headers },
      remoteAddress: from ?? '127.0.0.1',
    })
    // A page that is not there is one whose mail is not there, too: told apart by the page around it.
    assert.doesNotMatch(statusCode === 200 ? '' : body, /<h1>/)
    answers.push(statusCode)
  }
  await close()
  return answers
}

const shown = [200, 404, 200]
const hidden = [404, 404, 404]
const elsewhere = [421, 421, 421]
const here = 'http://localhost:4000'

describe('the pages of development', () => {
  const seen: Caller[] = [
    { publicUrl: here },
    { publicUrl: here, nodeEnv: 'test' },
    { publicUrl: here, from: '::1' },
    { publicUrl: here, from: '::ffff:127.0.0.1' },
    { publicUrl: here, from: '127.3.2.1' },
    { publicUrl: 'http://127.0.0.1:4000' },
    { publicUrl: 'http://[::1]:4000' },
    { publicUrl: 'http://byre.localhost:4000' },
    { publicUrl: here, host: '127.0.0.1:4000' },
    { publicUrl: here, host: '127.3.2.1:4000' },
    { publicUrl: here, host: '[::1]:4000' },
    { publicUrl: 'http://byre.localhost:4000', host: '127.0.0.1' },
    { publicUrl: 'https://localhost:4000' },
  ]
  for (const caller of seen)
    test(`are shown to ${JSON.stringify(caller)}`, async () => {
      const wanted = caller.publicUrl.startsWith('https:') ? [308, 308, 308] : shown
      assert.deepEqual(await statusesFor(caller), wanted)
    })

  const unseen: Caller[] = [
    { publicUrl: here, nodeEnv: 'production' },
    { publicUrl: here, from: '203.0.113.9' },
    { publicUrl: here, from: '203.0.113.9', host: '127.0.0.1:4000' },
    { publicUrl: here, from: '192.168.1.20' },
    { publicUrl: here, from: '::ffff:203.0.113.9' },
    { publicUrl: 'https://portal.byre.dev' },
    { publicUrl: 'http://portal.byre.dev' },
    { publicUrl: 'http://192.168.1.20:4000' },
    { publicUrl: 'http://byre.local:4000' },
    { publicUrl: 'http://byre:4000' },
    { publicUrl: 'http://localhost.byre.dev' },
    ...[
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-proto',
      'x-real-ip',
      'x-client-ip',
      'true-client-ip',
      'cf-connecting-ip',
      'forwarded',
      'via',
    ].map((name) => ({ publicUrl: here, headers: { [name]: '127.0.0.1' } })),
  ]
  for (const caller of unseen)
    test(`are not there for ${JSON.stringify(caller)}`, async () => {
      const isHttps = caller.publicUrl.startsWith('https:')
      const headers = { ...caller.headers }
      assert.deepEqual(await statusesFor({ ...caller, headers }), isHttps ? [308, 308, 308] : hidden)
    })

  test('are nobody’s in production, at an address of this machine too', async () => {
    assert.deepEqual(
      await statusesFor({ publicUrl: here, nodeEnv: 'production', host: '127.0.0.1:4000' }),
      elsewhere,
    )
  })

  for (const host of ['portal.byre.dev', '203.0.113.9:4000', 'localhost.byre.dev:4000', 'localhost:80'])
    test(`are no pages of the host ${host}`, async () => {
      assert.deepEqual(await statusesFor({ publicUrl: here, host }), elsewhere)
    })
})

describe('a start outside production', () => {
  const starts = (env: Record<string, string>) => {
    try {
      // Where it stands behind a proxy that ends TLS, as https must.
      readConfig({ TRUSTED_PROXIES: '127.0.0.1', ...env })
      return null
    } catch (error) {
      return (error as Error).message
    }
  }

  for (const publicUrl of [
    'http://localhost:4000',
    'https://localhost',
    'http://byre.localhost',
    'http://127.0.0.1:4000',
    'http://[::1]:4000',
    'http://192.168.1.20:4000',
    'http://10.1.2.3',
    'http://172.20.0.2',
    'http://[fd12::7]:4000',
    'http://byre.local:4000',
    'http://barn-laptop:4000',
    'https://portal.byre.example',
  ])
    for (const NODE_ENV of ['', 'development', 'test'])
      test(`with NODE_ENV "${NODE_ENV}" is allowed at ${publicUrl}`, () => {
        assert.equal(starts({ NODE_ENV, PUBLIC_URL: publicUrl }), null)
      })

  for (const publicUrl of [
    'https://portal.byre.dev',
    'http://portal.byre.dev',
    'https://203.0.113.9',
    'http://172.32.0.1',
    'http://[2001:db8::1]',
    'https://localhost.byre.dev',
    'https://127.0.0.1.byre.dev',
  ])
    for (const NODE_ENV of ['', 'development', 'test'])
      test(`O04 with NODE_ENV "${NODE_ENV}" is refused at ${publicUrl}, in one line that names what to set`, () => {
        const line = starts({ NODE_ENV, PUBLIC_URL: publicUrl })
        const named = NODE_ENV || 'development'
        assert.match(
          line ?? '',
          new RegExp(`^NODE_ENV is ${named} while PUBLIC_URL is .*: set NODE_ENV=production .*\\.$`),
        )
      })
})
