import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { contractNouns } from '../api-docs/openapi-nouns.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'

let testApp: TestApp
let alice: Person
before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
})
after(() => testApp.close())

test('every answer with a body names its type, and a text its encoding, refusals and pages included', async () => {
  const { endpoints } = await contractNouns()
  const addresses = endpoints.map(({ method, path }) => [method, path.replace(/:\w+/g, alice.id)] as const)
  const others = [
    ['GET', '/'],
    ['GET', '/api/docs'],
    ['GET', '/api/docs/guides/webhooks'],
    ['GET', '/api/docs/page.js'],
    ['GET', '/api/openapi.json'],
    ['GET', '/assets/nothing.js'],
    ['GET', '/%zz'],
    ['TRACE', '/'],
    ['PATCH', '/api/v1/login'],
  ] as const
  const requests = [...addresses.filter(([, path]) => path !== '/api/v1/events'), ...others]
  let read = 0
  for (const host of [undefined, 'nobody.localhost:4000'])
    for (const as of [undefined, alice])
      for (const [method, url] of requests) {
        const { headers, text, status } = await testApp.send(method, url, { as, host })
        if (text === '') continue
        read += 1
        const type = String(headers['content-type'])
        assert.match(
          type,
          /^(?:application\/(?:json|pdf|zip)|(?:application\/json|text\/[a-z]+); charset=utf-8)$/,
          `${status} ${method} ${url}: ${type}`,
        )
        if (type.startsWith('application/json')) JSON.parse(text)
      }
  assert.ok(read > 150, `${read} answers were read`)
})
