import { addCard, listCards, setUpCard, updateCard } from '@byre/contract/billing/cards'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newBillingEntity } from '../../testing/places.ts'
import { signatureOf, StripeStandIn, type StripeEvent } from '../../testing/stripe/stand-in.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'
import { cardReconciliation } from '../cards/card-reconciliation.actions.ts'

/* The portal with Stripe: cards by name only, and events that arrive signed, often and in any order. */

let standIn: StripeStandIn
let testApp: TestApp
let alice: Person

before(async () => {
  standIn = await StripeStandIn.open()
  testApp = await TestApp.start({
    PAYMENT_GATEWAY: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_stories',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_stories',
    STRIPE_WEBHOOK_SECRET: 'whsec_new, whsec_old',
    STRIPE_API_BASE: standIn.url,
  })
  alice = await testApp.person('alice')
})
after(async () => {
  await testApp.close()
  await standIn.close()
})

const deliver = (event: StripeEvent) => {
  const body = JSON.stringify(event)
  const headers = { 'content-type': 'application/json', 'stripe-signature': signatureOf(body, ['whsec_new']) }
  return testApp.send('POST', '/api/v1/webhooks/stripe', { body, headers })
}
const seconds = (ahead: number) => Math.floor(Date.now() / 1000) + ahead

const billingEntityOf = async () => (await newBillingEntity(testApp, alice)).id
const customerOf = async (billingEntity: string) => {
  const { reply, status } = await testApp.call(setUpCard, {
    as: alice,
    body: { billing_entity_id: billingEntity },
  })
  assert.equal(status, 200)
  const { rows } = await testApp.database.pool.query<{ customer: string }>(
    'select customer from payments.gateway_customers where billing_entity_id = $1',
    [billingEntity],
  )
  return { customer: rows[0]?.customer ?? '', setup: reply }
}
const add = (billingEntity: string, payment_method: string) =>
  testApp.call(addCard, { as: alice, body: { billing_entity_id: billingEntity, payment_method } })
const cardsOf = async (billingEntity: string) =>
  (await testApp.call(listCards, { as: alice, query: { billing_entity_id: billingEntity } })).reply.cards
const eventsKept = async () =>
  (await testApp.database.db.selectFrom('payments.gateway_events').selectAll().execute()).length

test('a card is given to Stripe by the browser and told to us by name', async () => {
  const billingEntity = await billingEntityOf()
  const { customer, setup } = await customerOf(billingEntity)
  assert.deepEqual([setup.gateway, setup.publishable_key], ['stripe', 'pk_test_stories'])
  assert.match(setup.client_secret ?? '', /^seti_/)
  const confirmed = standIn.book.newMethod('asks_on_setup', { last4: '3155' }, customer)
  const { status, reply } = await add(billingEntity, confirmed)
  assert.deepEqual([status, reply.status, reply.last_four], [201, 'kept', '3155'])

  const other = standIn.book.newMethod('pays', { brand: 'diners', last4: '5904' })
  const replaced = await testApp.call(updateCard, {
    as: alice,
    params: { id: reply.id },
    body: { payment_method: other },
  })
  assert.deepEqual(
    [replaced.status, replaced.reply.brand, replaced.reply.last_four],
    [200, 'dinersclub', '5904'],
  )
  await testApp.settle()
  assert.equal(standIn.book.find(confirmed)?.customer, null)
})

test('P01 a number or a code is refused before anything is done with it, on adding and on changing', async () => {
  const billingEntity = await billingEntityOf()
  const { reply } = await add(billingEntity, standIn.book.newMethod())
  standIn.calls.splice(0)
  const card = { number: '4242424242424242', exp_month: '12', exp_year: '2040', cvc: '123' }
  const expected = [400, 'card.numbers_refused', 'Card numbers are not accepted by this server.']
  for (const body of [card, { ...card, payment_method: 'pm_x' }, { cvc: '123' }]) {
    const added = await testApp.call(addCard, {
      as: alice,
      body: { billing_entity_id: billingEntity, ...body },
    })
    assert.deepEqual([added.status, added.body.code, added.body.message], expected)
    const changed = await testApp.call(updateCard, { as: alice, params: { id: reply.id }, body })
    assert.deepEqual([changed.status, changed.body.code, changed.body.message], expected)
  }
  assert.deepEqual(standIn.calls, [])
  const empty = await testApp.call(addCard, {
    as: alice,
    body: { billing_entity_id: await billingEntityOf() },
  })
  assert.deepEqual(empty.body.errors, [{ field: 'payment_method', message: 'Please enter a card.' }])
})

test('P08 an event of a type nobody knows is accepted; one told again is kept once', async () => {
  const before = await eventsKept()
  const object = { id: 'thing', object: 'thing' }
  const strange = {
    id: 'evt_x',
    object: 'event',
    type: 'issuing_token.created',
    created: seconds(0),
    data: { object },
  }
  assert.equal((await deliver(strange as StripeEvent)).status, 200)
  const known = {
    ...strange,
    id: 'evt_y',
    type: 'payment_intent.succeeded',
    data: { object: { ...object, id: 'pi_y' } },
  }
  for (let time = 1; time <= 3; time++) assert.equal((await deliver(known as StripeEvent)).status, 200)
  assert.equal(await eventsKept(), before + 1)
  await testApp.settle()
})

