import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { billingContextOf } from '../../testing/billing.ts'
import { invoiced, invoiceOf, invoicesOf } from '../../testing/invoices.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'
import type { RefundOutcome } from '../ports.ts'
import { refund } from './refunds.actions.ts'
import { billingJob } from './renewals.actions.ts'

/* Money that goes back: refused, unanswered, asked for twice; and charges nobody has heard of. */

let testApp: TestApp
let alice: Person

before(async () => {
  testApp = await TestApp.start({ TAX_NUMBERS: 'GST=1,QST=2' })
  alice = await testApp.person('alice')
})
afterEach(() => testApp.complaints.splice(0))
after(() => testApp.close())

const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await testApp.database.pool.query<T>(text, values)).rows

/** Whether the sandbox gives a payer's payments back. */
const letRefund = (billingEntity: string, may: boolean) =>
  query(`update payments.sandbox_payments set state = $2 where billing_entity_id = $1`, [
    billingEntity,
    may ? 'succeeded' : 'declined',
  ])

const givenBack = async (billingEntity: string) =>
  (
    await query<{ amount: string; key: string }>(
      `select r.amount, r.key from payments.sandbox_refunds r
       join payments.sandbox_payments p on p.id = r.payment_id where p.billing_entity_id = $1`,
      [billingEntity],
    )
  ).map(({ amount, key }) => [Number(amount), key])

const unresolvedPaymentOf = async (number: string) =>
  (await testApp.app.listUnresolvedPayments()).find(({ invoice }) => invoice === number)

/** A paid invoice that is credited while the gateway refuses to give money back. */
async function refused() {
  const { billingEntity, invoice } = await invoiced(testApp, alice)
  await letRefund(billingEntity.id, false)
  const note = await testApp.app.creditInvoice({ invoice_id: invoice.id, reason: 'Not used.' })
  await testApp.settle()
  return { billingEntity, note, key: `credit:${note.id}` }
}

/** The billing that runs by the clock, as in production. */
async function passHours(hours: number): Promise<void> {
  testApp.clock.pass(hours / 24)
  await testApp.app.outbox.send(testApp.database.db, billingJob, {})
  await testApp.settle()
}

test('a refused refund is kept, shown to operators and tried again until the gateway gives it, once', async () => {
  const { billingEntity, note, key } = await refused()
  assert.equal((await invoiceOf(testApp, alice, note.id)).refunded_at, null)
  const unresolved = await unresolvedPaymentOf(note.number)
  assert.deepEqual(
    [unresolved?.key, unresolved?.amount, unresolved?.state],
    [key, 3334, 'refund refused: charge_not_paid'],
  )
  assert.match(unresolved?.what_to_do ?? '', /asked for again/)

  await passHours(2)
  assert.deepEqual(await givenBack(billingEntity.id), [])
  await letRefund(billingEntity.id, true)
  await passHours(2)
  assert.deepEqual(await givenBack(billingEntity.id), [], 'not before its time')
  await passHours(6)
  await passHours(200)
  assert.deepEqual(await givenBack(billingEntity.id), [[3334, `${key}:3`]])
  assert.ok((await invoiceOf(testApp, alice, note.id)).refunded_at)
  assert.equal(await unresolvedPaymentOf(note.number), undefined)
})

test('refused five more times it is left to an operator, who has it asked for again or says it is done', async () => {
  const [first, second] = [await refused(), await refused()]
  for (const hours of [1, 6, 24, 72, 168]) await passHours(hours + 1)
  await passHours(2000)
  for (const { note } of [first, second]) {
    const unresolved = await unresolvedPaymentOf(note.number)
    assert.match(unresolved?.what_to_do ?? '', /--as done.*--as again/)
  }
  assert.deepEqual(
    (await query('select 1 from payments.refunds where refusals <> 6 and done_at is null')).length,
    0,
  )

  await letRefund(first.billingEntity.id, true)
  await testApp.app.settleUnresolvedPayment(first.key, { as: 'again' })
  await testApp.settle()
  assert.deepEqual(await givenBack(first.billingEntity.id), [[3334, `${first.key}:7`]])
  await assert.rejects(testApp.app.settleUnresolvedPayment(first.key, { as: 'again' }), /no trouble/)

  await testApp.app.settleUnresolvedPayment(second.key, { as: 'done' })
  assert.deepEqual(await givenBack(second.billingEntity.id), [])
  assert.ok((await invoiceOf(testApp, alice, second.note.id)).refunded_at)
})

