import type { BillingEntityId } from '@byre/contract/subject-kinds'
import { createBillingEntity } from '@byre/contract/billing/billing-entities'
import { addCard, listCards, type Card, type GivenCard } from '@byre/contract/billing/cards'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { within } from '../../platform/database/db.ts'
import { IdempotentCommand } from '../../platform/idempotency/idempotency.ts'
import { newId } from '../../platform/ids.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'
import { cardReconciliation } from './card-reconciliation.actions.ts'
import { addCard as addCardCommand } from './cards.actions.ts'
import type { Gateway } from '../ports.ts'
import { sandbox } from '../gateways/sandbox.ts'

let testApp: TestApp
let alice: Person

before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
})
afterEach(() => testApp.complaints.splice(0))
after(() => testApp.close())

const visa = {
  number: '4242424242424242',
  exp_month: '12',
  exp_year: String(new Date().getUTCFullYear() + 1),
  cvc: '123',
}

const newBillingEntity = async () => {
  const body = {
    name: 'Ardley Cattle',
    email: alice.email,
    phone: '4035550101',
    country: 'Canada',
    region: 'AB',
  }
  return (await testApp.call(createBillingEntity, { as: alice, body })).reply.id
}

const add = (billing_entity_id: string, key?: string, change: object = {}, at = testApp.app) =>
  testApp.call(addCard, {
    as: alice,
    at,
    body: { billing_entity_id, ...visa, ...change },
    headers: key ? { 'idempotency-key': key } : {},
  })

/** As our client does: tried again while the answer is that it should be. */
const addPatiently: typeof add = async (...card) => {
  const answer = await add(...card)
  return answer.body.code === 'server.unavailable' ? addPatiently(...card) : answer
}

/** What is kept of a card that was given. */
const cardIn = ({ status: _, action_url: __, ...card }: GivenCard): Card => card

const cardsOf = async (billing_entity_id: string) =>
  (await testApp.call(listCards, { as: alice, query: { billing_entity_id } })).reply.cards

/** What the gateway, our cards and our attempts hold, all payers together. */
async function books() {
  const { db } = testApp.database
  const kept = await db.selectFrom('payments.sandbox_cards').select('id').execute()
  const cards = await db.selectFrom('payments.cards').select('gateway_card_id as id').execute()
  const attempts = await db.selectFrom('payments.card_attempts').select('id').execute()
  const ids = (rows: { id: string }[]) => rows.map((row) => row.id).toSorted()
  return { kept: ids(kept), cards: ids(cards), attempts: ids(attempts) }
}

async function reconcile() {
  await testApp.app.outbox.send(testApp.database.db, cardReconciliation, {})
  await testApp.settle()
}

const outside = () =>
  sandbox({
    db: within(testApp.database.db),
    confirmUrl: 'http://localhost/confirm',
    tell: async () => undefined,
  })

const typed = { details: { number: visa.number, exp_month: 12, exp_year: 2040, cvc: '123' } }

/** An attempt that was broken off `minutes` ago, after the gateway had answered. */
async function brokenOff(minutes: number): Promise<{ id: string; kept: string }> {
  const id = newId()
  const billing_entity_id = newId<BillingEntityId>()
  const customer = `sandbox_payer_${billing_entity_id}`
  const order = { id, customer, entry: typed, return_url: '/' }
  const kept = outside().nameOf(order)
  await testApp.database.db
    .insertInto('payments.gateway_customers')
    .values({ gateway: 'sandbox', billing_entity_id, customer })
    .execute()
  await testApp.database.db
    .insertInto('payments.card_attempts')
    .values({
      id,
      billing_entity_id,
      gateway: 'sandbox',
      gateway_card_id: kept,
      card_id: null,
      actor_id: alice.id,
      started_at: sql<string>`now() - make_interval(mins => ${minutes})`,
    })
    .execute()
  await outside().keepCard(order)
  return { id, kept }
}

test('P03 of twenty at once one card is added, and the gateway keeps none of the others', async () => {
  const billingEntity = await newBillingEntity()
  const before = await books()
  const answers = await Promise.all(Array.from({ length: 20 }, () => addPatiently(billingEntity)))
  assert.equal(answers.filter((answer) => answer.status === 201).length, 1)
  for (const { status, body } of answers.filter((answer) => answer.status !== 201))
    assert.deepEqual([status, body.code], [409, 'card.exists'])

  const { kept, cards, attempts } = await books()
  assert.equal(cards.length, before.cards.length + 1)
  assert.deepEqual(kept, cards)
  assert.deepEqual(attempts, [])
})

test('a second card is refused without asking the gateway', async () => {
  const billingEntity = await newBillingEntity()
  await add(billingEntity)
  const before = await books()
  const second = await add(billingEntity, undefined, { number: '5555555555554444' })
  assert.deepEqual(
    [second.status, second.body.message],
    [409, 'This billing information already has a card.'],
  )
  assert.deepEqual(await books(), before)
})

test('P04 a repeated call gets the same answer; with another number under the same key it is refused', async () => {
  const billingEntity = await newBillingEntity()
  const first = await add(billingEntity, 'card-1')
  const again = await add(billingEntity, 'card-1')
  assert.deepEqual([again.status, again.reply], [201, first.reply])
  assert.equal(again.headers.etag, first.headers.etag)

  const other = await add(billingEntity, 'card-1', { number: '5555555555554444' })
  assert.deepEqual([other.status, other.body.code], [422, 'request.key_reused'])
  assert.equal((await cardsOf(billingEntity)).length, 1)
})

