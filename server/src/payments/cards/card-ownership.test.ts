import { createBillingEntity, deleteBillingEntity } from '@byre/contract/billing/billing-entities'
import { addCard, confirmCard, removeCard, updateCard } from '@byre/contract/billing/cards'
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { billingEntityFields } from '../../testing/places.ts'
import { StripeShop } from '../../testing/stripe/shop.ts'
import type { Person, TestApp } from '../../testing/test-app.ts'

/* Whose a card at Stripe is: none is taken from a payer but by that payer. */

let shop: StripeShop
let testApp: TestApp
let alice: Person
let carol: Person

before(async () => {
  shop = await StripeShop.open()
  testApp = shop.testApp
  alice = await testApp.person('alice')
  carol = await testApp.person('carol')
})
afterEach(() => testApp.complaints.splice(0))
after(() => shop.close())

const lookUp = 'GET /v1/payment_methods/:id'
const newMethod = (customer: string | null = null) => shop.standIn.book.newMethod('pays', {}, customer)

/** So often a call is made before it is given up. */
const tries = 3
const failing = (deed: string, method: string) => {
  for (let time = 1; time <= tries; time++) shop.standIn.misfortune(deed, 'out of order', method)
}

async function billingEntityWithCard(person: Person) {
  const billingEntity = await shop.billingEntityOf(person)
  const method = newMethod(billingEntity.customer)
  const { status, reply } = await shop.add(person, billingEntity.billingEntity, method)
  assert.equal(status, 201)
  return { ...billingEntity, method, card_id: reply.id }
}
const methodsOf = async (billingEntity: string) =>
  (await shop.cardsOf(billingEntity)).map((card) => card.gateway_card_id)
const change = (as: Person, id: string, payment_method: string, at = testApp.app) =>
  testApp.call(updateCard, { as, at, params: { id }, body: { payment_method } })

const toldOf = ({
  status,
  body: { request_id: _, ...body },
}: {
  status: number
  body: object & { request_id?: unknown }
}) => ({
  status,
  ...body,
})

test('P10 a stranger who names another’s card while the processor is away does not have it removed', async () => {
  const victim = await billingEntityWithCard(alice)
  const { billingEntity } = await shop.billingEntityOf(carol)
  failing(lookUp, victim.method)
  assert.equal((await shop.add(carol, billingEntity, victim.method)).status, 503)
  await shop.reconcileLater()
  assert.equal(shop.ownerOf(victim.method), victim.customer)
  assert.equal(await shop.attempts(), 0)
})

test('P03 of two calls with one payment method one adds the card, and it stays at the processor', async () => {
  const second = await testApp.anotherProcess()
  try {
    for (const isAttached of [true, false]) {
      const { billingEntity, customer } = await shop.billingEntityOf(alice)
      const method = newMethod(isAttached ? customer : null)
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, at) =>
          shop.add(alice, billingEntity, method, [testApp.app, second.app][at % 2]),
        ),
      )
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, ...Array<number>(7).fill(409)])
      await testApp.settle()
      await shop.reconcileLater()
      assert.deepEqual(await methodsOf(billingEntity), [method])
      assert.equal(shop.ownerOf(method), customer)
      assert.equal(await shop.attempts(), 0)
    }
  } finally {
    await second.close()
  }
})

test('P10 a card that was added when the processor was back stays there', async () => {
  const { billingEntity, customer } = await shop.billingEntityOf(alice)
  const method = newMethod()
  failing(lookUp, method)
  assert.equal((await shop.add(alice, billingEntity, method)).status, 503)
  assert.equal((await shop.add(alice, billingEntity, method)).status, 201)
  await shop.reconcileLater()
  assert.deepEqual([await methodsOf(billingEntity), shop.ownerOf(method)], [[method], customer])
})

test('C03 a payment method of somebody else is refused as one that does not exist', async () => {
  const victim = await billingEntityWithCard(alice)
  const { customer: alone } = await shop.billingEntityOf(alice)
  const { billingEntity } = await shop.billingEntityOf(carol)
  const own = await billingEntityWithCard(carol)
  const nothing = `pm_${'0'.repeat(24)}`
  const added = toldOf(await shop.add(carol, billingEntity, nothing))
  const changed = toldOf(await change(carol, own.card_id, nothing))
  assert.deepEqual([added.status, changed.status], [400, 400])
  for (const method of [victim.method, newMethod(alone)]) {
    assert.deepEqual(toldOf(await shop.add(carol, billingEntity, method)), added)
    assert.deepEqual(toldOf(await change(carol, own.card_id, method)), changed)
  }
  await shop.reconcileLater()
  assert.equal(shop.ownerOf(victim.method), victim.customer)
  assert.deepEqual(await methodsOf(own.billingEntity), [own.method])
})

