import { getBillingEntity, updateBillingEntity } from '@byre/contract/billing/billing-entities'
import type { Endpoint } from '@byre/contract/endpoint'
import { listSiteUsers } from '@byre/contract/people/members'
import { validateDomain } from '@byre/contract/places/host-names'
import { createSite, deleteSite, getSite, updateSite } from '@byre/contract/places/sites'
import { speciesLibrary } from '@byre/contract/species'
import { getUser, updateUser } from '@byre/contract/people/users'
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { newBillingEntity, newSite, siteFields } from '../testing/places.ts'
import { TestApp, type Person } from '../testing/test-app.ts'

let testApp: TestApp
let alice: Person
let billingEntityId: string
let siteId: string
before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
  billingEntityId = (await newBillingEntity(testApp, alice)).id
  siteId = (await newSite(testApp, alice)).id
})
after(() => testApp.close())
afterEach(() => assert.deepEqual(testApp.complaints, []))

const errorsOf = (body: Record<string, unknown>) =>
  body['errors'] as { field: string; message: string }[] | undefined

describe('I05 text that would break the database', () => {
  const lines = (n: number) => '\n'.repeat(n)
  const broken = [
    '\u0000',
    'a\u0000b',
    '\u0001',
    '\u0007bell',
    '\u0008',
    'a\u000bb',
    'a\u000cb',
    '\u000e',
    '\u001b[31m',
    '\u001f',
    '\u007f',
    '\u0080',
    '\u0085',
    '\u009f',
    '\u202a',
    '\u202bx',
    '\u202c',
    '\u202d',
    '\u202e',
    '\u2066',
    '\u2067',
    '\u2068',
    '\u2069',
    'name\u202egnp.exe',
    `x${'\u0000'.repeat(50)}`,
    '\u0002\u0003',
    'a\u001fb',
    'tail\u0019',
  ]
  const fine = [
    'Ça va',
    '北牧場',
    '🐄 & Sons',
    "O'Brien; drop table x",
    '<b>bold</b>',
    '"quoted" \\ back',
    '%s %d {}',
    '$1 $2',
    '=SUM(A1)',
    '\ufeffmarked',
    'A\u0301cute',
    'null',
    'undefined',
  ]
  const targets: [
    string,
    string,
    (value: string) => Promise<{ status: number; body: Record<string, unknown> }>,
  ][] = [
    ...['name', 'description', 'address', 'city'].map((field): (typeof targets)[number] => [
      'a site',
      field,
      (value) => testApp.call(updateSite, { as: alice, params: { id: siteId }, body: { [field]: value } }),
    ]),
    ...['name', 'address', 'city'].map((field): (typeof targets)[number] => [
      'a payer',
      field,
      (value) =>
        testApp.call(updateBillingEntity, {
          as: alice,
          params: { id: billingEntityId },
          body: { [field]: value },
        }),
    ]),
    ...['first_name', 'last_name', 'city'].map((field): (typeof targets)[number] => [
      'a profile',
      field,
      (value) => testApp.call(updateUser, { as: alice, params: { id: alice.id }, body: { [field]: value } }),
    ]),
  ]
  for (const [thing, field, send] of targets)
    test(`is refused in the ${field} of ${thing}; other text is kept as it is, composed`, async () => {
      for (const text of broken) {
        const { status } = await send(text)
        assert.equal(status, 400, JSON.stringify(text))
      }
      for (const text of [lines(2) + 'x' + lines(1) + 'y', 'tab\tbed'])
        assert.equal((await send(text)).status, field === 'description' ? 200 : 400, JSON.stringify(text))
      for (const text of fine) {
        const { status, body } = await send(text)
        assert.equal(status, 200, JSON.stringify(text))
        assert.equal((body['data'] as Record<string, string>)[field], text.trim().normalize('NFC'))
      }
    })

  test('is refused before it is decoded, in a form and in JSON', async () => {
    const type = 'application/x-www-form-urlencoded'
    for (const body of ['name=%', 'name=%zz', 'name=%00', 'name=%ed%a0%80', 'name=%c3%28', 'name=a%'])
      assert.equal(
        (
          await testApp.send('PUT', `/api/v1/sites/${siteId}`, {
            as: alice,
            body,
            headers: { 'content-type': type },
          })
        ).status,
        400,
        body,
      )
    for (const body of ['{"name":"\\u0000"}', '{"name":"\\ud800"}', '{"name":"\\udc00x"}'])
      assert.equal(
        (
          await testApp.send('PUT', `/api/v1/sites/${siteId}`, {
            as: alice,
            body,
            headers: { 'content-type': 'application/json' },
          })
        ).status,
        400,
        body,
      )
  })
})