test('F12 P08 a thousand events, each three times and shuffled, leave what they would have left in order', async () => {
  const cards = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const billingEntity = await billingEntityOf()
      const method = standIn.book.newMethod()
      await add(billingEntity, method)
      return { billingEntity, method }
    }),
  )
  const from = standIn.events.length
  for (let turn = 0; turn < 200; turn++)
    for (const { method } of cards)
      standIn.book.renewCard(method, { exp_year: 2030 + (turn % 50), last4: String(1000 + turn) })
  const events = standIn.events.slice(from)
  assert.equal(events.length, 1000)
  const deliveries = shuffled([...events, ...events, ...events])

  const waiting = async () => {
    const { rows } = await testApp.database.pool.query<{ count: number }>(
      'select count(*) from payments.gateway_events where done_at is null',
    )
    return rows[0]?.count
  }
  for (let at = 0; at < deliveries.length; at += 20) {
    const answers = await Promise.all(deliveries.slice(at, at + 20).map((event) => deliver(event)))
    assert.ok(answers.every((answer) => answer.status === 200))
  }
  assert.equal(await waiting(), 1000, 'each is kept once, and answered before anything is done for it')
  await testApp.settle()
  for (const { billingEntity } of cards) {
    const [card] = await cardsOf(billingEntity)
    assert.deepEqual([card?.last_four, card?.exp_year], ['1199', 2079])
  }
  assert.equal(await waiting(), 0)
})

test('F12 an event that could not be stored is not acknowledged, and kept when it is told again', async () => {
  const billingEntity = await billingEntityOf()
  const method = standIn.book.newMethod()
  await add(billingEntity, method)
  standIn.book.renewCard(method, { exp_year: 2044 })
  const event = standIn.events.at(-1)!
  await testApp.database.pool.query('alter table payments.gateway_events rename to gateway_events_away')
  const lost = await deliver(event)
  await testApp.database.pool.query('alter table payments.gateway_events_away rename to gateway_events')
  assert.ok(lost.status >= 500)
  testApp.complaints.splice(0)
  assert.equal((await deliver(event)).status, 200)
  await testApp.settle()
  assert.equal((await cardsOf(billingEntity))[0]?.exp_year, 2044)
})

test('a card whose holder confirms it at their bank is kept by the event alone', async () => {
  const billingEntity = await billingEntityOf()
  const { reply, status } = await add(billingEntity, standIn.book.newMethod('asks_on_setup'))
  assert.deepEqual([status, reply.status], [201, 'requires_action'])
  const setup = /seti_\w+$/.exec(reply.action_url ?? '')?.[0] ?? ''
  standIn.book.holderAnswers(setup, true)
  await deliver(standIn.events.at(-1)!)
  await testApp.settle()
  assert.equal((await cardsOf(billingEntity))[0]?.id, reply.id)
})

test('P10 a card that a browser gave to Stripe and never told us of is removed there', async () => {
  const billingEntity = await billingEntityOf()
  const { customer } = await customerOf(billingEntity)
  const fresh = standIn.book.newMethod('pays', {}, customer)
  const stray = standIn.book.newMethod('pays', {}, customer)
  standIn.book.age(stray, 16 * 60)
  await testApp.app.outbox.send(testApp.database.db, cardReconciliation, {})
  await testApp.settle()
  assert.equal(standIn.book.find(stray)?.customer, null)
  assert.equal(standIn.book.find(fresh)?.customer, customer)
})

test('F11 P09 a card processor that is away costs one calm answer; with the same key the card is added once', async () => {
  const billingEntity = await billingEntityOf()
  const body = { billing_entity_id: billingEntity, payment_method: standIn.book.newMethod() }
  const headers = { 'idempotency-key': 'through the outage' }
  for (let time = 1; time <= 3; time++) standIn.misfortune('GET /v1/payment_methods/:id', 'out of order')
  const down = await testApp.call(addCard, { as: alice, body, headers })
  assert.deepEqual([down.status, down.body.message], [503, 'An error occurred while adding a creditCard.'])
  assert.ok(Number(down.headers['retry-after']) > 0)
  standIn.misfortune('POST /v1/setup_intents', 'done, then silent')
  const added = await testApp.call(addCard, { as: alice, body, headers })
  assert.equal(added.status, 201)
  assert.deepEqual((await testApp.call(addCard, { as: alice, body, headers })).reply, added.reply)
  assert.equal((await cardsOf(billingEntity)).length, 1)
})

/** In no order at all, but the same at each run. */
function shuffled<T>(things: T[]): T[] {
  let seed = 20_261_121
  const next = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
  return things
    .map((thing) => ({ thing, at: next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ thing }) => thing)
}
