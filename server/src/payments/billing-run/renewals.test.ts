import { getInvoice, listInvoices } from '@byre/contract/billing/invoices'
import { createSite, deleteSite, getSite, updateSite } from '@byre/contract/places/sites'
import { listSubscriptions } from '@byre/contract/billing/subscriptions'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardNumbers, giveCard } from '../../testing/billing.ts'
import { newBillingEntity, newSite, plans, siteFields } from '../../testing/places.ts'
import { startWith } from '../../testing/people.ts'
import { billingJob } from './renewals.actions.ts'

/* A year in the life of a site, as its payer lives it. */

const { testApp, alice } = await startWith(['alice'], { TAX_NUMBERS: 'GST=123456789RT0001' })

let billingEntities = 0
async function billingEntityAndSite(fields: Record<string, string> = {}, site: Record<string, string> = {}) {
  const email = `office-${(billingEntities += 1)}@north.example`
  const billingEntity = await newBillingEntity(testApp, alice, {
    email,
    country: 'Canada',
    region: 'AB',
    ...fields,
  })
  const { id } = await newSite(testApp, alice, { billing_entity_id: billingEntity.id, ...site })
  return { billingEntity: billingEntity.id, site: id, email }
}

const subscriptionOf = async (site_id: string) => {
  const { reply } = await testApp.call(listSubscriptions, { as: alice, query: { site_id } })
  return reply.subscriptions[0]
}
const invoicesOf = async (billing_entity_id: string) =>
  (await testApp.call(listInvoices, { as: alice, query: { billing_entity_id, sort: 'issued_at' } })).reply
    .invoices
const subjectsTo = async (email: string) => (await testApp.mailsTo(email)).map((mail) => mail.subject)
const mayWrite = async (site: string, name: string) =>
  (await testApp.call(updateSite, { as: alice, params: { id: site }, body: { name } })).status === 200

test('with a card a trial becomes a paid month, with its tax, and every month after that is charged once', async () => {
  const { billingEntity, site, email } = await billingEntityAndSite()
  await giveCard(testApp, alice, billingEntity)
  await testApp.pass(13)
  assert.deepEqual(await invoicesOf(billingEntity), [])
  // Sent together, when the days had passed.
  assert.deepEqual((await subjectsTo(email)).toSorted(), [
    'The free trial of North Pasture ends in 3 days',
    'The free trial of North Pasture ends in 7 days',
    'The free trial of North Pasture ends tomorrow',
  ])

  await testApp.pass(2)
  const subscription = await subscriptionOf(site)
  assert.equal(subscription?.status, 'active')
  const [first, ...others] = await invoicesOf(billingEntity)
  assert.deepEqual(others, [])
  assert.deepEqual(
    [first?.status, first?.subtotal, first?.tax, first?.total, first?.place_name],
    ['paid', 2900, 145, 3045, 'North Pasture'],
  )

  await testApp.pass(92)
  const all = await invoicesOf(billingEntity)
  assert.equal(all.length, 4)
  assert.deepEqual(new Set(all.map((invoice) => invoice.status)), new Set(['paid']))
  assert.deepEqual(
    all.map(({ number }) => number.slice(-4)),
    ['0001', '0002', '0003', '0004'],
  )
})

test('an invoice is frozen: payer, lines and taxes stay as they were on the day of issue', async () => {
  const { billingEntity } = await billingEntityAndSite({ address: '1 Creek Road', city: 'Olds' })
  await giveCard(testApp, alice, billingEntity)
  await testApp.pass(15)
  const [head] = await invoicesOf(billingEntity)
  await testApp.database.db
    .updateTable('customers.billing_entities')
    .set({ name: 'Somebody Else', address: 'elsewhere' })
    .where('id', '=', billingEntity)
    .execute()
  const { reply } = await testApp.call(getInvoice, { as: alice, params: { id: head?.id ?? '' } })
  assert.deepEqual(
    [reply.payer.name, reply.payer.address, reply.payer.city],
    ['North Ranch Ltd', '1 Creek Road', 'Olds'],
  )
  const [line, ...more] = reply.lines
  assert.deepEqual(more, [])
  assert.deepEqual([line?.kind, line?.description, line?.amount], ['charge', 'Ranch, monthly', 2900])
  assert.deepEqual(reply.taxes, [
    { name: 'GST', rate: 5000, number: '123456789RT0001', base: 2900, amount: 145 },
  ])
})