describe('I06 ids', () => {
  const none = [
    '0',
    '-1',
    '1',
    'null',
    'undefined',
    'x',
    '%27',
    "1' or '1'='1",
    '019a0000-0000-7000-8000-00000000111',
    `${'0'.repeat(36)}`,
    '{019a0000-0000-7000-8000-000000001111}',
    'a'.repeat(200),
  ]
  const calls: Endpoint[] = [
    getSite,
    updateSite,
    deleteSite,
    listSiteUsers,
    getBillingEntity,
    updateBillingEntity,
    getUser,
    updateUser,
  ]
  for (const endpoint of calls)
    test(`${endpoint.method} ${endpoint.path}: what is no id is not found`, async () => {
      for (const id of none) {
        const answer = await testApp.call(endpoint, { as: alice, params: { id } })
        assert.equal(answer.status, 404, id)
        assert.equal(answer.body['code'], 'not_found')
      }
    })

  test('are found in any case', async () => {
    assert.equal(
      (await testApp.call(getSite, { as: alice, params: { id: siteId.toUpperCase() } })).status,
      200,
    )
  })

  test('in a body are refused on their field', async () => {
    const cases: [string, string][] = [
      ['plan_id', 'You must select a plan to continue.'],
      ['billing_entity_id', 'Please select billing information.'],
    ]
    for (const [field, message] of cases)
      for (const id of ['0', '-1', '', 'x', '019a0000', `${billingEntityId} `]) {
        const put = await testApp.call(updateSite, {
          as: alice,
          params: { id: siteId },
          body: { [field]: id },
        })
        const post = await testApp.call(createSite, {
          as: alice,
          body: siteFields(billingEntityId, { [field]: id }),
        })
        for (const { status, body } of [put, post]) {
          assert.equal(status, 400, `${field} ${id}`)
          assert.deepEqual(errorsOf(body), [{ field, message }])
        }
      }
    for (const field of ['id', 'clinic_id'])
      assert.equal(
        (await testApp.call(validateDomain, { as: alice, body: { subdomain: 'north', [field]: '0' } }))
          .status,
        400,
      )
  })
})

describe('I07 install_preference', () => {
  const beef = speciesLibrary[0]!.id
  const set = (install_preference: string) =>
    testApp.call(updateSite, { as: alice, params: { id: siteId }, body: { install_preference } })

  test('takes a unit and a species, in one spelling, and drops what else is in it', async () => {
    const given = ` { "operation_type" : "${beef.toUpperCase()}", "x": 1, "unit":"imperial", "deep": {"a":[1]} } `
    const { status, reply } = await set(given)
    assert.equal(status, 200)
    assert.equal(reply.install_preference, JSON.stringify({ unit: 'imperial', operation_type: beef }))
  })

  test('takes a unit alone', async () => {
    assert.equal((await set('{"unit":"imperial"}')).reply.install_preference, '{"unit":"imperial"}')
  })

  const wrong = [
    '{',
    'null',
    '1',
    '"x"',
    '[]',
    '{}',
    `{"operation_type":"${beef}"}`,
    `{"unit":"Metric","operation_type":"${beef}"}`,
    `{"unit":["metric"],"operation_type":"${beef}"}`,
    `{"unit":"metric","operation_type":{"id":"${beef}"}}`,
    `{"unit":"metric","operation_type":"beef"}`,
    `{"unit":"metric","operation_type":"019a0000-0000-7000-a000-0000000000ff"}`,
    `{"unit":"metric","operation_type":"${beef}","__proto__":{"polluted":true}}`,
    `{"unit":"metric","operation_type":"${beef}","constructor":{"prototype":{}}}`,
    `{"unit":"metric","operation_type":"${beef}","x":"${'y'.repeat(1024)}"}`,
    `${'['.repeat(500)}${']'.repeat(500)}`,
  ]
  for (const given of wrong)
    test(`refuses ${given.slice(0, 70)}`, async () => {
      const { status, body } = await set(given)
      assert.equal(status, 400)
      assert.equal(errorsOf(body)?.[0]?.field, 'install_preference')
      assert.equal(({} as Record<string, unknown>)['polluted'], undefined)
    })
})
