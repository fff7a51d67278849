import type { Endpoint } from '@byre/contract/endpoint'
import { removeTotp } from '@byre/contract/accounts/second-factors'
import { searchRecords } from '@byre/contract/staff/records'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { contractNouns } from '../platform/api-docs/openapi-nouns.ts'
import { newApiKey } from '../testing/api-keys.ts'
import { joinStaff, staffMember } from '../testing/second-factors.ts'
import { TestApp, type Person } from '../testing/test-app.ts'

/* Who comes into the back office: each of its calls, by each kind of caller. */

const calls = (await contractNouns()).portalCalls.filter(({ path }) => path.startsWith('/api/v1/staff/'))

let testApp: TestApp
let alice: Person
let bob: Person
let carol: Person
let key: string
before(async () => {
  testApp = await TestApp.start()
  alice = await staffMember(testApp, 'alice')
  bob = await testApp.person('bob')
  await joinStaff(testApp, bob)
  carol = await testApp.person('carol')
  key = (await newApiKey(testApp, alice)).key
})
after(async () => {
  await testApp.close()
  assert.deepEqual(testApp.complaints, [])
})

/** With nothing that it asks for, so that whoever is let in is told so. */
const made = (endpoint: Endpoint, as?: Person | string) =>
  testApp.call(endpoint, { params: { id: randomUUID() }, ...(as ? { as } : {}) })
const said = async (endpoint: Endpoint, as?: Person | string) => {
  const { status, body } = await made(endpoint, as)
  return `${status} ${String(body['code'])}`
}

test('there are calls to look at, and none is described, keyed or open', async () => {
  assert.ok(calls.length >= 20)
  const { paths } = (await testApp.send('GET', '/api/openapi.json')).body as { paths: object }
  assert.deepEqual(
    Object.keys(paths).filter((path) => /\/(?:staff|visits)(?:\/|$)/.test(path)),
    [],
  )
  assert.deepEqual(
    calls.filter(({ who }) => who !== 'signed in'),
    [],
  )
})

for (const endpoint of calls)
  test(`${endpoint.name} is there for staff with a second factor, and for nobody else`, async () => {
    assert.equal(await said(endpoint), '401 session.required')
    assert.equal(await said(endpoint, carol), '404 not_found')
    assert.equal(await said(endpoint, key), '404 not_found')
    assert.equal(await said(endpoint, bob), '403 staff.second_factor_missing')
    // Let in: what is wrong is what was sent, or that there is no such thing.
    const inside = await said(endpoint, alice)
    assert.match(inside, /^(?:200 undefined|400 request\.invalid|404 not_found)$/)
  })

test('V01 nobody outside is told what is wrong with what they sent', async () => {
  const strange = { as: carol, query: { q: 'x' } }
  const unknown = await testApp.send('GET', '/api/v1/staff/nothing', { as: carol })
  const there = await testApp.call(searchRecords, strange)
  const { request_id: _, ...answer } = there.body
  assert.deepEqual({ ...answer, request_id: unknown.body['request_id'] }, unknown.body)
  const unread = await testApp.send('POST', `/api/v1/staff/jobs/${randomUUID()}/drop`, {
    as: carol,
    body: '{',
    headers: { 'content-type': 'application/json' },
  })
  assert.equal(unread.status, 404)
})

test('V01 whoever leaves the staff, or gives up the second factor, is out at the next call', async () => {
  const dora = await staffMember(testApp, 'dora')
  const search = async () => (await testApp.call(searchRecords, { as: dora, query: { q: 'dora' } })).status
  assert.equal(await search(), 200)
  assert.equal((await testApp.call(removeTotp, { as: dora })).status, 200)
  assert.equal(await search(), 403)
  await testApp.database.pool.query(`update auth.accounts set groups = '{User}' where id = $1`, [dora.id])
  assert.equal(await search(), 404)
})
