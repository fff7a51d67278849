import { listApiKeys } from '@byre/contract/accounts/api-keys'
import { listSiteActivity, exportSiteActivity } from '@byre/contract/activity'
import { listBillingEntities } from '@byre/contract/billing/billing-entities'
import { changeSiteUserRole } from '@byre/contract/people/members'
import { getSite, listSites, updateSite } from '@byre/contract/places/sites'
import { getMe } from '@byre/contract/herd/settings'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newApiKey } from '../../testing/api-keys.ts'
import { hostOf } from '../../testing/invites.ts'
import { staffedSite } from '../../testing/people.ts'
import { newName, newSite } from '../../testing/places.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'
import { Visitor } from '../../testing/visitor.ts'
import { withinMinute } from '../../testing/windows.ts'

let testApp: TestApp
before(async () => (testApp = await TestApp.start({ TRUSTED_PROXIES: '127.0.0.1' })))
after(() => testApp.close())

const query = async (text: string, ...values: unknown[]) =>
  (await testApp.database.pool.query(text, values)).rows
const keysOf = async (as: Person | string) => (await testApp.call(listApiKeys, { as })).reply.api_keys
const statusOf = async (key: string, headers: Record<string, string> = {}) =>
  (await testApp.call(listSites, { as: key, headers })).status
const codeOf = async (answer: Promise<{ status: number; body: Record<string, unknown> }>) => {
  const { status, body } = await answer
  return [status, body['code']]
}

test('K03 a key acts as its person and never above their rights', async () => {
  const [olga, pete, quinn] = await Promise.all(['olga', 'pete', 'quinn'].map((name) => testApp.person(name)))
  const rita = await testApp.person('rita')
  const site = await staffedSite(testApp, { owner: olga!, admin: pete!, user: quinn! })
  const rename = async (as: Person) => {
    const { key } = await newApiKey(testApp, as, { scopes: 'places:write' })
    const answer = await testApp.call(updateSite, {
      as: key,
      params: { id: site.id },
      body: { name: 'By key' },
    })
    return [answer.status, answer.body['code']]
  }
  assert.deepEqual(await rename(olga!), [200, undefined])
  assert.deepEqual(await rename(pete!), [200, undefined])
  assert.deepEqual(await rename(quinn!), [403, 'role.insufficient'])
  assert.deepEqual(await rename(rita), [404, 'not_found'])
  assert.equal((await testApp.call(getSite, { as: olga!, params: { id: site.id } })).reply.name, 'By key')

  const { key } = await newApiKey(testApp, olga!, { scopes: 'people:write' })
  const owner = { as: key, params: { id: site.id, userId: quinn!.id }, body: { role: 'Owner' } }
  assert.deepEqual(await codeOf(testApp.call(changeSiteUserRole, owner)), [403, 'session.reauth_required'])
})

test('K03 a scope opens what it names, writing includes reading, and a key that lacks it is told so', async () => {
  const sven = await testApp.person('sven')
  const site = await newSite(testApp, sven)
  const params = { id: site.id }
  const reading = (await newApiKey(testApp, sven)).key
  const writing = (await newApiKey(testApp, sven, { scopes: 'places:write' })).key
  const change = (as: string) => testApp.call(updateSite, { as, params, body: { name: 'Changed' } })

  assert.equal(await statusOf(reading), 200)
  assert.equal(await statusOf(writing), 200)
  assert.equal((await change(writing)).status, 200)
  assert.deepEqual(await codeOf(change(reading)), [403, 'api_key.scope_missing'])
  const bills = testApp.call(listBillingEntities, { as: writing })
  assert.deepEqual(await codeOf(bills), [403, 'api_key.scope_missing'])
})

test('K04 no key changes what somebody is charged, also within a call that takes keys', async () => {
  const tess = await testApp.person('tess')
  const site = await newSite(testApp, tess)
  const { key } = await newApiKey(testApp, tess, { scopes: 'places:write' })
  for (const field of ['plan_id', 'billing_entity_id'])
    for (const json of [true, false]) {
      const body = { name: 'Changed', [field]: site.billing_entity_id }
      const answer = testApp.call(updateSite, { as: key, params: { id: site.id }, body, json })
      assert.deepEqual(await codeOf(answer), [403, 'api_key.not_allowed'], field)
    }
  assert.equal((await testApp.call(getSite, { as: key, params: { id: site.id } })).reply.name, site.name)
})

test('K07 a key with networks works from these alone', async () => {
  const bert = await testApp.person('bert')
  const { key } = await newApiKey(testApp, bert, { networks: '192.0.2.0/24, 198.51.100.7\n2001:db8:1::/48' })
  const from = async (address: string) =>
    codeOf(testApp.call(listSites, { as: key, headers: { 'x-forwarded-for': address } }))
  for (const address of ['192.0.2.9', '198.51.100.7', '2001:db8:1:2::9', '::ffff:192.0.2.9'])
    assert.deepEqual(await from(address), [200, undefined], address)
  for (const address of ['192.0.3.9', '198.51.100.8', '2001:db8:2::9'])
    assert.deepEqual(await from(address), [403, 'api_key.wrong_network'], address)
})