test('without a card nothing is charged: the site becomes read-only, never stopped, until a card is there', async () => {
  const { billingEntity, site, email } = await billingEntityAndSite()
  await testApp.pass(15)
  assert.equal((await subscriptionOf(site))?.status, 'read_only')
  assert.equal(await mayWrite(site, 'Renamed'), false)
  await testApp.pass(40)
  assert.equal((await subscriptionOf(site))?.status, 'read_only')
  assert.deepEqual(await invoicesOf(billingEntity), [])
  assert.equal((await subjectsTo(email)).at(-1), 'North Pasture is read-only now')

  await giveCard(testApp, alice, billingEntity)
  const [invoice] = await invoicesOf(billingEntity)
  assert.deepEqual([invoice?.status, (await subscriptionOf(site))?.status], ['paid', 'active'])
  assert.equal(await mayWrite(site, 'Renamed'), true)
})

test('a declined card is tried on days 2, 7, 14 and 21; the site is read-only from day 14, stopped from day 21', async () => {
  const { billingEntity, site, email } = await billingEntityAndSite()
  const { site: other } = { site: (await newSite(testApp, alice)).id }
  await giveCard(testApp, alice, billingEntity, { number: cardNumbers.declines })
  await testApp.pass(14)
  const seen: [number, string | undefined, number][] = []
  for (let day = 0; day <= 23; day++) {
    const tries = await testApp.database.db
      .selectFrom('payments.charge_attempts as a')
      .innerJoin('payments.invoices as v', 'v.id', 'a.invoice_id')
      .select('a.n')
      .where('v.billing_entity_id', '=', billingEntity)
      .execute()
    seen.push([day, (await subscriptionOf(site))?.status, tries.length])
    await testApp.pass(1)
  }
  const changes = seen.filter(
    ([, status, tries], at) => status !== seen[at - 1]?.[1] || tries !== seen[at - 1]?.[2],
  )
  assert.deepEqual(changes, [
    [0, 'past_due', 1],
    [2, 'past_due', 2],
    [7, 'past_due', 3],
    [14, 'read_only', 4],
    [21, 'stopped', 5],
  ])
  const failed = (await subjectsTo(email)).filter(
    (subject) => subject === 'The payment for North Pasture failed',
  )
  assert.equal(failed.length, 5)
  assert.equal(
    (await invoicesOf(billingEntity)).length,
    1,
    'no second period begins while the site is closed',
  )
  assert.notEqual((await subscriptionOf(other))?.status, 'stopped')
})

test('a new card is tried at once, and a stopped site opens again', async () => {
  const { billingEntity, site } = await billingEntityAndSite()
  const card = await giveCard(testApp, alice, billingEntity, { number: cardNumbers.declines })
  await testApp.pass(36)
  assert.equal((await subscriptionOf(site))?.status, 'stopped')
  assert.equal((await invoicesOf(billingEntity))[0]?.next_try_at, null)

  await replaceCard(card, cardNumbers.pays)
  const [debt, ...more] = await invoicesOf(billingEntity)
  assert.deepEqual([debt?.status, more], ['paid', []])
  assert.equal((await subscriptionOf(site))?.status, 'active')
  assert.equal(await mayWrite(site, 'Open again'), true)
})

test('a card that will never pay is not tried again, and the days are counted all the same', async () => {
  const { billingEntity, site, email } = await billingEntityAndSite()
  await giveCard(testApp, alice, billingEntity, { number: cardNumbers.neverPays })
  await testApp.pass(15)
  const [invoice] = await invoicesOf(billingEntity)
  assert.deepEqual([invoice?.status, invoice?.next_try_at], ['open', null])
  await testApp.pass(14)
  assert.equal((await subscriptionOf(site))?.status, 'read_only')
  await testApp.pass(7)
  assert.equal((await subscriptionOf(site))?.status, 'stopped')
  assert.deepEqual((await subjectsTo(email)).slice(-3), [
    'The payment for North Pasture failed',
    'North Pasture is read-only',
    'North Pasture is stopped',
  ])
})

test('what runs by the clock charges what is due, and a refused charge again once its day has come', async () => {
  const { billingEntity } = await billingEntityAndSite()
  await giveCard(testApp, alice, billingEntity, { number: cardNumbers.declines })
  const tries = async () => {
    await testApp.app.outbox.send(testApp.database.db, billingJob, {})
    await testApp.settle()
    const book = testApp.database.db.selectFrom('payments.sandbox_payments')
    return (await book.select('id').where('billing_entity_id', '=', billingEntity).execute()).length
  }
  const made: number[] = []
  for (const days of [14, 1, 1, 4, 1]) {
    testApp.clock.pass(days)
    made.push(await tries())
  }
  assert.deepEqual(made, [1, 1, 2, 2, 3])
})

