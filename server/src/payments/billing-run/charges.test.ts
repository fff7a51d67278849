import { listInvoices } from '@byre/contract/billing/invoices'
import { addCard } from '@byre/contract/billing/cards'
import { listSubscriptions } from '@byre/contract/billing/subscriptions'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  billingContextOf,
  billingEntityOfSites,
  bookOf,
  cardNumbers,
  takenFor,
} from '../../testing/billing.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'
import type { BillingContext } from '../billing.policy.ts'
import { charge, watchPayment } from './charges.actions.ts'

/* Each charge exactly once. The witness is the sandbox's own book, which we write only through the gateway. */

let testApp: TestApp
let alice: Person
let context: BillingContext

before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
  context = billingContextOf(testApp)
})
after(() => testApp.close())

/** A payer with sites whose trials end today, and nothing charged yet. */
async function dueSites(count: number, card: string | null = cardNumbers.pays) {
  const billingEntity = await billingEntityOfSites(testApp, alice, count, card)
  testApp.clock.pass(14)
  return billingEntity
}

const invoicesOf = async (billing_entity_id: string) =>
  (await testApp.call(listInvoices, { as: alice, query: { billing_entity_id, per_page: '100' } })).reply
    .invoices

/** Every invoice paid, and the gateway took exactly what they say, each once. */
async function assertBooksAgree(billingEntity: string, count: number): Promise<void> {
  const invoices = await invoicesOf(billingEntity)
  assert.equal(invoices.length, count)
  const numbers = invoices.map(({ number }) => Number(number.slice(-4))).toSorted((a, b) => a - b)
  assert.deepEqual(
    numbers,
    Array.from({ length: count }, (_, at) => at + 1),
    'numbers have no gap',
  )
  assert.deepEqual([...new Set(invoices.map(({ status }) => status))], ['paid'])
  const owed = invoices.map(({ id, total }) => `${id} ${total}`).toSorted()
  assert.deepEqual(await takenFor(testApp, billingEntity), owed)
}

/** Issues what is due without charging it. */
async function issue(billingEntity: string): Promise<string> {
  const silent: BillingContext = {
    ...context,
    gateway: { ...context.gateway, takePayment: async () => ({ outcome: 'unknown' }) },
  }
  const { followCalendar } = await import('./renewals.actions.ts')
  await followCalendar(silent, testApp.clock.now())
  const [invoice] = await invoicesOf(billingEntity)
  assert.ok(invoice)
  return invoice.id
}

test('F11 an answer that is lost after the money was taken is asked for again, and nothing is taken twice', async () => {
  const billingEntity = await dueSites(1, cardNumbers.forgets)
  for (let run = 0; run < 5; run++) await testApp.app.runBilling(testApp.clock.now())
  await assertBooksAgree(billingEntity.id, 1)
})

test('a worker that dies between the gateway’s answer and its own commit leaves a charge that the next one finds', async () => {
  const billingEntity = await dueSites(1)
  const id = await issue(billingEntity.id)
  const dying: BillingContext = {
    ...context,
    gateway: {
      ...context.gateway,
      takePayment: async (payment) => {
        await context.gateway.takePayment(payment)
        throw new Error('killed here')
      },
    },
  }
  const at = testApp.clock.now()
  await assert.rejects(charge(dying, { billing_entity_id: billingEntity.id }, at), /killed here/)
  assert.deepEqual(
    [(await invoicesOf(billingEntity.id))[0]?.status, (await bookOf(testApp, billingEntity.id)).length],
    ['open', 1],
  )
  const order = { billing_entity_id: billingEntity.id }
  await Promise.all([
    charge(context, order, at),
    charge(context, order, at),
    charge(context, { invoice_id: id }, at),
  ])
  await assertBooksAgree(billingEntity.id, 1)
})

test('a try that nobody has heard of for a day is not asked again, since its key may be forgotten', async () => {
  const billingEntity = await dueSites(1)
  const id = await issue(billingEntity.id)
  const silent: BillingContext = {
    ...context,
    gateway: { ...context.gateway, takePayment: async () => ({ outcome: 'unknown' }) },
  }
  await assert.rejects(charge(silent, { invoice_id: id }, testApp.clock.now()), /no answer/)
  testApp.clock.pass(2)
  await charge(context, { invoice_id: id }, testApp.clock.now())
  assert.deepEqual(
    [(await invoicesOf(billingEntity.id))[0]?.status, await bookOf(testApp, billingEntity.id)],
    ['open', []],
  )
})

test('a payment that takes its time is paid when the gateway says so', async () => {
  const billingEntity = await dueSites(1, cardNumbers.slow)
  await testApp.app.runBilling(testApp.clock.now())
  assert.equal((await invoicesOf(billingEntity.id))[0]?.status, 'open')
  await testApp.database.db
    .updateTable('payments.sandbox_payments')
    .set({ settles_at: new Date(0).toISOString() })
    .where('billing_entity_id', '=', billingEntity.id)
    .execute()
  await testApp.pass(1)
  await assertBooksAgree(billingEntity.id, 1)
})