test('K08 when and from where a key was used is written down once a minute', async () => {
  const cleo = await testApp.person('cleo')
  const { id, key } = await newApiKey(testApp, cleo)
  const used = async () => {
    const [row] = await query(
      'select last_used_at, last_network, xmin::text from platform.api_keys where id = $1',
      id,
    )
    return row
  }
  assert.equal((await used()).last_used_at, null)
  await statusOf(key, { 'x-forwarded-for': '192.0.2.9' })
  const first = await used()
  assert.equal(first.last_network, '192.0.2.9')
  await statusOf(key, { 'x-forwarded-for': '192.0.2.10' })
  assert.deepEqual(await used(), first)
  await query(`update platform.api_keys set last_used_at = now() - interval '61 seconds' where id = $1`, id)
  await statusOf(key, { 'x-forwarded-for': '2001:db8:1:2::9' })
  const [listed] = await keysOf(cleo)
  assert.equal(listed?.last_network, '2001:db8:1:2::/64')
  assert.ok(Date.now() - Date.parse(listed?.last_used_at ?? '') < 60_000)
})

test('K09 what a key did is told of its person with the key’s name, in the activity and as a table', async () => {
  const dina = await testApp.person('dina')
  const site = await newSite(testApp, dina)
  const { key } = await newApiKey(testApp, dina, { name: 'Scale "7"', scopes: 'places:write' })
  const params = { id: site.id }
  await testApp.call(updateSite, { as: key, params, body: { name: 'By the scale' } })
  await testApp.call(updateSite, { as: dina, params, body: { name: 'By herself' } })

  const { reply } = await testApp.call(listSiteActivity, { as: dina, params })
  assert.deepEqual(
    reply.activity.map(({ deed, actor_name, key_name }) => [deed, actor_name, key_name]),
    [
      ['updateSite', dina.email, null],
      ['updateSite', dina.email, 'Scale "7"'],
      ['createSite', dina.email, null],
    ],
  )
  const table = await testApp.call(exportSiteActivity, { as: dina, params })
  assert.match(table.text, /"dina@ranch\.example by key Scale ""7""",Changed the site/)
})

test('K10 a key is no cookie, and opens nothing of a site’s app', async () => {
  const ella = await testApp.person('ella')
  const site = await newSite(testApp, ella)
  const { key } = await newApiKey(testApp, ella, { scopes: 'places:write people:write billing:read' })
  const visitor = new Visitor(testApp, hostOf(site))
  await visitor.launch(ella)
  assert.equal((await visitor.ask(getMe)).status, 200)

  const stranger = new Visitor(testApp, hostOf(site))
  for (const name of visitor.cookies.keys()) stranger.cookies.set(name, key)
  assert.equal((await stranger.ask(getMe)).status, 401)
  const headers = { authorization: `Bearer ${key}`, 'sec-fetch-site': 'same-origin' }
  const answer = await testApp.send('GET', getMe.path, { host: hostOf(site), headers })
  assert.equal(answer.status, 401)
  const cookies = [...visitor.cookies.keys()].map((name) => `${name}=${key}`).join('; ')
  assert.equal((await testApp.send('GET', listSites.path, { headers: { cookie: cookies } })).status, 401)
})

test('K11 a key has a minute of its own, and counts in its person’s', async () => {
  // 30 calls a minute a person.
  const strict = await testApp.anotherProcess({ limitFactor: 0.1 })
  const call = (as: string) => testApp.call(listSites, { as, at: strict.app })
  const statuses = async (as: string, times: number) => {
    const answers = []
    for (let n = 0; n < times; n++) answers.push((await call(as)).status)
    return answers
  }
  try {
    await withinMinute(async () => {
      const hugo = await testApp.person(newName('hugo'))
      const keyOf = async (calls: number) =>
        (await newApiKey(testApp, hugo, { calls_per_minute: `${calls}` })).key
      const [small, large, third] = [await keyOf(30), await keyOf(200), await keyOf(200)]

      assert.deepEqual(await statuses(small, 3), [200, 200, 200])
      const refused = await call(small)
      assert.deepEqual([refused.status, refused.body['code']], [429, 'limit.reached'])
      assert.ok(Number(refused.headers['retry-after']) > 0)
      assert.deepEqual(await statuses(hugo.token, 1), [200], 'another minute than its person’s')
      assert.deepEqual(await statuses(large, 20), Array(20).fill(200), 'another one than other keys’')

      assert.deepEqual(await statuses(third, 6), Array(6).fill(200))
      assert.deepEqual([...(await statuses(third, 1)), ...(await statuses(hugo.token, 1))], [429, 429])
    })
  } finally {
    await strict.close()
  }
})
