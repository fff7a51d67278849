import { payInvoice } from '@byre/contract/billing/invoice-payments'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { invoicesOf } from '../../testing/invoices.ts'
import { newSite } from '../../testing/places.ts'
import { StripeShop } from '../../testing/stripe/shop.ts'
import { signatureOf, type StripeEvent } from '../../testing/stripe/stand-in.ts'
import type { Person } from '../../testing/test-app.ts'

/* One payment for several invoices at Stripe, and its events in any order and number. */

let shop: StripeShop
let alice: Person

before(async () => {
  shop = await StripeShop.open({ STRIPE_WEBHOOK_SECRET: 'whsec_new' })
  alice = await shop.testApp.person('alice')
})
after(() => shop.close())

const deliver = async (events: readonly StripeEvent[]) => {
  for (const event of events) {
    const body = JSON.stringify(event)
    const headers = {
      'content-type': 'application/json',
      'stripe-signature': signatureOf(body, ['whsec_new']),
    }
    assert.equal((await shop.testApp.send('POST', '/api/v1/webhooks/stripe', { body, headers })).status, 200)
  }
  await shop.testApp.settle()
}

test('F12 events of a shared payment, each three times and in reverse, pay each invoice once and refund one share', async () => {
  const { testApp, standIn } = shop
  const { billingEntity, customer } = await shop.billingEntityOf(alice)
  await shop.add(alice, billingEntity, standIn.book.newMethod('pays', {}, customer))
  for (let one = 1; one <= 3; one++) await newSite(testApp, alice, { billing_entity_id: billingEntity })
  const from = standIn.events.length
  await testApp.pass(14)
  const calls = standIn.calls.filter((call) => call.deed === 'POST /v1/payment_intents')
  assert.deepEqual(
    calls.map(({ fields }) => fields['amount']),
    ['8700'],
  )
  const [first] = await invoicesOf(testApp, alice, billingEntity)
  assert.match(calls[0]?.fields['description'] ?? '', new RegExp(`${first!.number} and 2 more$`))
  await testApp.app.creditInvoice({ invoice_id: first!.id, reason: 'Not used.' })
  await testApp.settle()
  const events = standIn.events.slice(from)
  assert.ok(events.length >= 3)
  await deliver([...events, ...events, ...events].toReversed())
  await testApp.pass(1)

  const invoices = (await invoicesOf(testApp, alice, billingEntity)).filter(({ kind }) => kind === 'invoice')
  assert.deepEqual(
    invoices.map(({ status, credited }) => [status, credited]),
    [
      ['paid', 2900],
      ['paid', 0],
      ['paid', 0],
    ],
  )
  const refunds = standIn.calls.filter((call) => call.deed === 'POST /v1/refunds')
  assert.deepEqual(
    refunds.map(({ fields }) => fields['amount']),
    ['2900'],
  )
  assert.equal(standIn.book.taken.length, 1)
})

test('P09 a shared payment whose answer is lost is asked for again in the same words, and taken once', async () => {
  const { testApp, standIn } = shop
  const { billingEntity, customer } = await shop.billingEntityOf(alice)
  await shop.add(alice, billingEntity, standIn.book.newMethod('pays', {}, customer))
  for (let one = 1; one <= 3; one++) await newSite(testApp, alice, { billing_entity_id: billingEntity })
  const [taken, before] = [standIn.book.taken.length, standIn.calls.length]
  testApp.clock.pass(13)
  await testApp.app.runBilling(testApp.clock.now())
  testApp.clock.pass(1)
  for (let tries = 0; tries < 3; tries++)
    standIn.misfortune('POST /v1/payment_intents', 'done, then out of order')
  await testApp.app.runBilling(testApp.clock.now())
  await testApp.app.runBilling(testApp.clock.now())
  const [invoice] = await invoicesOf(testApp, alice, billingEntity)
  assert.equal(invoice?.status, 'paid')
  assert.equal((await testApp.call(payInvoice, { as: alice, params: { id: invoice.id } })).status, 409)
  const calls = standIn.calls
    .slice(before)
    .filter((call) => call.deed === 'POST /v1/payment_intents')
    .filter((call) => call.fields['customer'] === customer)
  assert.ok(calls.length > 3)
  assert.equal(new Set(calls.map(({ key, fields }) => JSON.stringify([key, fields]))).size, 1)
  assert.equal(standIn.book.taken.length, taken + 1)
})