test('O03 what an operator settles and the line that says who did stand together, or neither does', async () => {
  const { note, key } = await refused()
  const failing = async () => Promise.reject(new Error('no room for the line'))
  for (const finding of [{ as: 'done' }, { as: 'again' }])
    await assert.rejects(testApp.app.settleUnresolvedPayment(key, finding, failing), /no room/)
  const { invoice, key: charge, payment } = await silentCharge()
  for (const finding of [{ payment }, { as: 'none' }])
    await assert.rejects(testApp.app.settleUnresolvedPayment(charge, finding, failing), /no room/)
  await testApp.settle()
  assert.equal((await unresolvedPaymentOf(note.number))?.state, 'refund refused: charge_not_paid')
  assert.equal((await unresolvedPaymentOf(invoice.number))?.state, 'charge without an answer')
  assert.equal((await invoiceOf(testApp, alice, invoice.id)).status, 'open')

  const states: string[] = []
  await testApp.app.settleUnresolvedPayment(
    charge,
    { payment },
    async (_, { state }) => void states.push(state),
  )
  assert.deepEqual(states, ['succeeded'])
  assert.equal((await invoiceOf(testApp, alice, invoice.id)).status, 'paid')
})

test('each run of billing warns while something waits for an operator, and machines can count it', async () => {
  const run = async () => {
    testApp.complaints.splice(0)
    await testApp.app.outbox.send(testApp.database.db, billingJob, {})
    await testApp.settle()
    return (testApp.complaints as { msg: string; charges?: number; refunds?: number }[])
      .filter(({ msg }) => msg.includes('billing trouble'))
      .map(({ charges, refunds }) => ({ charges, refunds }))
  }
  for (const { key } of await testApp.app.listUnresolvedPayments())
    await testApp.app.settleUnresolvedPayment(
      key,
      key.startsWith('credit:') ? { as: 'done' } : { as: 'none' },
    )
  assert.deepEqual(await run(), [])
  assert.deepEqual(await testApp.app.tallyUnresolvedPayments(), { charges: 0, refunds: 0 })

  const { key } = await refused()
  const charge = await silentCharge()
  const open = { charges: 1, refunds: 1 }
  assert.deepEqual(await testApp.app.tallyUnresolvedPayments(), open)
  for (let time = 0; time < 2; time++) assert.deepEqual(await run(), [open])
  await testApp.app.settleUnresolvedPayment(key, { as: 'done' })
  await testApp.app.settleUnresolvedPayment(charge.key, { payment: charge.payment })
  assert.deepEqual(await run(), [])
})

