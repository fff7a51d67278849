import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openDatabase, within, type Database } from '../../platform/database/db.ts'
import { newId } from '../../platform/ids.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { GatewayRefused, type Gateway, type GatewayEvent } from '../ports.ts'
import { guarded } from './guarded.ts'
import { sandbox, settlingSeconds } from './sandbox.ts'

/* The embedded gateway as the billing engine meets it; its book is the witness. */

let testDatabase: TestDatabase
let database: Database
let gateway: Gateway
const notices: { about: GatewayEvent['about']; afterSeconds: number | undefined }[] = []

before(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase(testDatabase.options, { max: 8 })
  gateway = open()
})
after(async () => {
  await database.close()
  await testDatabase.drop()
})

const open = () =>
  sandbox({
    db: within(database.db),
    confirmUrl: 'http://portal/confirm',
    tell: async (about, afterSeconds) => void notices.push({ about, afterSeconds }),
  })

async function cardWith(number: string): Promise<string> {
  const details = { number, exp_month: 12, exp_year: 2040, cvc: '123' }
  const order = { id: newId(), customer: 'payer', entry: { details }, return_url: 'http://portal/back' }
  const answer = await gateway.keepCard(order)
  assert.equal(answer.outcome, 'kept')
  return gateway.nameOf(order)
}

let payments = 0
const paymentFrom = (gateway_card_id: string) => ({
  key: `try-${(payments += 1)}`,
  gateway_card_id,
  customer: 'payer',
  billing_entity_id: newId(),
  invoice_id: newId(),
  amount: 2900,
  currency: 'cad' as const,
  description: 'Ranch, November',
  return_url: 'http://portal/back',
})

const booked = async (key: string) =>
  database.db.selectFrom('payments.sandbox_payments').selectAll().where('key', '=', key).execute()

test('a payment asked for by twenty at once is in the book once, and everyone hears the same', async () => {
  const payment = paymentFrom(await cardWith('4242424242424242'))
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => gateway.takePayment(payment)))
  assert.equal(new Set(outcomes.map((one) => JSON.stringify(one))).size, 1)
  assert.equal(outcomes[0]?.outcome, 'succeeded')
  const [row, ...more] = await booked(payment.key)
  assert.deepEqual([row?.amount, row?.currency, row?.asked, more.length], [2900, 'cad', 20, 0])
})

test('a key stands for one amount', async () => {
  const payment = paymentFrom(await cardWith('4242424242424242'))
  await gateway.takePayment(payment)
  await assert.rejects(gateway.takePayment({ ...payment, amount: 2901 }), GatewayRefused)
  assert.equal((await booked(payment.key))[0]?.amount, 2900)
})

test('kept cards decline as the published numbers say; one that is gone for good', async () => {
  const declines = [
    ['4000000000000341', 'soft', 'generic_decline'],
    ['4100000000000019', 'hard', 'fraudulent'],
  ] as const
  for (const [number, reason, code] of declines) {
    const outcome = await gateway.takePayment(paymentFrom(await cardWith(number)))
    assert.ok(outcome.outcome === 'declined')
    assert.deepEqual([outcome.reason, outcome.code], [reason, code])
  }
  const removed = await cardWith('4242424242424242')
  await gateway.removeCard({ gateway_card_id: removed, customer: 'another payer' })
  assert.ok(await gateway.findCard(removed))
  await gateway.removeCard({ gateway_card_id: removed, customer: 'payer' })
  const gone = await gateway.takePayment(paymentFrom(removed))
  assert.deepEqual(gone.outcome === 'declined' && [gone.reason, gone.code], ['hard', 'card_missing'])
  const others = { ...paymentFrom(await cardWith('4242424242424242')), customer: 'another payer' }
  assert.equal((await gateway.takePayment(others)).outcome, 'declined')
})

test('F11 money that was taken while the answer got lost has an unknown end; asked again it was taken once', async () => {
  const payment = paymentFrom(await cardWith('4000000000005027'))
  const patience = { totalMs: 5_000, retries: 2, firstWaitMs: 1, longestWaitMs: 1, failures: 5, restMs: 1 }
  const patient = guarded(gateway, patience)
  assert.deepEqual(await patient.takePayment(payment), { outcome: 'unknown' })
  assert.equal((await patient.takePayment(payment)).outcome, 'succeeded')
  const rows = await booked(payment.key)
  assert.deepEqual(
    rows.map((row) => row.state),
    ['succeeded'],
  )
})

test('a payment that takes time is told of when it has settled', async () => {
  const payment = paymentFrom(await cardWith('4000000000005019'))
  const outcome = await gateway.takePayment(payment)
  assert.ok(outcome.outcome === 'processing')
  await gateway.takePayment(payment)
  const { gateway_payment_id: id } = outcome
  const about = { kind: 'payment', id }
  assert.deepEqual(
    notices.filter((one) => one.about.id === id),
    [{ about, afterSeconds: settlingSeconds }],
  )

  await database.pool.query(
    `update payments.sandbox_payments set settles_at = now() - interval '1 second' where id = $1`,
    [id],
  )
  const known = await gateway.findPayment(id)
  assert.deepEqual(known, {
    key: payment.key,
    invoice_id: payment.invoice_id,
    outcome: { outcome: 'succeeded', gateway_payment_id: id },
  })
})

test('refunds are given once a key, never more than was paid, however many at once', async () => {
  const paid = await gateway.takePayment(paymentFrom(await cardWith('4242424242424242')))
  assert.ok(paid.outcome === 'succeeded')
  const refund = { gateway_payment_id: paid.gateway_payment_id, amount: 2000, currency: 'cad' as const }
  const duplicates = await Promise.all([1, 2, 3].map(() => gateway.refundPayment({ ...refund, key: 'once' })))
  assert.equal(new Set(duplicates.map((one) => JSON.stringify(one))).size, 1)
  assert.equal(duplicates[0]?.outcome, 'succeeded')
  const more = await gateway.refundPayment({ ...refund, key: 'twice' })
  assert.deepEqual(more, { outcome: 'refused', code: 'amount_too_large' })

  const other = await gateway.takePayment(paymentFrom(await cardWith('4242424242424242')))
  assert.ok(other.outcome === 'succeeded')
  const elsewhere = { ...refund, gateway_payment_id: other.gateway_payment_id, key: 'once' }
  await assert.rejects(gateway.refundPayment(elsewhere), GatewayRefused)
})

test('the book outlives the process that wrote it, and nobody outside can tell it events', async () => {
  const payment = paymentFrom(await cardWith('4242424242424242'))
  const first = await gateway.takePayment(payment)
  assert.deepEqual(await open().takePayment(payment), first)
  assert.throws(() => gateway.readEvent(Buffer.from('{}'), ''))
})
