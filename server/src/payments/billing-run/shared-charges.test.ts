import { payInvoice } from '@byre/contract/billing/invoice-payments'
import { listInvoices, type InvoiceHead } from '@byre/contract/billing/invoices'
import { listSubscriptions } from '@byre/contract/billing/subscriptions'
import { deleteSite } from '@byre/contract/places/sites'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  billingContextOf,
  billingEntityOfSites,
  bookOf,
  cardNumbers,
  giveCard,
  letCard,
  takenFor,
} from '../../testing/billing.ts'
import { assertPaidOnce, invoicesOf, statusesOf, triesOf } from '../../testing/invoices.ts'
import { startWith } from '../../testing/people.ts'
import { newSite } from '../../testing/places.ts'
import type { BillingContext } from '../billing.policy.ts'
import { charge, watchPayment } from './charges.actions.ts'
import { followCalendar, sendDueCharges } from './renewals.actions.ts'

/* What one payer owes in one run: one charge, one mail, and what becomes of each place by itself. */

const { testApp, alice } = await startWith(['alice'], { TAX_NUMBERS: 'GST=1' })

const subjectsTo = async (email: string) =>
  (await testApp.mailsTo(email)).map(({ subject }) => subject).filter((one) => !one.includes('trial'))
const placesOf = async (billing_entity_id: string) => {
  const query = { billing_entity_id, per_page: '100' }
  const { reply } = await testApp.call(listSubscriptions, { as: alice, query })
  return [...new Set(reply.subscriptions.map(({ status }) => status))]
}
const givenBack = async (billingEntity: string) =>
  (
    await testApp.database.pool.query<{ amount: number; payment_id: string }>(
      `select r.amount, r.payment_id from payments.sandbox_refunds r
       join payments.sandbox_payments p on p.id = r.payment_id where p.billing_entity_id = $1`,
      [billingEntity],
    )
  ).rows
const each = 3045
/** Of a PDF in base64. */
const pagesOf = (content: string) =>
  Buffer.from(content, 'base64')
    .toString('latin1')
    .match(/\/Type \/Page\n/g)?.length

test('twelve sites that are due in one run are one payment, twelve paid invoices and one mail with a table', async () => {
  const { id, email } = await billingEntityOfSites(testApp, alice, 12)
  await testApp.pass(13)
  const trials = (await testApp.mailsTo(email)).map(({ subject }) => subject)
  assert.deepEqual(trials.toSorted(), [
    '12 free trials end in 3 days',
    '12 free trials end in 7 days',
    '12 free trials end tomorrow',
  ])
  await testApp.pass(1)
  const book = await bookOf(testApp, id)
  assert.deepEqual(
    book.map(({ amount, state }) => [amount, state]),
    [[12 * each, 'succeeded']],
  )
  await assertPaidOnce(testApp, alice, id, 12)
  assert.deepEqual(await subjectsTo(email), ['Receipt for 12 invoices: C$365.40'])
  const mail = (await testApp.mailsTo(email)).at(-1)!
  for (const { number, place_name } of await invoicesOf(testApp, alice, id)) {
    assert.match(mail.text, new RegExp(`${place_name} +${number} +C\\$30\\.45\\n`))
    assert.match(mail.html, new RegExp(`>${number}<`))
  }
  assert.match(mail.text, /Total +C\$365\.40/)
  const [file, ...more] = mail.attachments ?? []
  assert.match(file!.name, /^invoices-\S+-0001-to-\S+-0012\.pdf$/)
  assert.deepEqual(
    [more.length, pagesOf(file!.content)],
    [0, 24],
    'an invoice and a receipt each, in one file',
  )
})

test('two hundred places of one payer are one charge, each with the sum and the tax that it has alone', async () => {
  const alone = await billingEntityOfSites(testApp, alice, 1)
  const { id, email, sites } = await billingEntityOfSites(testApp, alice, 200)
  await testApp.pass(14)
  const book = await bookOf(testApp, id)
  assert.deepEqual(
    book.map(({ amount, state }) => [amount, state]),
    [[200 * each, 'succeeded']],
  )

  const pages = ['1', '2'].map((page) => {
    const query = { billing_entity_id: id, per_page: '100', page }
    return testApp.call(listInvoices, { as: alice, query })
  })
  const invoices = (await Promise.all(pages)).flatMap(({ reply }) => reply.invoices)
  const sumsOf = ({ subtotal, tax, total, status }: InvoiceHead) =>
    `${subtotal} and ${tax} are ${total}, ${status}`
  const [byItself] = await invoicesOf(testApp, alice, alone.id)
  assert.deepEqual([...new Set(invoices.map(sumsOf))], [sumsOf(byItself!)])
  assert.deepEqual(invoices.map(({ site_id }) => site_id).toSorted(), sites.toSorted())
  assert.deepEqual(
    await takenFor(testApp, id),
    invoices.map(({ id: invoice, total }) => `${invoice} ${total}`).toSorted(),
  )
  assert.deepEqual(await subjectsTo(email), ['Receipt for 200 invoices: C$6,090'])
})

