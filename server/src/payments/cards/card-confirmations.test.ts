import { getBillingEntity } from '@byre/contract/billing/billing-entities'
import { addCard, confirmCard, listCards, updateCard } from '@byre/contract/billing/cards'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../platform/ids.ts'
import { join, newBillingEntity } from '../../testing/places.ts'
import { startWith } from '../../testing/people.ts'
import type { Person } from '../../testing/test-app.ts'
import { cardReconciliation } from './card-reconciliation.actions.ts'

/* 3-D Secure: the bank asks the holder of a card before it is kept. */

const { testApp, alice, bob } = await startWith(['alice', 'bob'])

const asks = { number: '4000002500003155', exp_month: '12', exp_year: '2040', cvc: '123' }

const billingEntityOf = async (person: Person) => (await newBillingEntity(testApp, person)).id
const give = async (as: Person, billingEntity: string) => {
  const { status, reply, headers } = await testApp.call(addCard, {
    as,
    body: { billing_entity_id: billingEntity, ...asks },
  })
  assert.equal(status, 201)
  return { ...reply, etag: headers.etag, page: new URL(reply.action_url ?? '').pathname }
}
const answer = (page: string, word: 'approve' | 'refuse') =>
  testApp.send('POST', page, { body: { answer: word } })
const confirm = (as: Person, id: string, key?: string) =>
  testApp.call(confirmCard, { as, params: { id }, headers: key ? { 'idempotency-key': key } : {} })
const cardsOf = async (billingEntity: string) =>
  (await testApp.call(listCards, { as: alice, query: { billing_entity_id: billingEntity } })).reply.cards

