import { wordsIn } from '@byre/contract/words'
import { correctInvoice } from '@byre/contract/billing/invoices'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardNumbers, giveCard } from '../../testing/billing.ts'
import { invoiced, invoiceOf, invoicesOf } from '../../testing/invoices.ts'
import { join } from '../../testing/places.ts'
import { startWith } from '../../testing/people.ts'
import type { Person } from '../../testing/test-app.ts'
import { creditOf } from './credit-notes.policy.ts'
import { documentOf } from '../invoices/invoice-documents.policy.ts'

const english = wordsIn('en')
const { testApp, alice, bob, carol } = await startWith(['alice', 'bob', 'carol'], {
  TAX_NUMBERS: 'GST=1,QST=2',
})

const refundsOf = async (billingEntity: string) =>
  (
    await testApp.database.pool.query<{ amount: string }>(
      `select r.amount from payments.sandbox_refunds r join payments.sandbox_payments p on p.id = r.payment_id
       where p.billing_entity_id = $1`,
      [billingEntity],
    )
  ).rows.map(({ amount }) => Number(amount))
const correct = (as: Person, id: string, body: Record<string, string>) =>
  testApp.call(correctInvoice, { as, params: { id }, body: body as { name: string } })
const shortOf = (number: string) => Number(number.slice(-4))

test('a credited invoice that was paid is refunded once, by a numbered credit note that is mailed', async () => {
  const { billingEntity, invoice, email } = await invoiced(testApp, alice)
  const order = { invoice_id: invoice.id, reason: 'The site was not used.' }
  const ends = await Promise.allSettled([1, 2, 3].map(() => testApp.app.creditInvoice(order)))
  assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 1)
  await testApp.settle()

  const [first, note, ...more] = await invoicesOf(testApp, alice, billingEntity.id)
  assert.deepEqual(more, [])
  assert.deepEqual([first?.status, first?.credited], ['paid', 3334])
  assert.deepEqual(
    [note?.kind, note?.total, note?.refund, note?.corrects_id, shortOf(note!.number)],
    ['credit_note', -3334, 3334, invoice.id, 2],
  )
  assert.ok(note?.refunded_at)
  assert.deepEqual(await refundsOf(billingEntity.id), [3334])
  const mail = (await testApp.mailsTo(email)).at(-1)
  assert.equal(mail?.subject, `Credit note ${note!.number} for North Pasture`)
  assert.deepEqual(
    mail?.attachments?.map(({ name }) => name),
    [`credit-note-${note!.number}.pdf`],
  )
  assert.equal((await invoiceOf(testApp, alice, note!.id)).paid_with?.last_four, '4242')
})

test('an open invoice that is credited is owed no longer, and its site is open again', async () => {
  const { billingEntity, invoice, site } = await invoiced(testApp, alice, { card: cardNumbers.declines })
  await testApp.pass(15)
  await testApp.app.creditInvoice({ invoice_id: invoice.id, reason: 'Our mistake.' })

  const [first, note] = await invoicesOf(testApp, alice, billingEntity.id)
  assert.deepEqual([first?.status, first?.next_try_at, note?.refund], ['void', null, 0])
  const { rows } = await testApp.database.pool.query('select standing from customers.sites where id = $1', [
    site.id,
  ])
  assert.equal(rows[0].standing, 'ok')
  await assert.rejects(testApp.app.creditInvoice({ invoice_id: invoice.id, reason: 'Again.' }), /credited/)
})

test('line by line, credit notes take back to the cent what was charged', () => {
  const line = (amount: number) => ({
    kind: amount < 0 ? ('credit' as const) : ('charge' as const),
    description: '',
    plan_id: '',
    from: '',
    to: '',
    days: 1,
    of_days: 1,
    amount,
  })
  const invoice = {
    lines: [line(333), line(333), line(334)],
    taxes: [{ name: 'QST', rate: 9975, number: '2', base: 1000, amount: 100 }],
  }
  const credits: NonNullable<ReturnType<typeof creditOf>>[] = []
  for (const n of [2, 1, null]) credits.push(creditOf(invoice, credits, n)!)
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  assert.equal(sum(credits.map(({ total }) => total)), -1100)
  assert.deepEqual(
    credits.map(({ credited_lines }) => credited_lines),
    [[2], [1], [3]],
  )
  assert.equal(creditOf(invoice, credits, 1), null, 'nothing is credited twice')
  assert.equal(creditOf({ ...invoice, lines: [line(-5), line(10)] }, [], 1), null, 'a credit is not credited')
})