test('P10 another’s card in the place of one’s own, while the processor is away, changes neither', async () => {
  const victim = await billingEntityWithCard(alice)
  const own = await billingEntityWithCard(carol)
  failing(lookUp, victim.method)
  assert.equal((await change(carol, own.card_id, victim.method)).status, 503)
  await shop.reconcileLater()
  assert.deepEqual([shop.ownerOf(victim.method), shop.ownerOf(own.method)], [victim.customer, own.customer])
  assert.deepEqual(await methodsOf(own.billingEntity), [own.method])
})

test('P10 another’s card as the first one of a payer of nowhere changes neither', async () => {
  const victim = await billingEntityWithCard(alice)
  const { reply } = await testApp.call(createBillingEntity, { as: carol, body: billingEntityFields })
  const place = { country: 'Canada', region: 'AB' }
  const body = { billing_entity_id: reply.id, payment_method: victim.method, ...place }
  failing(lookUp, victim.method)
  assert.equal((await testApp.call(addCard, { as: carol, body })).status, 503)
  assert.equal((await testApp.call(addCard, { as: carol, body })).status, 400)
  await shop.reconcileLater()
  assert.deepEqual([await methodsOf(reply.id), shop.ownerOf(victim.method)], [[], victim.customer])
})

test('P10 a card that is let go and named again at once is there in both books or in neither', async () => {
  const own = await billingEntityWithCard(alice)
  const next = newMethod(own.customer)
  assert.equal((await change(alice, own.card_id, next)).status, 200)
  const again = await change(alice, own.card_id, own.method)
  assert.ok([200, 400, 503].includes(again.status))
  await testApp.settle()
  await shop.reconcileLater()
  const [kept, ...more] = await methodsOf(own.billingEntity)
  assert.deepEqual([more, shop.ownerOf(kept!)], [[], own.customer])
  for (const method of [own.method, next].filter((one) => one !== kept))
    assert.equal(shop.ownerOf(method), null)
})

test('P10 while a given-up card is being removed at the processor it cannot become a payer’s card', async () => {
  const second = await testApp.anotherProcess()
  try {
    const { billingEntity, customer } = await shop.billingEntityOf(alice)
    const method = newMethod(customer)
    failing(lookUp, method)
    assert.equal((await shop.add(alice, billingEntity, method)).status, 503)
    const held = shop.standIn.hold('POST /v1/payment_methods/:id/detach', method)
    const tidied = shop.reconcileLater()
    await held.come
    const meanwhile = await shop.add(alice, billingEntity, method, second.app)
    held.letGo()
    await tidied
    await shop.reconcileLater()
    assert.ok([400, 503].includes(meanwhile.status), `${meanwhile.status}`)
    assert.deepEqual([await methodsOf(billingEntity), shop.ownerOf(method)], [[], null])
    assert.equal((await shop.add(alice, billingEntity, method)).status, 400)
    assert.equal((await shop.add(alice, billingEntity, newMethod())).status, 201)
  } finally {
    await second.close()
  }
})

test('P10 an answer that comes after its card was removed adds none', async () => {
  const second = await testApp.anotherProcess()
  try {
    const { billingEntity, customer } = await shop.billingEntityOf(alice)
    const method = newMethod(customer)
    const late = shop.standIn.hold(lookUp, method)
    const adding = shop.add(alice, billingEntity, method, second.app)
    await late.come
    // Meanwhile the same card is added and removed again by another call.
    const { reply } = await shop.add(alice, billingEntity, method)
    assert.equal((await testApp.call(removeCard, { as: alice, params: { id: reply.id } })).status, 200)
    await shop.reconcileLater()
    late.letGo()
    await adding
    await shop.reconcileLater()
    const kept = await methodsOf(billingEntity)
    assert.deepEqual(shop.ownerOf(method), kept.length === 0 ? null : customer)
    assert.equal(await shop.attempts(), 0)
  } finally {
    await second.close()
  }
})

