import { createBillingEntity, updateBillingEntity } from '@byre/contract/billing/billing-entities'
import { createSite, updateSite } from '@byre/contract/places/sites'
import { updateUser } from '@byre/contract/people/users'
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { newBillingEntity, newSite, billingEntityFields, siteFields } from '../testing/places.ts'
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

describe('I08 every rule of a form holds on the server too', () => {
  const long = (n: number) => 'x'.repeat(n)
  type Rule = [field: string, value: string | undefined, message: string]
  const siteRules: Rule[] = [
    ['name', undefined, 'Name is required'],
    ['name', '   ', 'Name is required'],
    ['name', long(256), 'Name must be 255 characters or less.'],
    ['description', undefined, 'Description is required'],
    ['description', long(2001), 'Description must be 2000 characters or less.'],
    ['address', long(256), 'Address must be 255 characters or less.'],
    ['city', long(256), 'City must be 255 characters or less.'],
    ['country', 'Mexico', 'Please choose Canada or USA.'],
    ['region', 'Montana', 'Please choose a province.'],
    ['postal_code', '59718', 'Postal Code should look like T2P 1J9.'],
    ['subdomain', undefined, 'Subdomain is required and must have atleast 3 characters'],
    ['subdomain', 'ab', 'Subdomain is required and must have atleast 3 characters'],
    ['subdomain', '-abc', 'Subdomains may not start with a dash'],
    ['subdomain', 'abc-', 'Subdomains may not end with a dash.'],
    ['subdomain', long(26), 'Subdomains must be 25 characters or less.'],
    ['subdomain', 'a.b.c', 'Subdomains may only contain letters, digits and dashes.'],
    ['plan_id', undefined, 'You must select a plan to continue.'],
    ['billing_entity_id', undefined, 'Please select billing information.'],
  ]
  const billingEntityRules: Rule[] = [
    ['name', undefined, 'Billing Entity Name is a required field'],
    ['name', ' ', 'Billing Entity Name is a required field'],
    ['name', long(256), 'Billing Entity Name must be 255 characters or less.'],
    ['email', undefined, 'Please input your email address!'],
    ['email', 'nobody', 'The input is not valid E-mail'],
    ['email', `a@${long(250)}.example`, 'The input is not valid E-mail'],
    ['phone', undefined, 'Please enter a valid Phone Number.'],
    ['phone', 'ring me', 'Please enter a valid Phone Number.'],
    ['phone', '403555010', 'Phone number should be 10 digits'],
    ['phone', '24035550100', 'Phone number should be 10 digits'],
    ['postal_code', long(21), 'Postal Code must be 20 characters or less.'],
  ]
  const profileRules: Rule[] = [
    ['email', '', 'Please input your email address!'],
    ['email', 'nobody', 'Please enter a valid email'],
    ['first_name', long(256), 'First name must be 255 characters or less.'],
    ['last_name', long(256), 'Last name must be 255 characters or less.'],
    ['city', long(256), 'City must be 255 characters or less.'],
    ['country', 'Mexico', 'Please choose Canada or USA.'],
    ['phone', '123', 'Phone number should be 10 digits'],
    ['onboarded', '2', 'onboarded must be 0 or 1.'],
  ]

  const say = (value: string | undefined) =>
    value === undefined ? 'nothing' : JSON.stringify(value.slice(0, 30))
  const refused = (
    { status, body }: { status: number; body: Record<string, unknown> },
    field: string,
    message: string,
  ) => {
    assert.equal(status, 400)
    assert.equal(body['code'], 'request.invalid')
    assert.equal(body['message'], message)
    assert.deepEqual(errorsOf(body), [{ field, message }])
  }

  for (const [field, value, message] of siteRules)
    test(`a site’s ${field}: ${say(value)}`, async () => {
      const fields = { ...siteFields(billingEntityId), [field]: value }
      refused(await testApp.call(createSite, { as: alice, body: fields }), field, message)
      if (value === undefined) return
      const put = await testApp.call(updateSite, {
        as: alice,
        params: { id: siteId },
        body: { [field]: value },
      })
      assert.equal(put.status, 400)
      assert.equal(errorsOf(put.body)?.[0]?.field, field)
    })
  for (const [field, value, message] of billingEntityRules)
    test(`a payer’s ${field}: ${say(value)}`, async () => {
      const fields = { ...billingEntityFields, [field]: value }
      refused(await testApp.call(createBillingEntity, { as: alice, body: fields }), field, message)
      if (value === undefined) return
      const change = { as: alice, params: { id: billingEntityId }, body: { [field]: value } }
      refused(await testApp.call(updateBillingEntity, change), field, message)
    })
  for (const [field, value, message] of profileRules)
    test(`a profile’s ${field}: ${say(value)}`, async () => {
      const change = {
        as: alice,
        params: { id: alice.id },
        body: { [field]: value } as Record<string, string>,
      }
      refused(await testApp.call(updateUser, change), field, message)
    })

  test('the longest that is allowed is kept whole', async () => {
    const fields = { name: long(255), description: long(2000), address: long(255), city: long(255) }
    const { status, reply } = await testApp.call(updateSite, {
      as: alice,
      params: { id: siteId },
      body: fields,
    })
    assert.equal(status, 200)
    for (const [field, value] of Object.entries(fields))
      assert.equal(reply[field as keyof typeof fields], value)
  })
})