test('a corrected invoice is taken back and issued again under the next number, with its payment', async () => {
  const { billingEntity, invoice, email } = await invoiced(testApp, alice)
  const { status, reply } = await correct(alice, invoice.id, { name: 'Ferme Métis inc.', city: 'Lévis' })
  assert.equal(status, 201)
  assert.deepEqual(
    [reply.status, reply.total, reply.corrects_id, reply.payer.name, reply.payer.city, reply.payer.address],
    ['paid', 3334, invoice.id, 'Ferme Métis inc.', 'Lévis', '3550, chemin de l’Église'],
  )
  assert.deepEqual([reply.paid_at, reply.paid_with?.last_four], [invoice.paid_at, '4242'])

  const all = await invoicesOf(testApp, alice, billingEntity.id)
  assert.deepEqual(
    all.map(({ number, kind, status, total }) => [shortOf(number), kind, status, total]),
    [
      [1, 'invoice', 'void', 3334],
      [2, 'credit_note', 'paid', -3334],
      [3, 'invoice', 'paid', 3334],
    ],
  )
  const old = await invoiceOf(testApp, alice, invoice.id)
  assert.deepEqual([old.payer.name, old.replaced_by_number], ['Métis Ranch Ltée', reply.number])
  const paper = documentOf(english, old, 'invoice')
  assert.deepEqual(paper.facts.at(-1), ['Replaced by', reply.number])
  assert.equal(paper.sums.at(-1)?.amount, 'C$0.00', 'nothing is due on it')
  assert.ok(!JSON.stringify(paper).includes('Paid'), 'its payment stands on the new one alone')
  await testApp.settle()
  assert.deepEqual(await refundsOf(billingEntity.id), [], 'no money moves')
  assert.match((await testApp.mailsTo(email)).at(-1)!.subject, /in place of/)
  assert.equal(
    (await correct(alice, invoice.id, { name: 'Once more' })).body['code'],
    'invoice.not_correctable',
  )

  await testApp.app.creditInvoice({ invoice_id: reply.id, reason: 'Not used.' })
  await testApp.settle()
  assert.deepEqual(
    await refundsOf(billingEntity.id),
    [3334],
    'the payment of the first is found by the second',
  )
})

test('an open invoice that is corrected is still owed, once, and paid by the next card', async () => {
  const { billingEntity, invoice } = await invoiced(testApp, alice, { card: cardNumbers.declines })
  const { reply } = await correct(alice, invoice.id, { name: 'Ferme Métis inc.' })
  assert.equal(reply.status, 'open')
  await testApp.pass(2)
  const [card] = (
    await testApp.database.pool.query('select id from payments.cards where billing_entity_id = $1', [
      billingEntity.id,
    ])
  ).rows
  await testApp.database.pool.query('delete from payments.cards where id = $1', [card.id])
  await giveCard(testApp, alice, billingEntity.id)
  const all = await invoicesOf(testApp, alice, billingEntity.id)
  assert.deepEqual(
    all.map(({ status }) => status),
    ['void', 'paid', 'paid'],
  )
})

test('C02 only Owners and Admins of the payer correct an invoice, and never to where other taxes are due', async () => {
  const { billingEntity, invoice } = await invoiced(testApp, alice)
  await join(testApp, bob, { kind: 'billing_entity', id: billingEntity.id }, 'User')
  const body = { name: 'Ferme Métis inc.' }
  assert.equal((await correct(bob, invoice.id, body)).status, 403)
  assert.equal((await correct(carol, invoice.id, body)).status, 404)
  const moved = await correct(alice, invoice.id, { ...body, country: 'Canada', region: 'ON' })
  assert.deepEqual([moved.status, moved.body['code']], [409, 'invoice.other_taxes'])
  assert.equal((await correct(alice, invoice.id, { name: '' })).status, 400)
  assert.equal((await invoicesOf(testApp, alice, billingEntity.id)).length, 1)
})
