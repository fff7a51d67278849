import { covers, keyScopes, type KeyScope } from '@byre/contract/accounts/api-keys'
import { scopeOf } from '@byre/contract/calls/key-calls'
import type { Endpoint } from '@byre/contract/endpoint'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { contractNouns } from '../../platform/api-docs/openapi-nouns.ts'
import { newApiKey } from '../../testing/api-keys.ts'
import { hostOf } from '../../testing/invites.ts'
import { newClinic, newSite } from '../../testing/places.ts'
import { TestApp } from '../../testing/test-app.ts'

/* Every call that is declared, made by keys: which may, by which scope, stands in `contract/src/calls/key-calls.ts`. */

const { endpoints } = await contractNouns()
const signedIn = endpoints.filter(({ who }) => who !== 'anyone')

let testApp: TestApp
before(async () => (testApp = await TestApp.start()))
after(() => testApp.close())

test('K04 every declared call takes keys with one scope, or none; what concerns money or an account takes none', () => {
  assert.ok(signedIn.length > 100, `${signedIn.length}`)
  for (const { name, who } of endpoints) if (scopeOf(name)) assert.notEqual(who, 'anyone', name)
  const never = signedIn.filter(
    ({ name, service, method, path }) =>
      service === 'auth' ||
      (service === 'payments' && method !== 'GET') ||
      /card|proposal|hand-over|preview|subscription-items\/|\/me\b|mail-preferences|hand-offs/.test(path) ||
      /^(create|delete|restore)(Site|Clinic|BillingEntity)$/.test(name) ||
      (method !== 'GET' && /billing-entit|users\/:id$/.test(path) && !/sites|clinics/.test(path)),
  )
  assert.ok(never.length > 60, `${never.length}`)
  for (const { name } of never) assert.equal(scopeOf(name), undefined, name)
  for (const { name, method } of signedIn) {
    const scope = scopeOf(name)
    if (scope?.endsWith(':read')) assert.ok(method === 'GET' || name === 'validateDomain', name)
    if (scope?.endsWith(':write')) assert.notEqual(method, 'GET', name)
  }
})

test('K04 as the table says, so it is answered: each call by a key of each scope, of all and of none that fits', async () => {
  const alice = await testApp.person('alice')
  const places = { site: await newSite(testApp, alice), clinic: await newClinic(testApp, alice) }
  const sets: KeyScope[][] = [...keyScopes.map((scope) => [scope]), [...keyScopes]]
  const keys = await Promise.all(
    sets.map(async (scopes) => newApiKey(testApp, alice, { scopes: scopes.join(' ') })),
  )
  const answerTo = async ({ name, method, path, host, streams }: Endpoint, key: string) => {
    const place = path.includes('clinic') ? places.clinic : places.site
    const { status, body, text } = await testApp.send(
      streams ? 'HEAD' : method,
      path.replace(/:\w+/g, () => randomUUID()),
      {
        as: key,
        body: method === 'GET' ? undefined : {},
        ...(host === 'tenant' ? { host: hostOf(place) } : {}),
      },
    )
    assert.notEqual(status, 401, name)
    assert.ok(status < 500, `${name} ${text}`)
    const code = String(body['code'] ?? '')
    return streams && status === 403 ? 'refused' : code.startsWith('api_key.') ? code : 'through'
  }

  for (const endpoint of signedIn) {
    const neededScope = scopeOf(endpoint.name)
    for (const { scopes, key } of keys) {
      const refused = neededScope ? 'api_key.scope_missing' : 'api_key.not_allowed'
      const mayPass = neededScope !== undefined && covers(scopes, neededScope)
      const expected = mayPass ? 'through' : endpoint.streams ? 'refused' : refused
      assert.equal(await answerTo(endpoint, key), expected, `${endpoint.name} by ${scopes.join(' ')}`)
    }
  }
})