test('P04 duplicate requests under one key add one card; who comes too early is told to wait', async () => {
  const billingEntity = await newBillingEntity()
  const second = await testApp.anotherProcess()
  try {
    const processes = [testApp.app, second.app]
    const duplicates = Array.from({ length: 8 }, (_, at) =>
      addPatiently(billingEntity, 'duplicates', {}, processes[at % 2]),
    )
    const answers = await Promise.all(duplicates)
    const [card] = await cardsOf(billingEntity)
    for (const { status, reply, body, headers } of answers) {
      if (status === 201) assert.equal(reply.id, card?.id)
      else assert.deepEqual([status, body.code, headers['retry-after']], [409, 'request.in_progress', '1'])
    }
    assert.equal((await add(billingEntity, 'duplicates')).reply.id, card?.id)
    const { kept, cards } = await books()
    assert.deepEqual(kept, cards)
  } finally {
    await second.close()
  }
})

test('P10 a card that only the gateway knows is removed there; one that is being added is left alone', async () => {
  const before = await books()
  const orphan = await brokenOff(16)
  const fresh = await brokenOff(1)
  assert.equal((await books()).kept.length, before.kept.length + 2)

  await reconcile()
  const { kept, attempts } = await books()
  assert.ok(!kept.includes(orphan.kept))
  assert.ok(kept.includes(fresh.kept))
  assert.deepEqual(attempts, [fresh.id])
  assert.deepEqual(testApp.complaints, [])

  await testApp.database.db
    .updateTable('payments.card_attempts')
    .set({ started_at: sql<string>`now() - interval '1 hour'` })
    .execute()
  await reconcile()
  await reconcile()
  assert.deepEqual(await books(), before)
})

test('P10 a card that the gateway has lost is reported, not deleted', async () => {
  const billingEntity = await newBillingEntity()
  const { reply } = await add(billingEntity)
  await outside().removeCard({
    gateway_card_id: `sandbox_card_${reply.id}`,
    customer: `sandbox_payer_${billingEntity}`,
  })

  await reconcile()
  const [complaint, ...more] = testApp.complaints as { msg: string; card_id: string }[]
  assert.deepEqual([complaint?.msg, complaint?.card_id], ['the gateway does not have a card', reply.id])
  assert.deepEqual(more, [])
  assert.deepEqual(await cardsOf(billingEntity), [cardIn(reply)])
  await testApp.database.db.deleteFrom('payments.cards').where('id', '=', reply.id).execute()
})

test('P09 a gateway that fails costs one calm answer, and the same try succeeds when it is back', async () => {
  const billingEntity = await newBillingEntity()
  const { db } = testApp.database
  const outage = () => sql`alter table payments.sandbox_cards rename to sandbox_away`.execute(db)
  const recovery = () => sql`alter table payments.sandbox_away rename to sandbox_cards`.execute(db)

  await outage()
  const down = await add(billingEntity, 'through the outage').finally(recovery)
  assert.deepEqual(
    [down.status, down.body.code, down.body.message, down.body.errors],
    [503, 'card.gateway_down', 'An error occurred while adding a creditCard.', undefined],
  )
  assert.ok(Number(down.headers['retry-after']) > 0)

  const retried = await add(billingEntity, 'through the outage')
  assert.equal(retried.status, 201)
  assert.deepEqual(await cardsOf(billingEntity), [cardIn(retried.reply)])
  await db.deleteFrom('payments.card_attempts').execute()
})

test('P10 when the loser’s card cannot be removed at once, it is removed later', async () => {
  const orphan = await brokenOff(10)
  const { db } = testApp.database
  await sql`alter table payments.sandbox_cards rename to sandbox_away`.execute(db)
  await assert.rejects(reconcile())
  await sql`alter table payments.sandbox_away rename to sandbox_cards`.execute(db)
  assert.ok((await books()).attempts.includes(orphan.id))

  await reconcile()
  assert.ok(!(await books()).kept.includes(orphan.kept))
  assert.deepEqual((await books()).attempts, [])
})

test('P10 whoever was given up while the gateway was thinking adds no card any more', async () => {
  const db = within<'payments'>(testApp.database.db)
  const box = outside()
  const slow: Gateway = {
    ...box,
    async keepCard(order) {
      const kept = await box.keepCard(order)
      await db
        .updateTable('payments.card_attempts')
        .set({ started_at: sql<string>`now() - interval '1 hour'` })
        .execute()
      await reconcile()
      return kept
    },
  }
  const billingEntity = await newBillingEntity()
  const before = await books()
  const call = {
    command: new IdempotentCommand(db, testApp.app.outbox),
    actor: { user_id: alice.id, session_id: newId(), is_fresh: true },
    from: { request_id: newId(), network: '192.0.2.1' },
  }
  const context = { gateway: slow, log: testApp.app.fastify.log, limitFactor: 1000, publicUrl: '' }
  await assert.rejects(
    addCardCommand(context, call, { billing_entity_id: billingEntity as BillingEntityId }, typed),
    {
      code: 'card.gateway_down',
    },
  )
  assert.deepEqual(await books(), before)
})