test('a card that its bank asks about waits; approved at the bank and back here it is kept', async () => {
  const billingEntity = await billingEntityOf(alice)
  const given = await give(alice, billingEntity)
  assert.deepEqual(
    [given.status, given.brand, given.last_four, given.etag],
    ['requires_action', 'visa', '3155', undefined],
  )
  assert.deepEqual(await cardsOf(billingEntity), [])
  const early = await confirm(alice, given.id)
  assert.deepEqual([early.status, early.body.code], [409, 'card.unconfirmed'])

  const page = await testApp.send('GET', given.page)
  assert.match(page.text, /Is this you\?.*3155/s)
  assert.match(String(page.headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/)
  assert.doesNotMatch(page.text, /<script/)
  const back = await answer(given.page, 'approve')
  const wanted = `${testApp.config.publicUrl}/billing-entities/${billingEntity}/card/return?card=${given.id}`
  assert.deepEqual([back.status, back.headers.location], [303, wanted])

  const kept = await confirm(alice, given.id, 'confirm')
  assert.deepEqual([kept.status, kept.reply.last_four, kept.headers.etag], [200, '3155', '"1"'])
  assert.deepEqual((await confirm(alice, given.id, 'confirm')).reply, kept.reply)
  assert.deepEqual((await confirm(alice, given.id)).reply, kept.reply)
  assert.deepEqual(await cardsOf(billingEntity), [kept.reply])
  const { reply: entity } = await testApp.call(getBillingEntity, { as: alice, params: { id: billingEntity } })
  assert.deepEqual([entity.brand, entity.last_four], ['visa', '3155'])
})

test('refused at the bank it is refused here, counts as a decline, and another card can be added', async () => {
  const billingEntity = await billingEntityOf(alice)
  const given = await give(alice, billingEntity)
  await answer(given.page, 'refuse')
  const refused = await confirm(alice, given.id)
  assert.deepEqual([refused.status, refused.body.code], [400, 'card.declined'])
  const { counted } = await testApp.database.db
    .selectFrom('payments.card_declines')
    .select('counted')
    .where('who', '=', `user:${alice.id}`)
    .executeTakeFirstOrThrow()
  assert.equal(counted, 1)
  assert.equal((await confirm(alice, given.id)).status, 404)
  // Too late for another answer.
  assert.match((await testApp.send('GET', given.page)).text, /cannot be found/)

  const other = await testApp.call(addCard, {
    as: alice,
    body: { billing_entity_id: billingEntity, ...asks, number: '4242424242424242' },
  })
  assert.equal(other.status, 201)
})

test('a holder who approves and does not come back has their card kept all the same', async () => {
  const billingEntity = await billingEntityOf(alice)
  const given = await give(alice, billingEntity)
  await answer(given.page, 'approve')
  await testApp.settle()
  const [card] = await cardsOf(billingEntity)
  assert.equal(card?.id, given.id)
  assert.equal((await confirm(alice, given.id)).reply.id, given.id)
})

test('P10 who never answers is given up after an hour, and the gateway keeps nothing', async () => {
  const billingEntity = await billingEntityOf(alice)
  const given = await give(alice, billingEntity)
  const age = (minutes: number) =>
    testApp.database.pool.query(
      'update payments.card_attempts set started_at = now() - make_interval(mins => $2) where id = $1',
      [given.id, minutes],
    )
  const reconcile = async () => {
    await testApp.app.outbox.send(testApp.database.db, cardReconciliation, {})
    await testApp.settle()
  }
  await age(59)
  await reconcile()
  assert.equal((await testApp.send('GET', given.page)).status, 200)
  await age(61)
  await reconcile()
  assert.equal((await testApp.send('GET', given.page)).status, 404)
  assert.equal((await confirm(alice, given.id)).status, 404)
})

test('the bank’s first answer counts, and none but Owner and Admin finish it here', async () => {
  const billingEntity = await billingEntityOf(alice)
  const given = await give(alice, billingEntity)
  await answer(given.page, 'refuse')
  await answer(given.page, 'approve')
  assert.match((await testApp.send('GET', given.page)).text, /was answered already/)
  assert.equal((await confirm(bob, given.id)).status, 404)
  await join(testApp, bob, { kind: 'billing_entity', id: billingEntity }, 'User')
  assert.equal((await confirm(bob, given.id)).status, 403)
  assert.equal((await confirm(alice, given.id)).body.code, 'card.declined')
  assert.equal((await confirm(alice, newId())).status, 404)
})

test('P03 of a card that waits and one that came first, the first is kept and the other removed', async () => {
  const billingEntity = await billingEntityOf(alice)
  const given = await give(alice, billingEntity)
  const first = await testApp.call(addCard, {
    as: alice,
    body: { billing_entity_id: billingEntity, ...asks, number: '4242424242424242' },
  })
  assert.equal(first.status, 201)
  await answer(given.page, 'approve')
  const late = await confirm(alice, given.id)
  assert.deepEqual([late.status, late.body.code], [409, 'card.exists'])
  await testApp.settle()
  const { rows } = await testApp.database.pool.query('select 1 from payments.sandbox_cards where id = $1', [
    `sandbox_card_${given.id}`,
  ])
  assert.equal(rows.length, 0)
})

test('a card in the place of another waits for its bank too; until then the former one stays', async () => {
  const billingEntity = await billingEntityOf(alice)
  const body = { billing_entity_id: billingEntity, ...asks, number: '5555555555554444' }
  const { reply: former } = await testApp.call(addCard, { as: alice, body })
  const params = { id: former.id }
  const { reply, status } = await testApp.call(updateCard, { as: alice, params, body: asks })
  assert.deepEqual([status, reply.status, reply.id], [200, 'requires_action', former.id])
  assert.equal((await cardsOf(billingEntity))[0]?.last_four, '4444')

  const { pathname } = new URL(reply.action_url ?? '')
  const back = await answer(pathname, 'approve')
  const attempt = new URL(String(back.headers.location)).searchParams.get('card') ?? ''
  const kept = await confirm(alice, attempt)
  assert.deepEqual([kept.reply.id, kept.reply.last_four, kept.headers.etag], [former.id, '3155', '"2"'])
  await testApp.settle()
  const { rows } = await testApp.database.pool.query(
    'select id from payments.sandbox_cards where customer = $1',
    [`sandbox_payer_${billingEntity}`],
  )
  assert.deepEqual(rows, [{ id: `sandbox_card_${attempt}` }])
})

test('C01 an address that asks nothing is a calm page, and a stranger’s answer changes nothing', async () => {
  const lost = await testApp.send('GET', '/sandbox/confirm/sandbox_card_nothing')
  assert.deepEqual([lost.status, /cannot be found/.test(lost.text)], [404, true])
  assert.equal((await answer('/sandbox/confirm/nothing', 'approve')).status, 404)
})
