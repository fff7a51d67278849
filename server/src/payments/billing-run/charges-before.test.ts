import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { billingContextOf, billingEntityOfSites, bookOf, cardNumbers } from '../../testing/billing.ts'
import { invoicesOf } from '../../testing/invoices.ts'
import { startWith } from '../../testing/people.ts'
import { chargeJob } from '../billing.policy.ts'
import { charge, watchPayment } from './charges.actions.ts'
import { followCalendar } from './renewals.actions.ts'

/* What was under way while each invoice had a charge of its own: payments by `invoice:try`, and jobs that name an invoice. */

const { testApp, alice } = await startWith(['alice'])

test('a charge from before charges were shared keeps its key: its event counts, once', async () => {
  const { id } = await billingEntityOfSites(testApp, alice, 2, cardNumbers.slow)
  testApp.clock.pass(14)
  const context = billingContextOf(testApp)
  await followCalendar(context, testApp.clock.now())
  const invoices = await invoicesOf(testApp, alice, id)
  for (const invoice of invoices)
    await charge(context, { billing_entity_id: id, invoice_id: invoice.id }, testApp.clock.now())
  const { pool } = testApp.database
  // The book of those days, and the tables as they were.
  await pool.query(`update payments.sandbox_payments p set key = p.invoice_id || ':1', state = 'succeeded'`)
  await pool.query(`drop table payments.gathered_mails;
    alter table payments.charge_attempts drop column charge_id;
    drop table payments.charges`)
  await pool.query(readFileSync(new URL('../../../migrations/0035-charges.sql', import.meta.url), 'utf8'))

  for (const payment of await bookOf(testApp, id)) {
    const outcome = { outcome: 'succeeded', gateway_payment_id: payment.id } as const
    for (let round = 0; round < 2; round++)
      await watchPayment(context, { key: `${payment.invoice_id}:1`, invoice_id: payment.invoice_id, outcome })
  }
  const after = await invoicesOf(testApp, alice, id)
  assert.deepEqual(
    after.map(({ status }) => status),
    ['paid', 'paid'],
  )
  await testApp.pass(1)
  assert.equal((await bookOf(testApp, id)).length, 2)
})

test('a job that names an invoice alone, as they did, has all charged that its payer owes', async () => {
  const { id } = await billingEntityOfSites(testApp, alice, 3)
  testApp.clock.pass(14)
  await followCalendar(billingContextOf(testApp), testApp.clock.now())
  const invoices = await invoicesOf(testApp, alice, id)
  for (const { id: invoice_id } of invoices)
    await testApp.app.outbox.send(testApp.database.db, chargeJob, { invoice_id })
  await testApp.settle()
  assert.deepEqual(
    (await bookOf(testApp, id)).map(({ amount, state }) => [amount, state]),
    [[8700, 'succeeded']],
  )
})
