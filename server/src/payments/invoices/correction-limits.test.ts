import { createBillingEntity, updateBillingEntity } from '@byre/contract/billing/billing-entities'
import { correctInvoice } from '@byre/contract/billing/invoices'
import { mailsADay } from '@byre/contract/limits'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { giveCard } from '../../testing/billing.ts'
import { invoiced, invoicesOf } from '../../testing/invoices.ts'
import { newSite, billingEntityFields } from '../../testing/places.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'
import { withinDay } from '../../testing/windows.ts'

/* With the limits of the product as it is delivered. */

let testApp: TestApp
let alice: Person

before(async () => {
  testApp = await TestApp.start({ LIMIT_FACTOR: '1' })
  alice = await testApp.person('alice')
})
after(() => testApp.close())

test('M03 thirty corrections in a row reach the payer’s address five times at most', () =>
  withinDay(async () => {
    const { billingEntity, email } = await invoiced(testApp, alice)
    const before = (await testApp.mailsTo(email)).length
    const answers = []
    for (let nth = 1; nth <= 30; nth++) {
      const newest = (await invoicesOf(testApp, alice, billingEntity.id)).findLast(
        ({ kind }) => kind === 'invoice',
      )!
      const body = { name: `Métis Ranch ${nth}` }
      answers.push(await testApp.call(correctInvoice, { as: alice, params: { id: newest.id }, body }))
    }
    const made = answers.filter(({ status }) => status === 201).length
    assert.equal(made, mailsADay.correctedInvoices)
    assert.ok(answers.slice(made).every(({ status, headers }) => status === 429 && headers['retry-after']))
    const mails = (await testApp.mailsTo(email)).slice(before)
    assert.equal(mails.length, mailsADay.corrections)
  }))

test('a billing address that nobody has proven gets one mail that asks, and nothing else', async () => {
  const email = 'victim@elsewhere.example'
  const body = { ...billingEntityFields, country: 'Canada', region: 'AB', email }
  const { reply: billingEntity } = await testApp.call(createBillingEntity, { as: alice, body })
  await newSite(testApp, alice, { billing_entity_id: billingEntity.id })
  await giveCard(testApp, alice, billingEntity.id)
  await testApp.pass(20)
  const [question, ...others] = await testApp.mailsTo(email)
  assert.equal(question?.subject, 'Do you want the invoices of North Ranch Ltd?')
  assert.equal(others.length, 0)
  const change = { params: { id: billingEntity.id }, body: { email: 'another@elsewhere.example' } }
  await testApp.call(updateBillingEntity, { as: alice, ...change })
  await testApp.pass(31)
  assert.equal((await testApp.mailsTo('another@elsewhere.example')).length, 1)
  assert.equal((await testApp.mailsTo(email)).length, 1)
})
