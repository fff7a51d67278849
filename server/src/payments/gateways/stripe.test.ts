import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { newId } from '../../platform/ids.ts'
import type { Temper } from '../../testing/stripe/answers.ts'
import { StripeStandIn } from '../../testing/stripe/stand-in.ts'
import { GatewayDown, GatewayRefused, type Gateway } from '../ports.ts'
import { guarded } from './guarded.ts'
import { stripe } from './stripe.ts'

/* The adapter against a stand-in that follows Stripe's published reference. */

let standIn: StripeStandIn
let gateway: Gateway

before(async () => {
  standIn = await StripeStandIn.open()
  gateway = open()
})
afterEach(() => {
  standIn.calls.splice(0)
})
after(() => standIn.close())

const patience = { totalMs: 1_500, retries: 2, firstWaitMs: 5, longestWaitMs: 20, failures: 50, restMs: 1 }
const open = (secretKey = 'sk_test_stories') =>
  guarded(
    stripe({ secretKey, publishableKey: 'pk', webhookSecret: 'whsec_new', apiBase: standIn.url }),
    patience,
  )

const customer = () =>
  gateway.customerFor({ id: newId(), name: 'North Ranch', email: 'office@north.example' })

async function keep(temper: Temper = 'pays') {
  const billingEntity = await customer()
  const payment_method = standIn.book.newMethod(temper)
  const order = {
    id: newId(),
    customer: billingEntity,
    entry: { payment_method },
    return_url: 'http://here/back',
  }
  return { billingEntity, payment_method, order, answer: await gateway.keepCard(order) }
}

/** A card that was kept although it will not pay as it should. */
async function kept(temper: Temper) {
  const billingEntity = await customer()
  return { customer: billingEntity, gateway_card_id: standIn.book.newMethod(temper, {}, billingEntity) }
}

let payments = 0
const paymentFrom = (card: { gateway_card_id: string; customer: string }) => ({
  key: `try-${(payments += 1)}`,
  ...card,
  billing_entity_id: newId(),
  invoice_id: newId(),
  amount: 2900,
  currency: 'cad' as const,
  description: 'Ranch, November',
  return_url: 'http://here/back',
})
const commands = () => standIn.calls.map((call) => call.deed)

test('a card from the browser is set up for later payments, and told as people see it', async () => {
  const { payment_method, answer, billingEntity } = await keep()
  const shown = { brand: 'visa', last_four: '4242', exp_month: 12, exp_year: 2040 }
  assert.deepEqual(answer, { outcome: 'kept', gateway_card_id: payment_method, ...shown })
  const setup = standIn.calls.find((call) => call.deed === 'POST /v1/setup_intents')
  assert.equal(setup?.fields['usage'], 'off_session')
  const listed = await gateway.listCards(billingEntity)
  assert.deepEqual(
    listed.map((card) => card.gateway_card_id),
    [payment_method],
  )
  assert.ok(!JSON.stringify(standIn.calls).includes('office@north.example'))
})

test('a card that its holder confirmed in the browser is taken as it is; another payer’s is none', async () => {
  const billingEntity = await customer()
  const payment_method = standIn.book.newMethod('asks_always', {}, billingEntity)
  const order = { id: newId(), customer: billingEntity, entry: { payment_method }, return_url: '/' }
  assert.equal((await gateway.keepCard(order)).outcome, 'kept')
  const stolen = await gateway.keepCard({ ...order, customer: await customer() })
  assert.deepEqual(stolen, { outcome: 'refused', refused: 'card.declined' })
  const invented = await gateway.keepCard({ ...order, entry: { payment_method: 'pm_nothing' } })
  assert.deepEqual(invented, { outcome: 'refused', refused: 'card.declined' })
})

test('refusals of banks are told in the three ways people hear them', async () => {
  const cases: [Temper, string][] = [
    ['declined', 'card.declined'],
    ['stolen_card', 'card.declined'],
    ['insufficient_funds', 'card.insufficient_funds'],
    ['expired_card', 'card.expired'],
  ]
  for (const [temper, refused] of cases)
    assert.deepEqual((await keep(temper)).answer, { outcome: 'refused', refused })
})

