import { wordsIn } from '@byre/contract/words'
import { deleteBillingEntity, updateBillingEntity } from '@byre/contract/billing/billing-entities'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cardNumbers, billingContextOf, giveCard } from '../../testing/billing.ts'
import { invoiced, invoiceOf, invoicesOf } from '../../testing/invoices.ts'
import { join, newBillingEntity, newSite, plans } from '../../testing/places.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'
import { transaction } from '../../platform/database/transactions.ts'
import { documentOf, fileNameOf } from './invoice-documents.policy.ts'
import { issueInvoice } from './invoices.actions.ts'
import { dayOf } from '../periods.policy.ts'
import { lineOfPeriod } from '../proration.policy.ts'
import { lockSubscription } from '../subscriptions.queries.ts'

const english = wordsIn('en')

let testApp: TestApp
let alice: Person
let bob: Person
let carol: Person

before(async () => {
  testApp = await TestApp.start({
    SELLER_NAME: 'Byre Software Inc.',
    SELLER_ADDRESS: '100 4th Ave SW, Calgary AB T2P 3N2',
    TAX_NUMBERS: 'GST=123456789 RT0001,QST=1234567890 TQ0001',
  })
  alice = await testApp.person('alice')
  bob = await testApp.person('bob')
  carol = await testApp.person('carol')
})
after(() => testApp.close())

const file = (as: Person | undefined, id: string, what: 'pdf' | 'receipt') =>
  testApp.send('GET', `/api/v1/invoices/${id}/${what}`, as ? { as } : {})
const table = (as: Person, billingEntity: string) =>
  testApp.send('GET', `/api/v1/billing-entities/${billingEntity}/invoices.csv`, { as })

test('C02 a paid invoice and its receipt can be kept as documents by those who run the payer, and by nobody else', async () => {
  const { billingEntity, invoice } = await invoiced(testApp, alice)
  await join(testApp, bob, { kind: 'billing_entity', id: billingEntity.id }, 'User')

  for (const [what, name] of [
    ['pdf', 'invoice'],
    ['receipt', 'receipt'],
  ] as const) {
    const { status, headers, text } = await file(alice, invoice.id, what)
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'application/pdf')
    assert.equal(headers['content-disposition'], `attachment; filename="${name}-${invoice.number}.pdf"`)
    assert.match(text, /^%PDF-1\.7/)
    assert.equal((await file(alice, invoice.id, what)).text, text, 'the same bytes each time')
    assert.equal((await file(bob, invoice.id, what)).status, 404)
    assert.equal((await file(carol, invoice.id, what)).status, 404)
    assert.equal((await file(undefined, invoice.id, what)).status, 401)
  }
  assert.equal((await table(carol, billingEntity.id)).status, 404)
  assert.equal((await table(bob, billingEntity.id)).status, 404)
})

test('R02 whoever asks for something else meanwhile does not wait for documents that are being drawn', async () => {
  const { invoice } = await invoiced(testApp, alice)
  const ended: string[] = []
  const documents = Array.from({ length: 6 }, async () => {
    assert.equal((await file(alice, invoice.id, 'pdf')).status, 200)
    ended.push('document')
  })
  const reads = Array.from({ length: 3 }, async () => {
    await testApp.send('GET', `/api/v1/invoices/${invoice.id}`, { as: alice })
    ended.push('answer')
  })
  await Promise.all([...documents, ...reads])
  // One that is quickly drawn may come first; whoever waited for all of them would come last.
  assert.ok(ended.lastIndexOf('answer') < 6, ended.join(', '))
})

test('an invoice names seller and tax numbers, payer, period, each tax with its rate, and the card that paid', async () => {
  const { invoice } = await invoiced(testApp, alice)
  const whole = await invoiceOf(testApp, alice, invoice.id)
  const words = JSON.stringify(documentOf(english, whole, 'invoice'))
  for (const part of [
    'Byre Software Inc.',
    'Calgary AB T2P 3N2',
    'GST no. 123456789 RT0001',
    'QST no. 1234567890 TQ0001',
    'Métis Ranch Ltée',
    '3550, chemin de l’Église',
    'Rimouski QC',
    'GST 5% on C$29.00',
    'QST 9.975% on C$29.00',
    'C$33.34 paid on',
    'Visa ending in 4242',
  ])
    assert.ok(words.includes(part), part)
  assert.equal(fileNameOf(whole, 'receipt'), `receipt-${invoice.number}.pdf`)
})

test('an invoice names the payer’s own tax numbers of its day; one from before stays as it was', async () => {
  const first = await invoiced(testApp, alice)
  const numbers = { gst_hst_number: '123456782RT0001', qst_number: '1234567890TQ0001' }
  const params = { id: first.billingEntity.id }
  assert.equal((await testApp.call(updateBillingEntity, { as: alice, params, body: numbers })).status, 200)
  testApp.clock.pass(31)
  await testApp.app.runBilling(testApp.clock.now())
  await testApp.settle()
  const next = (await invoicesOf(testApp, alice, params.id)).at(-1)!
  const toOf = async (id: string) =>
    documentOf(english, await invoiceOf(testApp, alice, id), 'invoice').to.lines.join('; ')
  const named = /; GST\/HST no\. 123456782 RT0001; QST no\. 1234567890 TQ0001$/
  assert.match(await toOf(next.id), named)
  assert.doesNotMatch(await toOf(first.invoice.id), /GST/)

  const empty = { gst_hst_number: '', qst_number: '' }
  await testApp.call(updateBillingEntity, { as: alice, params, body: empty })
  assert.match(await toOf(next.id), named, 'frozen')
  await testApp.database.pool.query(
    `update payments.invoices set payer = payer - 'tax_numbers' where id = $1`,
    [first.invoice.id],
  )
  assert.equal((await file(alice, first.invoice.id, 'pdf')).status, 200, 'one from before they were kept')
  assert.equal((await invoiceOf(testApp, alice, first.invoice.id)).payer.tax_numbers, undefined)
  assert.equal((await file(alice, next.id, 'pdf')).status, 200)

  const abroad = await invoiced(testApp, alice, {
    fields: { country: 'USA', region: 'MT', ein: '123456789' },
    plan_id: plans.ranchInUsd,
  })
  assert.match(await toOf(abroad.invoice.id), /; EIN 12-3456789$/)
})