test('three that are paid together come with their documents; one alone reads as it always did', async () => {
  const { id, email } = await billingEntityOfSites(testApp, alice, 3)
  await testApp.pass(14)
  assert.equal((await testApp.mailsTo(email)).at(-1)?.attachments?.length, 6)
  await newSite(testApp, alice, { billing_entity_id: id, name: 'Pasture 4' })
  await testApp.pass(14)
  assert.deepEqual((await subjectsTo(email)).at(-1), 'Receipt for Pasture 4: C$30.45')
})

test('a declined charge is retried as one on days 2, 7, 14 and 21, one mail each, and closes all that it covers', async () => {
  const { id, email } = await billingEntityOfSites(testApp, alice, 4, cardNumbers.declines)
  await testApp.pass(14)
  const seen: string[] = []
  for (let day = 0; day <= 22; day++) {
    const line = `${(await bookOf(testApp, id)).length} ${(await placesOf(id)).join()}`
    if (!seen.at(-1)?.endsWith(` ${line}`)) seen.push(`${day} ${line}`)
    assert.equal(new Set(await triesOf(testApp, alice, id)).size, 1, `together on day ${day}`)
    await testApp.pass(1)
  }
  assert.deepEqual(seen, ['0 1 past_due', '2 2 past_due', '7 3 past_due', '14 4 read_only', '21 5 stopped'])
  assert.deepEqual(new Set((await bookOf(testApp, id)).map(({ amount }) => amount)), new Set([4 * each]))
  assert.deepEqual(
    await subjectsTo(email),
    Array.from({ length: 5 }, () => 'The payment of C$121.80 failed'),
  )
  const first = (await testApp.mailsTo(email)).find(({ subject }) => subject.includes('failed'))
  assert.match(first?.text ?? '', /Pasture 4 .*read-only on .*, stopped on /)
})

test('a card that never pays closes its places with one mail, not one a place', async () => {
  const { id, email } = await billingEntityOfSites(testApp, alice, 3, cardNumbers.neverPays)
  await testApp.pass(36)
  assert.deepEqual(await placesOf(id), ['stopped'])
  const closed = '3 places are read-only or stopped'
  assert.deepEqual((await subjectsTo(email)).toSorted(), [closed, closed, 'The payment of C$91.35 failed'])
})

test('a charge that was committed and never heard of again is asked for once, by two at once', async () => {
  const { id } = await billingEntityOfSites(testApp, alice, 5)
  testApp.clock.pass(14)
  const at = testApp.clock.now()
  const context = billingContextOf(testApp)
  await followCalendar(context, at)
  const dying = (isAsked: boolean): BillingContext => ({
    ...context,
    gateway: {
      ...context.gateway,
      takePayment: async (payment) => {
        if (isAsked) await context.gateway.takePayment(payment)
        throw new Error('killed here')
      },
    },
  })
  for (const isAsked of [false, true])
    await assert.rejects(charge(dying(isAsked), { billing_entity_id: id }, at), /killed here/)
  assert.deepEqual(new Set(await statusesOf(testApp, alice, id)), new Set(['open']))
  const { rows } = await testApp.database.pool.query(
    'select 1 from payments.charges where billing_entity_id = $1',
    [id],
  )
  assert.equal(rows.length, 1)
  await Promise.all([
    charge(context, { billing_entity_id: id }, at),
    testApp.app.runBilling(at),
    testApp.app.runBilling(at),
  ])
  await assertPaidOnce(testApp, alice, id, 5)
  assert.equal((await bookOf(testApp, id)).length, 1)
})