test('a bank that wants the holder is a page to go to, and then the card is kept or is not', async () => {
  for (const isApproved of [true, false]) {
    const { answer } = await keep('asks_on_setup')
    assert.equal(answer.outcome, 'requires_action')
    if (answer.outcome !== 'requires_action') continue
    assert.match(answer.action_url, /^https:\/\/hooks\.stripe\.example\//)
    assert.equal(await gateway.findSetup(answer.gateway_setup_id), null)
    standIn.book.holderAnswers(answer.gateway_setup_id, isApproved)
    const end = await gateway.findSetup(answer.gateway_setup_id)
    assert.equal(end?.outcome, isApproved ? 'kept' : 'refused')
  }
})

test('a payment is asked for without the payer, in minor units, under our key', async () => {
  const payment = paymentFrom(await kept('pays'))
  const outcome = await gateway.takePayment(payment)
  assert.equal(outcome.outcome, 'succeeded')
  const paymentCall = standIn.calls.find((call) => call.deed === 'POST /v1/payment_intents')
  assert.equal(paymentCall?.key, `payment:${payment.key}`)
  assert.deepEqual(
    [
      paymentCall?.fields['amount'],
      paymentCall?.fields['currency'],
      paymentCall?.fields['off_session'],
      paymentCall?.fields['confirm'],
    ],
    ['2900', 'cad', 'true', 'true'],
  )
  if (outcome.outcome !== 'succeeded') return
  const known = await gateway.findPayment(outcome.gateway_payment_id)
  assert.deepEqual(known, { key: payment.key, invoice_id: payment.invoice_id, outcome })
})

test('declines are hard where trying again is pointless, else soft', async () => {
  const declines: [Temper, string, string][] = [
    ['declined', 'soft', 'generic_decline'],
    ['insufficient_funds', 'soft', 'insufficient_funds'],
    ['stolen_card', 'hard', 'stolen_card'],
    ['expired_card', 'hard', 'expired_card'],
  ]
  for (const [temper, reason, code] of declines) {
    const outcome = await gateway.takePayment(paymentFrom(await kept(temper)))
    assert.ok(outcome.outcome === 'declined' && outcome.gateway_payment_id, temper)
    assert.deepEqual([outcome.reason, outcome.code], [reason, code])
  }
  const gone = await gateway.takePayment(
    paymentFrom({ ...(await kept('pays')), gateway_card_id: 'pm_nothing' }),
  )
  assert.deepEqual(gone.outcome === 'declined' && [gone.reason, gone.code], ['hard', 'card_missing'])
})

test('a card that is another payer’s at Stripe pays nothing, and a detached one is no card any more', async () => {
  const card = await kept('pays')
  const before = standIn.book.taken.length
  const elsewhere = await gateway.takePayment({ ...paymentFrom(card), customer: await customer() })
  assert.deepEqual(elsewhere.outcome === 'declined' && elsewhere.code, 'card_missing')
  const unknown = await gateway.takePayment({ ...paymentFrom(card), customer: null })
  assert.deepEqual([unknown.outcome, standIn.book.taken.length], ['declined', before])

  await gateway.removeCard(card)
  const order = { id: newId(), customer: card.customer, return_url: '/' }
  const again = await gateway.keepCard({ ...order, entry: { payment_method: card.gateway_card_id } })
  assert.deepEqual(again, { outcome: 'refused', refused: 'card.declined' })
})

test('a set-up that Stripe does not know any more is one that was refused', async () => {
  const { outcome } = (await gateway.findSetup('seti_nothing')) ?? {}
  assert.equal(outcome, 'refused')
})

test('F11 an answer that was lost is the same payment’s when it is asked for again, though the card is gone by then', async () => {
  const card = await kept('pays')
  const payment = paymentFrom(card)
  const before = standIn.book.taken.length
  for (let tries = 0; tries <= patience.retries; tries += 1)
    standIn.misfortune('POST /v1/payment_intents', 'done, then out of order')
  assert.deepEqual(await gateway.takePayment(payment), { outcome: 'unknown' })
  const [taken] = standIn.book.taken.slice(before)
  await gateway.removeCard(card)

  assert.deepEqual(await gateway.takePayment(payment), { outcome: 'succeeded', gateway_payment_id: taken })
  assert.equal(standIn.book.taken.length, before + 1)
})

test('a payment that needs its payer is a page to go to; asked again it is the same payment, then paid', async () => {
  const payment = paymentFrom(await kept('asks_always'))
  const first = await gateway.takePayment(payment)
  assert.ok(first.outcome === 'requires_action')
  assert.deepEqual(await gateway.takePayment(payment), first)
  standIn.book.holderAnswers(first.gateway_payment_id, true)
  const paid = { outcome: 'succeeded', gateway_payment_id: first.gateway_payment_id }
  assert.deepEqual(await gateway.takePayment(payment), paid)
  assert.deepEqual(standIn.book.taken.filter((one) => one === first.gateway_payment_id).length, 1)

  const refused = await gateway.takePayment(paymentFrom(await kept('asks_always')))
  assert.ok(refused.outcome === 'requires_action')
  standIn.book.holderAnswers(refused.gateway_payment_id, false)
  const known = await gateway.findPayment(refused.gateway_payment_id)
  assert.deepEqual(known?.outcome.outcome, 'declined')
})

test('what is still processing is told as that, until it has settled', async () => {
  const outcome = await gateway.takePayment(paymentFrom(await kept('slow')))
  assert.ok(outcome.outcome === 'processing')
  standIn.book.settle(outcome.gateway_payment_id)
  assert.equal((await gateway.findPayment(outcome.gateway_payment_id))?.outcome.outcome, 'succeeded')
})

test('F11 P09 a payment whose answer is lost in any way is taken once, with one key', async () => {
  const ways = ['done, then silent', 'done, then out of order', 'resets', 'too many', 'out of order'] as const
  for (const way of ways) {
    const card = await kept('pays')
    const payment = paymentFrom(card)
    const before = standIn.book.taken.length
    standIn.misfortune('POST /v1/payment_intents', way)
    const outcome = await gateway.takePayment(payment)
    assert.equal(outcome.outcome, 'succeeded', way)
    assert.equal(standIn.book.taken.length, before + 1, way)
  }
})

test('money is given back once a key, never more than was paid', async () => {
  const paid = await gateway.takePayment(paymentFrom(await kept('pays')))
  assert.ok(paid.outcome === 'succeeded')
  const refund = { gateway_payment_id: paid.gateway_payment_id, amount: 2000, currency: 'cad' as const }
  const first = await gateway.refundPayment({ ...refund, key: 'back-1' })
  assert.equal(first.outcome, 'succeeded')
  assert.deepEqual(await gateway.refundPayment({ ...refund, key: 'back-1' }), first)
  const more = await gateway.refundPayment({ ...refund, key: 'back-2' })
  assert.deepEqual(more, { outcome: 'refused', code: 'amount_too_large' })
})

test('a payment that waits for its payer can be given up; one that was taken stays taken', async () => {
  const waits = await gateway.takePayment(paymentFrom(await kept('asks_always')))
  assert.ok(waits.outcome === 'requires_action')
  await gateway.cancelPayment(waits.gateway_payment_id)
  const known = await gateway.findPayment(waits.gateway_payment_id)
  assert.deepEqual(known?.outcome.outcome === 'declined' && known.outcome.code, 'canceled')

  const paid = await gateway.takePayment(paymentFrom(await kept('pays')))
  assert.ok(paid.outcome === 'succeeded')
  await gateway.cancelPayment(paid.gateway_payment_id)
  assert.deepEqual((await gateway.findPayment(paid.gateway_payment_id))?.outcome, paid)
})

test('a card is removed once, whatever is left of it; a new expiry is Stripe’s too', async () => {
  const { payment_method, billingEntity } = await keep()
  const later = await gateway.changeExpiry(payment_method, { exp_month: 3, exp_year: 2041 })
  assert.ok(later.outcome === 'kept' && later.exp_month === 3 && later.exp_year === 2041)
  const card = { gateway_card_id: payment_method, customer: billingEntity }
  await gateway.removeCard({ ...card, customer: await customer() })
  assert.ok(await gateway.findCard(payment_method))
  await gateway.removeCard(card)
  await gateway.removeCard(card)
  await gateway.removeCard({ ...card, gateway_card_id: 'pm_nothing' })
  assert.equal(commands().filter((deed) => deed.endsWith('/detach')).length, 1)
  assert.deepEqual(await gateway.listCards(billingEntity), [])
  assert.equal(await gateway.findCard(payment_method), null)
})

test('P09 silence is an unknown end, a wrong key of ours is told as that and not tried again', async () => {
  const payment = paymentFrom(await kept('pays'))
  standIn.misfortune('POST /v1/payment_intents', 'hangs')
  const startedAt = Date.now()
  assert.deepEqual(await gateway.takePayment(payment), { outcome: 'unknown' })
  assert.ok(Date.now() - startedAt < 3_000)
  assert.equal((await gateway.takePayment(payment)).outcome, 'succeeded')

  standIn.calls.splice(0)
  const misled = open('sk_test_wrong')
  await assert.rejects(misled.listCards('cus_x'), GatewayRefused)
  assert.equal(standIn.calls.length, 1)
  for (let time = 1; time <= 3; time++) standIn.misfortune('GET /v1/payment_methods', 'out of order')
  await assert.rejects(gateway.listCards('cus_x'), GatewayDown)
})