test('F11 a refund without an answer is asked for with the same key, by two at once, and never when that is old', async () => {
  const { billingEntity, invoice } = await invoiced(testApp, alice)
  await letRefund(billingEntity.id, false)
  const note = await testApp.app.creditInvoice({ invoice_id: invoice.id, reason: 'Not used.' })
  await letRefund(billingEntity.id, true)
  const key = `credit:${note.id}`
  const context = billingContextOf(testApp)
  const keys: string[] = []
  const silent = {
    ...context,
    gateway: {
      ...context.gateway,
      async refundPayment(
        given: Parameters<typeof context.gateway.refundPayment>[0],
      ): Promise<RefundOutcome> {
        keys.push(given.key)
        await context.gateway.refundPayment(given)
        return { outcome: 'unknown' }
      },
    },
  }
  const now = testApp.clock.now()
  for (let time = 0; time < 2; time++) await assert.rejects(refund(silent, key, now), /no answer/)
  testApp.clock.pass(1)
  await assert.rejects(testApp.app.settleUnresolvedPayment(key, { as: 'again' }), /is being asked for/)
  await refund(silent, key, new Date(now.getTime() + 21 * 3600_000))
  assert.deepEqual(keys, [key, key], 'an old one is not asked for')
  assert.deepEqual(await givenBack(billingEntity.id), [[3334, key]])

  assert.equal((await unresolvedPaymentOf(note.number))?.state, 'refund without an answer')
  await Promise.all([1, 2].map(() => refund(context, key, testApp.clock.now())))
  assert.ok(await unresolvedPaymentOf(note.number), 'nobody asks any more')
  await testApp.app.settleUnresolvedPayment(key, { as: 'done' })
  await testApp.settle()
  assert.deepEqual(await givenBack(billingEntity.id), [[3334, key]])
  assert.equal(await unresolvedPaymentOf(note.number), undefined)
})

/** An invoice whose charge was asked for a day ago without an answer; the gateway has it, or not. */
async function silentCharge() {
  const { billingEntity, invoice } = await invoiced(testApp, alice)
  const asked_at = new Date(testApp.clock.now().getTime() - 21 * 3600_000).toISOString()
  const [tried] = await query<{ gateway_payment_id: string }>(
    'select gateway_payment_id from payments.charge_attempts where invoice_id = $1',
    [invoice.id],
  )
  await query(
    `update payments.charge_attempts set outcome = 'asked', gateway_payment_id = null, ended_at = null, asked_at = $2
     where invoice_id = $1`,
    [invoice.id, asked_at],
  )
  const [charge] = await query<{ key: string }>(
    `update payments.charges set asked_at = $2
     where id = (select charge_id from payments.charge_attempts where invoice_id = $1) returning key`,
    [invoice.id, asked_at],
  )
  await query(
    `update payments.invoices set status = 'open', paid_at = null, next_try_at = $2 where id = $1`,
    [invoice.id, asked_at],
  )
  await testApp.app.runBilling(testApp.clock.now())
  return { billingEntity, invoice, key: charge!.key, payment: tried!.gateway_payment_id }
}

test('a charge nobody has heard of is listed, and ended by the payment that was found at the gateway', async () => {
  const { invoice, key, payment } = await silentCharge()
  const other = await silentCharge()
  const unresolved = await unresolvedPaymentOf(invoice.number)
  assert.deepEqual([unresolved?.key, unresolved?.state], [key, 'charge without an answer'])
  assert.match(unresolved?.what_to_do ?? '', /--payment ID/)
  await assert.rejects(
    testApp.app.settleUnresolvedPayment(key, { payment: other.payment }),
    /no payment of this charge/,
  )
  await assert.rejects(testApp.app.settleUnresolvedPayment(key, { as: 'done' }), /--as none/)

  assert.deepEqual(await testApp.app.settleUnresolvedPayment(key, { payment }), { state: 'succeeded' })
  assert.equal((await invoiceOf(testApp, alice, invoice.id)).status, 'paid')
  assert.equal(await unresolvedPaymentOf(invoice.number), undefined)
})

test('a charge that the gateway does not have is made anew, under a key of its own', async () => {
  const { billingEntity, key } = await silentCharge()
  await query('delete from payments.sandbox_payments where billing_entity_id = $1', [billingEntity.id])
  assert.deepEqual(await testApp.app.settleUnresolvedPayment(key, { as: 'none' }), { state: 'charged anew' })
  await testApp.settle()
  assert.equal((await invoicesOf(testApp, alice, billingEntity.id))[0]?.status, 'paid')
  const taken = await query<{ key: string }>(
    'select key from payments.sandbox_payments where billing_entity_id = $1',
    [billingEntity.id],
  )
  assert.equal(taken.length, 1)
  assert.notEqual(taken[0]!.key, key)
})
