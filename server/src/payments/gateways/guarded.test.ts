import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase, within } from '../../platform/database/db.ts'
import { GatewayDown, GatewayRefused, type Gateway } from '../ports.ts'
import { guarded } from './guarded.ts'
import { sandbox } from './sandbox.ts'

// Never connected: none of these tests comes as far as a book.
const nobody = within<'payments'>(openDatabase({}).db)

/** An outside party that does what a test needs, and counts how often it was asked. */
function outsider(answer: () => Promise<void>) {
  let calls = 0
  const gateway: Gateway = {
    ...sandbox({ db: nobody, confirmUrl: '', tell: async () => undefined }),
    removeCard: async () => {
      calls += 1
      await answer()
    },
    keepCard: async () => ({ outcome: 'refused', refused: 'card.declined' }),
    takePayment: async () => {
      calls += 1
      await answer()
      return { outcome: 'succeeded', gateway_payment_id: 'paid' }
    },
  }
  return { gateway, countCalls: () => calls }
}

const patience = { totalMs: 20, retries: 0, firstWaitMs: 1, longestWaitMs: 1, failures: 5, restMs: 30_000 }
const card = { gateway_card_id: 'x', customer: 'payer' }
const broken = () => Promise.reject(new Error('reset by peer'))
const silent = () => new Promise<void>(() => undefined)

test('P09 a gateway that never answers is given up after the time it has', async () => {
  const gateway = guarded(outsider(silent).gateway, patience)
  await assert.rejects(gateway.removeCard(card), GatewayDown)
})

test('P09 after five failures it is left alone for 30 seconds, then asked again', async () => {
  let now = 0
  let isBroken = true
  const { gateway, countCalls } = outsider(() => (isBroken ? broken() : Promise.resolve()))
  const patient = guarded(gateway, patience, () => now)
  for (let failure = 1; failure <= 5; failure++) await assert.rejects(patient.removeCard(card), GatewayDown)
  isBroken = false

  now = 29_999
  await assert.rejects(patient.removeCard(card), GatewayDown)
  assert.equal(countCalls(), 5)
  now = 30_000
  await patient.removeCard(card)
  assert.equal(countCalls(), 6)
})

test('P09 failures with successes between them do not add up, and a refusal is no failure', async () => {
  let calls = 0
  const { gateway } = outsider(() => (++calls % 5 === 0 ? Promise.resolve() : broken()))
  const patient = guarded(gateway, patience)
  for (let call = 1; call <= 20; call++) await patient.removeCard(card).catch(() => undefined)
  assert.equal(calls, 20)

  for (let call = 1; call <= 10; call++) {
    const details = { number: '4000000000000002', exp_month: 12, exp_year: 2040, cvc: '123' }
    const order = { id: 'x', customer: 'y', entry: { details }, return_url: '/' }
    assert.deepEqual(await patient.keepCard(order), { outcome: 'refused', refused: 'card.declined' })
  }
})

test('the cause of a failure stays with it for the log', async () => {
  const gateway = guarded(outsider(broken).gateway, patience)
  await assert.rejects(gateway.removeCard(card), (error: Error) => {
    assert.match(String(error.cause), /reset by peer/)
    return true
  })
})

const busy = { ...patience, totalMs: 2_000, retries: 2 }
const payment = {
  key: 'invoice-1',
  gateway_card_id: 'card',
  customer: 'payer',
  billing_entity_id: 'payer',
  invoice_id: 'invoice',
  amount: 2900,
  currency: 'cad',
  description: 'Ranch',
  return_url: '/',
} as const

test('P09 what fails is asked for twice more under the same id, and what was asked wrongly is not', async () => {
  let calls = 0
  const twice = outsider(() => (++calls < 3 ? broken() : Promise.resolve()))
  await guarded(twice.gateway, busy).removeCard(card)
  assert.equal(twice.countCalls(), 3)

  const always = outsider(broken)
  await assert.rejects(guarded(always.gateway, busy).removeCard(card), GatewayDown)
  assert.equal(always.countCalls(), 3)

  const wrong = outsider(() => Promise.reject(new GatewayRefused('no such key')))
  await assert.rejects(guarded(wrong.gateway, busy).removeCard(card), GatewayRefused)
  assert.equal(wrong.countCalls(), 1)
})

test('P09 money whose answer was lost has an unknown fate; it is not an error', async () => {
  const unknown = { outcome: 'unknown' }
  assert.deepEqual(await guarded(outsider(broken).gateway, busy).takePayment(payment), unknown)
  assert.deepEqual(await guarded(outsider(silent).gateway, patience).takePayment(payment), unknown)
  const back = await guarded(outsider(() => Promise.resolve()).gateway, busy).takePayment(payment)
  assert.equal(back.outcome, 'succeeded')
})