test('a missed week is caught up in order: periods by the calendar, one retry, one reminder', async () => {
  const { billingEntity, site, email } = await billingEntityAndSite()
  await giveCard(testApp, alice, billingEntity)
  testApp.clock.pass(14 + 31 + 31 + 7)
  await testApp.app.runBilling(testApp.clock.now())
  const subscription = await subscriptionOf(site)
  const invoices = await invoicesOf(billingEntity)
  assert.equal(invoices.length, 3)
  const starts = []
  for (const { id } of invoices) {
    const { reply } = await testApp.call(getInvoice, { as: alice, params: { id } })
    starts.push(reply.lines[0]?.from, reply.lines[0]?.to)
  }
  assert.equal(starts[0], subscription?.trial_ends_at?.slice(0, 10))
  assert.deepEqual([starts[1], starts[3]], [starts[2], starts[4]])
  assert.equal(starts[5], subscription?.current_period_end?.slice(0, 10))
  assert.deepEqual(
    await subjectsTo(email),
    ['Receipt for 3 invoices: C$91.35'],
    'nobody is reminded of a trial that is over',
  )
})

test('an expiring card is announced once, 20 days before its month ends, and only if it pays for something', async () => {
  const { billingEntity, email } = await billingEntityAndSite()
  const unused = await newBillingEntity(testApp, alice, { email: 'unused@north.example' })
  const december = testApp.clock.now().getUTCFullYear()
  await giveCard(testApp, alice, billingEntity, { number: cardNumbers.pays, exp_year: december + 1 })
  await giveCard(testApp, alice, unused.id, { number: cardNumbers.pays, exp_year: december + 1 })
  const until = Date.UTC(december + 1, 11, 10)
  testApp.clock.pass(Math.ceil((until - testApp.clock.now().getTime()) / 86_400_000))
  await testApp.app.runBilling(testApp.clock.now())
  const notices = async (to: string) =>
    (await subjectsTo(to)).filter((subject) => subject === 'Your card expires this month').length
  assert.equal(await notices(email), 0)
  await testApp.pass(4)
  assert.deepEqual([await notices(email), await notices('unused@north.example')], [1, 0])
})

test('a deleted site is charged no more; restored it keeps its paid days and has no new trial', async () => {
  const { billingEntity, site } = await billingEntityAndSite()
  await giveCard(testApp, alice, billingEntity)
  await testApp.pass(16)
  const before = await subscriptionOf(site)
  assert.equal((await testApp.call(deleteSite, { as: alice, params: { id: site } })).status, 200)
  await testApp.pass(3)
  assert.equal((await invoicesOf(billingEntity)).length, 1)

  const restored = await testApp.send('POST', `/api/v1/sites/${site}/restore`, { as: alice, body: {} })
  assert.equal(restored.status, 200, JSON.stringify(restored.body))
  const again = await subscriptionOf(site)
  assert.deepEqual(
    [again?.status, again?.current_period_end, again?.trial_ends_at],
    ['active', before?.current_period_end, before?.trial_ends_at],
  )
  assert.equal((await invoicesOf(billingEntity)).length, 1)
  assert.equal((await testApp.call(getSite, { as: alice, params: { id: site } })).status, 200)
})

test('two processes at once, and the same run again, charge nothing twice', async () => {
  const billingEntity = await newBillingEntity(testApp, alice)
  await giveCard(testApp, alice, billingEntity.id)
  for (let count = 0; count < 6; count++)
    assert.equal(
      (
        await testApp.call(createSite, {
          as: alice,
          body: siteFields(billingEntity.id, { plan_id: plans.herd }),
        })
      ).status,
      201,
    )
  const second = await testApp.anotherProcess()
  try {
    testApp.clock.pass(14)
    const at = testApp.clock.now()
    await Promise.all([testApp.app.runBilling(at), second.app.runBilling(at), testApp.app.runBilling(at)])
    await testApp.app.runBilling(at)
  } finally {
    await second.close()
  }
  const invoices = await invoicesOf(billingEntity.id)
  assert.deepEqual(
    invoices.map(({ status, number }) => [status, number.slice(-4)]).toSorted(),
    [1, 2, 3, 4, 5, 6].map((n) => ['paid', `000${n}`]),
  )
  const taken = await testApp.database.db
    .selectFrom('payments.sandbox_payments')
    .select(['amount', 'asked'])
    .where('billing_entity_id', '=', billingEntity.id)
    .execute()
  const owed = invoices.reduce((sum, invoice) => sum + invoice.total, 0)
  assert.deepEqual(
    taken.map(({ amount }) => amount),
    [owed],
  )
})

async function replaceCard(id: string, number: string): Promise<void> {
  const body = { number, exp_month: '12', exp_year: String(new Date().getUTCFullYear() + 5), cvc: '123' }
  const { status, body: envelope } = await testApp.send('PUT', `/api/v1/cards/${id}`, { as: alice, body })
  assert.equal(status, 200, JSON.stringify(envelope))
  await testApp.settle()
}