test('a run that is cut off among the renewals is taken up by the next, which charges once', async () => {
  const { id } = await billingEntityOfSites(testApp, alice, 4)
  testApp.clock.pass(14)
  const at = testApp.clock.now()
  const query = (text: string) => testApp.database.pool.query(text)
  await query(`alter table payments.invoices
    add constraint cut check (billing_entity_id <> '${id}' or sequence < 3) not valid`)
  await assert.rejects(testApp.app.runBilling(at), /cut/)
  await query('alter table payments.invoices drop constraint cut')
  await sendDueCharges(billingContextOf(testApp), at)
  await testApp.settle()
  const begun = (await invoicesOf(testApp, alice, id)).length
  assert.deepEqual([begun, await bookOf(testApp, id)], [2, []])
  await testApp.app.runBilling(at)
  await assertPaidOnce(testApp, alice, id, 4)
  assert.equal((await bookOf(testApp, id)).length, 1)
})

test('a credit goes back from the share of its invoice, and no further than that', async () => {
  const { id } = await billingEntityOfSites(testApp, alice, 3)
  await testApp.pass(14)
  const [, second] = await invoicesOf(testApp, alice, id)
  await testApp.app.creditInvoice({ invoice_id: second!.id, reason: 'Not used.' })
  await testApp.settle()
  const [payment] = await bookOf(testApp, id)
  assert.deepEqual(await givenBack(id), [{ amount: each, payment_id: payment!.id }])
  await assert.rejects(testApp.app.creditInvoice({ invoice_id: second!.id, reason: 'Again.' }))
  assert.deepEqual((await statusesOf(testApp, alice, id)).slice(0, 3), ['paid', 'paid', 'paid'])
})

test('a place that was deleted meanwhile is tried no more; money that comes late for it still counts', async () => {
  const { id, sites } = await billingEntityOfSites(testApp, alice, 3, cardNumbers.declines)
  await testApp.pass(14)
  assert.equal((await testApp.call(deleteSite, { as: alice, params: { id: sites[0]! } })).status, 200)
  await testApp.pass(2)
  assert.deepEqual(
    (await bookOf(testApp, id)).map(({ amount }) => amount),
    [3 * each, 2 * each],
  )
  assert.deepEqual(await statusesOf(testApp, alice, id), ['uncollectible', 'open', 'open'])
})

test('a payment that came late after a decline pays what is owed, and gives back the share that was paid otherwise', async () => {
  const { id } = await billingEntityOfSites(testApp, alice, 3, cardNumbers.declines)
  await testApp.pass(14)
  const [late] = await bookOf(testApp, id)
  await letCard(testApp, id, 'pays')
  const [first] = await invoicesOf(testApp, alice, id)
  await testApp.call(payInvoice, { as: alice, params: { id: first!.id } })
  await testApp.settle()

  await testApp.database.pool.query(
    `update payments.sandbox_payments set state = 'succeeded' where id = $1`,
    [late!.id],
  )
  const context = billingContextOf(testApp)
  const known = { key: late!.key, invoice_id: first!.id }
  const declined = { outcome: 'declined', reason: 'soft', code: 'x', gateway_payment_id: late!.id } as const
  const succeeded = { outcome: 'succeeded', gateway_payment_id: late!.id } as const
  for (const outcome of [declined, succeeded, declined, succeeded, succeeded])
    await watchPayment(context, { ...known, outcome })
  await testApp.settle()
  assert.deepEqual(await statusesOf(testApp, alice, id), ['paid', 'paid', 'paid'])
  assert.deepEqual(await givenBack(id), [{ amount: each, payment_id: late!.id }])
  await testApp.pass(3)
  assert.equal((await bookOf(testApp, id)).length, 2)
})

test('a new card is charged at once for all that is owed, as one, and what it does not pay stays one', async () => {
  const { id } = await billingEntityOfSites(testApp, alice, 2, cardNumbers.declines)
  await testApp.pass(9)
  await newSite(testApp, alice, { billing_entity_id: id, name: 'Pasture 3' })
  await testApp.pass(15)
  const amounts = async () => (await bookOf(testApp, id)).map(({ amount }) => amount)
  // Ten days after the first two the third one is due, on a ladder of its own.
  assert.deepEqual(await amounts(), [2 * each, 2 * each, 2 * each, each])
  assert.equal(new Set(await triesOf(testApp, alice, id)).size, 2)

  await testApp.database.pool.query('delete from payments.cards where billing_entity_id = $1', [id])
  await giveCard(testApp, alice, id, { number: cardNumbers.declines })
  assert.equal((await amounts()).at(-1), 3 * each)
  assert.equal(new Set(await triesOf(testApp, alice, id)).size, 1, 'they are tried together from now on')

  await testApp.database.pool.query('delete from payments.cards where billing_entity_id = $1', [id])
  await giveCard(testApp, alice, id)
  assert.equal((await amounts()).at(-1), 3 * each)
  await assertPaidOnce(testApp, alice, id, 3)
})
