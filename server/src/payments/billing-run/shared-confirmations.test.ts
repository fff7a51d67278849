import { addCard } from '@byre/contract/billing/cards'
import { payInvoice } from '@byre/contract/billing/invoice-payments'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { billingEntityOfSites, bookOf, cardNumbers, letCard, takenFor } from '../../testing/billing.ts'
import { invoicesOf, statusesOf } from '../../testing/invoices.ts'
import { startWith } from '../../testing/people.ts'

/* A bank that asks, or takes its time, about a charge that covers several invoices. */

const { testApp, alice } = await startWith(['alice'])

async function confirm(url: string): Promise<void> {
  const { status } = await testApp.send('POST', new URL(url).pathname, { body: { answer: 'approve' } })
  assert.ok(status < 400, `${status}`)
  await testApp.settle()
}

/** A payer of three sites whose bank asks about each payment; its trials have just ended. */
async function waitingForBank() {
  const billingEntity = await billingEntityOfSites(testApp, alice, 3, null)
  const exp_year = String(new Date().getUTCFullYear() + 5)
  const card = { number: cardNumbers.asks, exp_month: '12', exp_year, cvc: '123' }
  const body = { billing_entity_id: billingEntity.id, ...card }
  await confirm((await testApp.call(addCard, { as: alice, body })).reply.action_url ?? '')
  await testApp.pass(14)
  return billingEntity
}

const urlsOf = async (billingEntity: string) => [
  ...new Set((await invoicesOf(testApp, alice, billingEntity)).map(({ action_url }) => action_url)),
]

test('a bank that asks about a shared charge asks once, by one mail, and its answer pays all', async () => {
  const { id, email } = await waitingForBank()
  const urls = await urlsOf(id)
  assert.equal(urls.length, 1)
  const mail = (await testApp.mailsTo(email)).at(-1)
  assert.equal(mail?.subject, 'Please confirm the payment of C$87')
  assert.ok(mail.text.includes(urls[0]!))
  await confirm(urls[0]!)
  assert.deepEqual(await statusesOf(testApp, alice, id), ['paid', 'paid', 'paid'])
  assert.equal((await testApp.mailsTo(email)).at(-1)?.subject, 'Receipt for 3 invoices: C$87')
  assert.equal((await bookOf(testApp, id)).length, 1)
})

test('paying one place alone while the bank asks about all gives that question up, and takes nothing twice', async () => {
  const { id } = await waitingForBank()
  const [all] = await urlsOf(id)
  const [first] = await invoicesOf(testApp, alice, id)
  await letCard(testApp, id, 'pays')
  assert.equal((await testApp.call(payInvoice, { as: alice, params: { id: first!.id } })).status, 200)
  await testApp.settle()
  await confirm(all!)
  assert.deepEqual(await statusesOf(testApp, alice, id), ['paid', 'open', 'open'])
  await testApp.pass(2)
  assert.deepEqual(
    (await bookOf(testApp, id)).map(({ amount, state }) => [amount, state]),
    [
      [8700, 'canceled'],
      [2900, 'succeeded'],
      [5800, 'succeeded'],
    ],
  )
})

test('paying one place alone while the shared payment is still settling waits for it', async () => {
  const { id } = await billingEntityOfSites(testApp, alice, 3, cardNumbers.slow)
  await testApp.pass(14)
  const [first] = await invoicesOf(testApp, alice, id)
  assert.equal((await testApp.call(payInvoice, { as: alice, params: { id: first!.id } })).status, 200)
  await testApp.settle()
  await testApp.database.pool.query(
    `update payments.sandbox_payments set settles_at = 'epoch' where billing_entity_id = $1`,
    [id],
  )
  await testApp.pass(1)
  const invoices = await invoicesOf(testApp, alice, id)
  assert.deepEqual(await takenFor(testApp, id), invoices.map((one) => `${one.id} ${one.total}`).toSorted())
  assert.equal((await bookOf(testApp, id)).length, 1)
})