test('an open invoice says how to pay and has no receipt; in the USA no tax is collected', async () => {
  const { invoice } = await invoiced(testApp, alice, { card: cardNumbers.declines })
  const open = JSON.stringify(documentOf(english, await invoiceOf(testApp, alice, invoice.id), 'invoice'))
  assert.match(open, /C\$33\.34 due/)
  assert.match(open, /How to pay/)
  assert.equal((await file(alice, invoice.id, 'receipt')).status, 404)

  const fields = { country: 'USA', region: 'MT' }
  const abroad = await invoiced(testApp, alice, { fields, plan_id: plans.ranchInUsd })
  const { sums } = documentOf(english, await invoiceOf(testApp, alice, abroad.invoice.id), 'invoice')
  assert.deepEqual(sums.slice(1, 3), [
    { label: 'No tax collected', amount: '$0.00' },
    { label: 'Total', amount: '$29.00', isTotal: true },
  ])
})

test('what was issued stays as it was, whatever becomes of payer, card and seller', async () => {
  const { billingEntity, invoice, site } = await invoiced(testApp, alice)
  const before = (await file(alice, invoice.id, 'pdf')).text
  const params = { id: billingEntity.id }
  await testApp.call(updateBillingEntity, {
    as: alice,
    params,
    body: { name: 'Another Name', city: 'Lévis' },
  })
  await testApp.database.pool.query(`update customers.sites set name = 'Another' where id = $1`, [site.id])
  await testApp.database.pool.query(
    `update payments.cards set last_four = '0000' where billing_entity_id = $1`,
    [billingEntity.id],
  )
  await testApp.database.pool.query(`update payments.plans set name = 'Other', amount = 1 where id = $1`, [
    plans.ranch,
  ])
  testApp.config.seller.name = 'A New Seller'
  try {
    assert.equal((await file(alice, invoice.id, 'pdf')).text, before)
  } finally {
    testApp.config.seller.name = 'Byre Software Inc.'
    await testApp.database.pool.query(
      `update payments.plans set name = 'Ranch', amount = 2900 where id = $1`,
      [plans.ranch],
    )
  }
  assert.equal((await testApp.call(deleteBillingEntity, { as: alice, params })).status, 409)
})

test('I11 all invoices leave as a table whose amounts add up, with no cell that a spreadsheet takes for a formula', async () => {
  const { billingEntity, invoice } = await invoiced(testApp, alice, {
    fields: { name: '=HYPERLINK("http://x")' },
  })
  await testApp.app.creditInvoice({ invoice_id: invoice.id, reason: 'The site was not used.' })

  const { status, headers, text } = await table(alice, billingEntity.id)
  assert.equal(status, 200)
  assert.equal(headers['content-disposition'], 'attachment; filename="invoices.csv"')
  const [header, ...rows] = text.trimEnd().split('\r\n')
  assert.match(header!, /^\ufeffNumber,Kind,For invoice,Status,/)
  assert.equal(rows.length, 6, 'one line and two taxes, on the invoice and on its credit note')
  const amounts = rows.map((row) => row.split(',').at(-2))
  assert.deepEqual(amounts, ['29.00', '1.45', '2.89', '-29.00', '-1.45', '-2.89'])
  assert.ok(rows.every((row) => row.includes(`"'=HYPERLINK(""http://x"")"`)))
})

test('twenty invoices issued at once are numbered without a gap', async () => {
  const billingEntity = await newBillingEntity(testApp, alice)
  await giveCard(testApp, alice, billingEntity.id)
  for (let one = 0; one < 20; one++) await newSite(testApp, alice, { billing_entity_id: billingEntity.id })
  const rows = await testApp.database.db
    .selectFrom('payments.subscriptions')
    .select('id')
    .where('billing_entity_id', '=', billingEntity.id)
    .execute()
  assert.equal(rows.length, 20)
  const at = testApp.clock.now()
  const context = billingContextOf(testApp)
  const period = { start: dayOf(at), end: dayOf(at) + 30 }

  const issue = (id: string, fails: boolean) =>
    transaction(context.db, async (db) => {
      const [row] = await lockSubscription(db, { id })
      const line = lineOfPeriod(row!.plan, period)
      await issueInvoice(context, db, row!, {
        billingEntity: billingEntity.id,
        lines: [line],
        at,
        charging: 'with others',
      })
      if (fails) throw new Error('something else went wrong')
    })
  const ends = await Promise.allSettled(rows.map(({ id }, n) => issue(id, n % 5 === 4)))

  assert.equal(ends.filter(({ status }) => status === 'rejected').length, 4)
  const numbers = (await invoicesOf(testApp, alice, billingEntity.id)).map(({ number }) =>
    Number(number.slice(-4)),
  )
  assert.deepEqual(
    numbers,
    Array.from({ length: 16 }, (_, n) => n + 1),
    'those that failed left no gap',
  )
})
