import { createClinic, updateClinic } from '@byre/contract/places/clinics'
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { clinicFields, newClinic, newBillingEntity } from '../../testing/places.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'

let testApp: TestApp
let alice: Person
let billingEntityId: string
let clinicId: string
before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
  billingEntityId = (await newBillingEntity(testApp, alice)).id
  clinicId = (await newClinic(testApp, alice, { billing_entity_id: billingEntityId })).id
})
after(() => testApp.close())
afterEach(() => assert.deepEqual(testApp.complaints, []))

describe('I08 every rule of a clinic’s form holds on the server too', () => {
  const long = (n: number) => 'x'.repeat(n)
  const phone = 'Phone number should be 10 digits'
  const subdomain = 'Subdomain is required and must have atleast 3 characters'
  const domain = 'Domain must be valid to continue'
  /** What is sent, what a create says to it, and what a change says where that is something else. */
  type Rule = [field: string, value: string | undefined, onCreate: string | null, onChange?: string | null]
  const rules: Rule[] = [
    ['name', undefined, 'Please input your clinic name!', null],
    ['name', '', 'Please input your clinic name!', 'Name is required'],
    ['name', ' \t ', 'Please input your clinic name!', 'Name is required'],
    ['name', long(256), 'Name must be 255 characters or less.'],
    ['name', 'Foot\u0007hills', 'Please use plain text without control characters.'],
    ['name', 'Foothills\nVet', 'Please use plain text without control characters.'],
    ['description', long(2001), 'Description must be 2000 characters or less.'],
    ['description', undefined, null],
    ['description', '', null],
    ['email', undefined, 'Please input your Email', null],
    ['email', '', 'Please input your Email'],
    ['email', 'desk', 'The input is not valid E-mail'],
    ['email', `desk@${long(250)}.ca`, 'The input is not valid E-mail'],
    ['phone', undefined, phone, null],
    ['phone', '', phone],
    ['phone', '403555017', phone],
    ['phone', '24035550177', phone],
    ['phone', 'ring me', phone],
    ['address', long(256), 'Address must be 255 characters or less.'],
    ['city', long(256), 'City must be 255 characters or less.'],
    ['country', 'Mexico', 'Please choose Canada or USA.'],
    ['region', 'Montana', 'Please choose a province.'],
    ['postal_code', '59718', 'Postal Code should look like T2P 1J9.'],
    ['postal_code', long(21), 'Postal Code must be 20 characters or less.'],
    ['subdomain', undefined, subdomain, null],
    ['subdomain', '', subdomain, 'Subdomain is required'],
    ['subdomain', 'ab', subdomain],
    ['subdomain', '-abc', 'Subdomains may not start with a dash'],
    ['subdomain', 'abc-', 'Subdomains may not end with a dash.'],
    ['subdomain', long(26), 'Subdomains must be 25 characters or less.'],
    ['subdomain', 'foot.hills', 'Subdomains may only contain letters, digits and dashes.'],
    ['domain', '-vet.ca', 'Domains may not start with a dash'],
    ['domain', 'vet.ca-', 'Domains may not end with a dash.'],
    ['domain', `${long(23)}.ca`, 'Domains must be 25 characters or less.'],
    ['domain', long(301), 'Domains must be 25 characters or less.'],
    ['domain', 'www.vet.ca', 'Domains may contain one dot only.', null],
    ['domain', 'vet_ca', domain],
    ['domain', 'vet.ca/app', domain],
    ['domain', undefined, null],
    ['domain', '', null],
    ['plan_id', undefined, null],
    ['plan_id', '', null, 'You must select a plan to continue.'],
    ['plan_id', 'solo', 'You must select a plan to continue.'],
    ['billing_entity_id', undefined, 'Please select billing information.', null],
    ['billing_entity_id', '', 'Please select billing information.'],
    ['billing_entity_id', '0', 'Please select billing information.'],
    ['billing_entity_id', '-1', 'Please select billing information.'],
  ]

  const judged = (
    { status, body }: { status: number; body: Record<string, unknown> },
    field: string,
    message: string | null,
    fine: number,
  ) => {
    assert.equal(status, message === null ? fine : 400, JSON.stringify(body))
    if (message !== null) assert.deepEqual(body['errors'], [{ field, message }])
  }
  for (const [field, value, onCreate, onChange = onCreate] of rules)
    test(`${field}: ${value === undefined ? 'nothing' : JSON.stringify(value.slice(0, 30))}`, async () => {
      const body: Record<string, unknown> = { ...clinicFields(billingEntityId), [field]: value }
      judged(await testApp.call(createClinic, { as: alice, body }), field, onCreate, 201)
      const change = {
        as: alice,
        params: { id: clinicId },
        body: { [field]: value } as Record<string, unknown>,
      }
      judged(await testApp.call(updateClinic, change), field, onChange, 200)
    })

  test('whatever is wrong is named, in the order of the form', async () => {
    const { status, body } = await testApp.call(createClinic, { as: alice, body: {} })
    assert.equal(status, 400)
    assert.equal(body['message'], 'Please input your clinic name!')
    const named = (body['errors'] as { field: string }[]).map(({ field }) => field)
    assert.deepEqual(named.sort(), ['email', 'name', 'phone', 'subdomain'])
  })
})
