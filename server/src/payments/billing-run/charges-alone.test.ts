import { payInvoice } from '@byre/contract/billing/invoice-payments'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  billingContextOf,
  billingEntityOfSites,
  bookOf,
  cardNumbers,
  letCard,
} from '../../testing/billing.ts'
import { assertPaidOnce, invoicesOf, statusesOf, triesOf } from '../../testing/invoices.ts'
import { startWith } from '../../testing/people.ts'
import { followCalendar } from './renewals.actions.ts'

/* What somebody has tried now: one invoice alone, or all that a payer owes. */

const { testApp, alice } = await startWith(['alice'], { TAX_NUMBERS: 'GST=1' })

const subjectsTo = async (email: string) => (await testApp.mailsTo(email)).map(({ subject }) => subject)
const each = 3045

test('one place is paid alone during the ladder; the others stay together', async () => {
  const { id, email } = await billingEntityOfSites(testApp, alice, 3, cardNumbers.declines)
  await testApp.pass(15)
  const [first, ...others] = await invoicesOf(testApp, alice, id)
  await letCard(testApp, id, 'pays')
  assert.equal((await testApp.call(payInvoice, { as: alice, params: { id: first!.id } })).status, 200)
  await testApp.settle()
  assert.deepEqual(await statusesOf(testApp, alice, id), ['paid', 'open', 'open'])
  assert.deepEqual(
    (await triesOf(testApp, alice, id)).slice(1),
    others.map((one) => one.next_try_at),
    'on the day that was told',
  )
  assert.equal((await subjectsTo(email)).at(-1), `Receipt for ${first!.place_name}: C$30.45`)
  await testApp.pass(1)
  assert.deepEqual(
    (await bookOf(testApp, id)).map(({ amount, state }) => [amount, state]),
    [
      [3 * each, 'declined'],
      [each, 'succeeded'],
      [2 * each, 'succeeded'],
    ],
  )
  await assertPaidOnce(testApp, alice, id, 3)
})

test('what is paid alone is charged alone, also where all else is due at the same time', async () => {
  const { id } = await billingEntityOfSites(testApp, alice, 3)
  testApp.clock.pass(14)
  await followCalendar(billingContextOf(testApp), testApp.clock.now())
  const [first] = await invoicesOf(testApp, alice, id)
  assert.equal((await testApp.call(payInvoice, { as: alice, params: { id: first!.id } })).status, 200)
  await testApp.settle()
  assert.deepEqual(await statusesOf(testApp, alice, id), ['paid', 'open', 'open'])
  await testApp.app.runBilling(testApp.clock.now())
  assert.deepEqual(
    (await bookOf(testApp, id)).map(({ amount }) => amount),
    [each, 2 * each],
  )
})

test('all that is owed is tried again at once as one charge, where that is asked for', async () => {
  const { id } = await billingEntityOfSites(testApp, alice, 3, cardNumbers.declines)
  await testApp.pass(15)
  const [first] = await invoicesOf(testApp, alice, id)
  await letCard(testApp, id, 'pays')
  const { status } = await testApp.call(payInvoice, {
    as: alice,
    params: { id: first!.id },
    body: { all: '1' },
  })
  assert.equal(status, 200)
  await testApp.settle()
  assert.deepEqual(
    (await bookOf(testApp, id)).map(({ amount, state }) => [amount, state]),
    [
      [3 * each, 'declined'],
      [3 * each, 'succeeded'],
    ],
  )
  await assertPaidOnce(testApp, alice, id, 3)
})