test('a bank that asks is mailed to the payer; the invoice is paid once they have confirmed', async () => {
  const billingEntity = await dueSites(1, null)
  const body = {
    billing_entity_id: billingEntity.id,
    number: cardNumbers.asks,
    exp_month: '12',
    exp_year: String(new Date().getUTCFullYear() + 5),
    cvc: '123',
  }
  const given = await testApp.call(addCard, { as: alice, body })
  await confirm(given.reply.action_url ?? '')
  await testApp.app.runBilling(testApp.clock.now())
  const [subscription] = (
    await testApp.call(listSubscriptions, { as: alice, query: { billing_entity_id: billingEntity.id } })
  ).reply.subscriptions
  assert.equal(subscription?.status, 'past_due')

  const mail = (await testApp.mailsTo(billingEntity.email)).at(-1)
  assert.equal(mail?.subject, 'Please confirm the payment for Pasture 1')
  const url = /https?:\/\/\S+\/sandbox\/confirm\/\S+/.exec(mail.text)?.[0]
  const actionUrls = async () => (await invoicesOf(billingEntity.id)).map(({ action_url }) => action_url)
  assert.deepEqual(await actionUrls(), [url])
  await confirm(url ?? '')
  await testApp.settle()
  assert.deepEqual(await actionUrls(), [null])
  await assertBooksAgree(billingEntity.id, 1)
})

test('an invoice that was paid twice after all gives the second payment back', async () => {
  const billingEntity = await dueSites(1)
  await testApp.app.runBilling(testApp.clock.now())
  const [invoice] = await invoicesOf(billingEntity.id)
  const id = invoice?.id ?? ''
  const [first] = await bookOf(testApp, billingEntity.id)
  const again = { ...first, id: 'sandbox_payment_late', key: `${id}:2` }
  await testApp.database.db
    .insertInto('payments.sandbox_payments')
    .columns([
      'id',
      'key',
      'card_id',
      'invoice_id',
      'billing_entity_id',
      'amount',
      'currency',
      'description',
      'state',
      'return_url',
    ])
    .expression((e) =>
      e
        .selectFrom('payments.sandbox_payments')
        .select((c) => [
          c.val(again.id).as('id'),
          c.val(again.key).as('key'),
          'card_id',
          'invoice_id',
          'billing_entity_id',
          'amount',
          'currency',
          'description',
          'state',
          'return_url',
        ])
        .where('id', '=', first?.id ?? ''),
    )
    .execute()
  const charge_id = randomUUID()
  const asked_at = testApp.clock.now().toISOString()
  const currency = 'cad' as const
  const charged = { billing_entity_id: billingEntity.id, amount: 2900, currency, asked_at }
  await testApp.database.db
    .insertInto('payments.charges')
    .values({ id: charge_id, key: again.key, ...charged })
    .execute()
  await testApp.database.db
    .insertInto('payments.charge_attempts')
    .values({
      invoice_id: id,
      n: 2,
      charge_id,
      gateway: 'sandbox',
      gateway_card_id: 'x',
      amount: 2900,
      outcome: 'requires_action',
      gateway_payment_id: again.id,
      asked_at,
    })
    .execute()
  const outcome = { outcome: 'succeeded', gateway_payment_id: again.id } as const
  for (let round = 0; round < 3; round++)
    await watchPayment(context, { key: again.key, invoice_id: id, outcome })
  await testApp.settle()
  const refunds = await testApp.database.db
    .selectFrom('payments.sandbox_refunds')
    .select(['payment_id', 'amount'])
    .execute()
  assert.deepEqual(refunds, [{ payment_id: again.id, amount: invoice?.total }])
})

const worker = fileURLToPath(import.meta.resolve('../../testing/billing-worker.ts'))

/** A process of its own, killed once `isTime`, or left to finish. */
async function runWorker(isTime?: () => Promise<boolean>): Promise<void> {
  const { host, port, user, database, password, connectionString } = testApp.database.pool.options
  const child = spawn(process.execPath, [worker], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      BILL_DATABASE: JSON.stringify({ host, port, user, database, password, connectionString }),
      BILL_FOLDER: testApp.config.dataDir,
      BILL_AT: testApp.clock.now().toISOString(),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  await once(child.stdout, 'data')
  if (isTime) {
    while (!(await isTime())) await delay(2)
    child.kill('SIGKILL')
  }
  await exited
}

test('killed at any moment, and with two workers at once, no charge is lost and none is made twice', async () => {
  const [count, each] = [8, 3]
  const owners: string[] = []
  for (let one = 0; one < count; one++) {
    owners.push((await dueSites(each)).id)
    testApp.clock.pass(-14)
  }
  testApp.clock.pass(14)
  const paid = async () => {
    const { rows } = await testApp.database.pool.query<{ paid: number }>(
      `select count(distinct billing_entity_id)::int as paid from payments.invoices
       where status = 'paid' and billing_entity_id = any($1)`,
      [owners],
    )
    return rows[0]!.paid
  }
  const [one, other] = [1, 3]
  await Promise.all([
    runWorker(async () => (await paid()) >= one),
    runWorker(async () => (await paid()) >= other),
  ])
  assert.ok((await paid()) < count, `killed in the middle, at ${one} and ${other}`)
  await Promise.all([runWorker(), runWorker()])
  for (const owner of owners) await assertBooksAgree(owner, each)
})

async function confirm(url: string): Promise<void> {
  const { pathname } = new URL(url)
  const { status } = await testApp.send('POST', pathname, { body: { answer: 'approve' } })
  assert.ok(status < 400, `${status}`)
  await testApp.settle()
}