test('P10 a try that waits for its bank, given up, leaves the card that another try has kept', async () => {
  const { billingEntity, customer } = await shop.billingEntityOf(alice)
  const method = shop.standIn.book.newMethod('asks_on_setup')
  const [one, other] = [
    await shop.add(alice, billingEntity, method),
    await shop.add(alice, billingEntity, method),
  ]
  const setupOf = (url: string | null) => /seti_\w+$/.exec(url ?? '')![0]
  shop.standIn.book.holderAnswers(setupOf(one.reply.action_url), true)
  const confirm = (id: string) => testApp.call(confirmCard, { as: alice, params: { id } })
  assert.equal((await confirm(one.reply.id)).status, 200)

  shop.standIn.book.holderAnswers(setupOf(other.reply.action_url), false)
  assert.equal((await confirm(other.reply.id)).body.code, 'card.declined')
  await shop.reconcileLater()
  assert.deepEqual([await methodsOf(billingEntity), shop.ownerOf(method)], [[method], customer])
})

test('P10 a card that its bank confirmed for two payers is the first one’s, and stays so', async () => {
  const first = await shop.billingEntityOf(alice)
  const other = await shop.billingEntityOf(carol)
  const method = shop.standIn.book.newMethod('asks_on_setup')
  const answers = [
    await shop.add(alice, first.billingEntity, method),
    await shop.add(carol, other.billingEntity, method),
  ]
  const [one, two] = answers.map(({ reply }) => /seti_\w+$/.exec(reply.action_url ?? '')![0])
  shop.standIn.book.holderAnswers(one!, true)
  shop.standIn.book.holderAnswers(two!, true)
  const confirm = (as: Person, at: number) =>
    testApp.call(confirmCard, { as, params: { id: answers[at]!.reply.id } })
  assert.equal((await confirm(carol, 1)).status, 400)
  assert.equal((await confirm(alice, 0)).status, 200)
  await shop.reconcileLater()
  assert.deepEqual([await methodsOf(first.billingEntity), shop.ownerOf(method)], [[method], first.customer])
  assert.deepEqual(await methodsOf(other.billingEntity), [])
})

test('P03 a card that another payer has here is nobody else’s, whatever the processor says', async () => {
  const owner = await billingEntityWithCard(alice)
  const [other, replacing] = [await shop.billingEntityOf(carol), await billingEntityWithCard(carol)]
  shop.standIn.book.find(owner.method)!.customer = other.customer
  assert.equal((await shop.add(carol, other.billingEntity, owner.method)).body.code, 'card.declined')
  shop.standIn.book.find(owner.method)!.customer = replacing.customer
  assert.equal((await change(carol, replacing.card_id, owner.method)).body.code, 'card.declined')
  await shop.reconcileLater()
  assert.deepEqual(
    [
      await methodsOf(owner.billingEntity),
      await methodsOf(other.billingEntity),
      await methodsOf(replacing.billingEntity),
    ],
    [[owner.method], [], [replacing.method]],
  )
  assert.equal(shop.ownerOf(owner.method), replacing.customer)
})

test('P10 a removed card, a replaced one and a deleted payer’s are removed at the processor, if they are theirs there', async () => {
  const { customer: elsewhere } = await shop.billingEntityOf(carol)
  const next = () => newMethod()
  const ways = {
    removed: (id: string) => testApp.call(removeCard, { as: alice, params: { id } }),
    replaced: (id: string) => change(alice, id, next()),
    deleted: (_: string, billingEntity: string) =>
      testApp.call(deleteBillingEntity, { as: alice, params: { id: billingEntity } }),
  }
  for (const [way, go] of Object.entries(ways)) {
    const [own, moved] = [await billingEntityWithCard(alice), await billingEntityWithCard(alice)]
    // As by hand in the processor's dashboard.
    shop.standIn.book.find(moved.method)!.customer = elsewhere
    for (const { card_id, billingEntity } of [own, moved])
      assert.equal((await go(card_id, billingEntity)).status, 200, way)
    await testApp.settle()
    await shop.reconcileLater()
    assert.deepEqual([shop.ownerOf(own.method), shop.ownerOf(moved.method)], [null, elsewhere], way)
  }
  assert.equal(await shop.attempts(), 0)
})
