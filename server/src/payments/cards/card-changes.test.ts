import { listBillingEntityActivity } from '@byre/contract/activity'
import { deleteBillingEntity, getBillingEntity } from '@byre/contract/billing/billing-entities'
import { addCard, getCard, listCards, removeCard, updateCard } from '@byre/contract/billing/cards'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../platform/ids.ts'
import { join, newBillingEntity, newSite } from '../../testing/places.ts'
import { startWith } from '../../testing/people.ts'
import type { Person } from '../../testing/test-app.ts'

/* Putting another card in the place of one, giving it a new expiry, and removing it. */

const { testApp, alice, bob, carol } = await startWith(['alice', 'bob', 'carol'])

const visa = { number: '4242424242424242', exp_month: '12', exp_year: '2035', cvc: '123' }
const mastercard = { ...visa, number: '5555555555554444' }

async function newCard(as = alice) {
  const billingEntity = await newBillingEntity(testApp, as)
  const { reply, status } = await testApp.call(addCard, {
    as,
    body: { billing_entity_id: billingEntity.id, ...visa },
  })
  assert.equal(status, 201)
  return { billingEntity: billingEntity.id, id: reply.id }
}
const put = (as: Person, id: string, body: Record<string, string>, headers: Record<string, string> = {}) =>
  testApp.call(updateCard, { as, params: { id }, body, headers })
const remove = (as: Person, id: string) => testApp.call(removeCard, { as, params: { id } })
const keptFor = async (billingEntity: string) => {
  await testApp.settle()
  const { rows } = await testApp.database.pool.query<{ last_four: string; exp: string }>(
    `select last_four, exp_month || '/' || exp_year as exp from payments.sandbox_cards where customer = $1`,
    [`sandbox_payer_${billingEntity}`],
  )
  return rows
}
const signedInLongAgo = (person: Person) =>
  testApp.database.pool.query(
    `update platform.sessions set fresh_at = now() - interval '1 hour' where user_id = $1`,
    [person.id],
  )
const signsInAgain = (person: Person) =>
  testApp.database.pool.query('update platform.sessions set fresh_at = now() where user_id = $1', [person.id])

test('another card takes the place of one: same card to us, and the gateway forgets the former', async () => {
  const { billingEntity, id } = await newCard()
  const { status, reply, headers } = await put(alice, id, mastercard)
  assert.deepEqual([status, headers.etag, reply.id, reply.status], [200, '"2"', id, 'kept'])
  assert.deepEqual([reply.brand, reply.last_four], ['mastercard', '4444'])
  assert.deepEqual(await keptFor(billingEntity), [{ last_four: '4444', exp: '12/2035' }])
  const { reply: entity } = await testApp.call(getBillingEntity, { as: alice, params: { id: billingEntity } })
  assert.deepEqual([entity.brand, entity.last_four], ['mastercard', '4444'])
})

test('a new expiry alone needs no number, here and at the gateway', async () => {
  const { billingEntity, id } = await newCard()
  const { status, reply } = await put(alice, id, { exp_month: '3', exp_year: '2038' })
  assert.deepEqual([status, reply.exp_month, reply.exp_year, reply.last_four], [200, 3, 2038, '4242'])
  assert.deepEqual(await keptFor(billingEntity), [{ last_four: '4242', exp: '3/2038' }])
})

test('a declined card changes nothing, and each rule of a card answers in its own words', async () => {
  const { billingEntity, id } = await newCard()
  const declined = await put(alice, id, { ...visa, number: '4000000000000002' })
  assert.deepEqual([declined.status, declined.body.code], [400, 'card.declined'])
  const rules: [Record<string, string>, string, string][] = [
    [{ ...visa, cvc: '12' }, 'cvc', 'Should be 3 digits'],
    [{ number: visa.number, exp_month: '12', exp_year: '2035' }, 'cvc', 'Should be 3 digits'],
    [{ ...visa, number: '4242' }, 'number', 'Invalid card number'],
    [{ exp_month: '1', exp_year: '2020' }, 'exp_year', 'Expiry date cannot be in the past.'],
    [{ exp_month: '1' }, 'exp_year', 'Please choose the year.'],
  ]
  for (const [body, field, message] of rules)
    assert.deepEqual((await put(alice, id, body)).body.errors, [{ field, message }])
  assert.deepEqual(await keptFor(billingEntity), [{ last_four: '4242', exp: '12/2035' }])
})

test('a lost answer is no conflict: the same change again is fine, another one from an old page is not', async () => {
  const { billingEntity, id } = await newCard()
  const first = await put(alice, id, mastercard, { 'if-match': '"1"' })
  const again = await put(alice, id, mastercard, { 'if-match': '"1"' })
  assert.deepEqual([again.status, again.reply, again.headers.etag], [200, first.reply, '"2"'])
  const stale = await put(alice, id, { ...visa, exp_year: '2036' }, { 'if-match': '"1"' })
  assert.deepEqual([stale.status, stale.body.code], [412, 'request.stale'])
  assert.deepEqual(await keptFor(billingEntity), [{ last_four: '4444', exp: '12/2035' }])
})

test('P03 ten replacements at once leave one card, with the gateway too', async () => {
  const { billingEntity, id } = await newCard()
  const years = Array.from({ length: 10 }, (_, at) => String(new Date().getUTCFullYear() + 4 + at))
  const answers = await Promise.all(years.map((exp_year) => put(alice, id, { ...mastercard, exp_year })))
  assert.ok(answers.some((answer) => answer.status === 200))
  assert.equal((await keptFor(billingEntity)).length, 1)
  assert.equal(
    (await testApp.call(listCards, { as: alice, query: { billing_entity_id: billingEntity } })).reply.total,
    1,
  )
})

test('a card that pays for nothing yet is removed, here and at the gateway; another can be added', async () => {
  const { billingEntity, id } = await newCard()
  await newSite(testApp, alice, { billing_entity_id: billingEntity })
  assert.equal((await remove(alice, id)).status, 200)
  assert.equal((await remove(alice, id)).status, 404)
  assert.equal((await testApp.call(getCard, { as: alice, params: { id } })).status, 404)
  assert.deepEqual(await keptFor(billingEntity), [])
  const { reply: entity } = await testApp.call(getBillingEntity, { as: alice, params: { id: billingEntity } })
  assert.deepEqual([entity.brand, entity.last_four], [null, null])
  const added = await testApp.call(addCard, {
    as: alice,
    body: { billing_entity_id: billingEntity, ...visa },
  })
  assert.equal(added.status, 201)
})

test('a card that something paid depends on is replaced, not removed', async () => {
  const { billingEntity, id } = await newCard()
  const site = await newSite(testApp, alice, { billing_entity_id: billingEntity })
  for (const status of ['active', 'past_due'] as const) {
    await testApp.database.db
      .updateTable('payments.subscriptions')
      .set({ status })
      .where('site_id', '=', site.id)
      .execute()
    const refused = await remove(alice, id)
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.message],
      [409, 'card.in_use', 'This card still pays for a site or clinic.'],
    )
  }
  assert.equal((await put(alice, id, mastercard)).status, 200)
  assert.deepEqual(await keptFor(billingEntity), [{ last_four: '4444', exp: '12/2035' }])
})

test('who signed in long ago is asked again before a card is changed or removed, not before one is added', async () => {
  const { id } = await newCard(bob)
  const other = await newBillingEntity(testApp, bob)
  await signedInLongAgo(bob)
  for (const answer of [await put(bob, id, mastercard), await remove(bob, id)])
    assert.deepEqual([answer.status, answer.body.code], [403, 'session.reauth_required'])
  const added = await testApp.call(addCard, { as: bob, body: { billing_entity_id: other.id, ...visa } })
  assert.equal(added.status, 201)
  await signsInAgain(bob)
  assert.equal((await remove(bob, id)).status, 200)
})

test('C02 C03 a stranger finds no card to change, and a User of its payer may not', async () => {
  const { billingEntity, id } = await newCard()
  for (const answer of [
    await put(carol, id, mastercard),
    await remove(carol, id),
    await remove(alice, newId()),
  ])
    assert.equal(answer.status, 404)
  await join(testApp, carol, { kind: 'billing_entity', id: billingEntity }, 'User')
  for (const answer of [await put(carol, id, mastercard), await remove(carol, id)])
    assert.deepEqual([answer.status, answer.body.code], [403, 'role.insufficient'])
  await join(testApp, carol, { kind: 'billing_entity', id: billingEntity }, 'Admin')
  assert.equal((await put(carol, id, mastercard)).status, 200)
})

test('a payer that is removed takes its card along, at the gateway too', async () => {
  const { billingEntity, id } = await newCard()
  assert.equal(
    (await testApp.call(deleteBillingEntity, { as: alice, params: { id: billingEntity } })).status,
    200,
  )
  assert.deepEqual(await keptFor(billingEntity), [])
  assert.equal((await testApp.call(getCard, { as: alice, params: { id } })).status, 404)
})

test('each change of a card is in its payer’s test', async () => {
  const { billingEntity, id } = await newCard()
  await put(alice, id, { exp_month: '3', exp_year: '2038' })
  await put(alice, id, mastercard)
  await put(alice, id, { ...mastercard, number: '4000000000000002' })
  await remove(alice, id)
  const { reply } = await testApp.call(listBillingEntityActivity, {
    as: alice,
    params: { id: billingEntity },
  })
  assert.deepEqual(reply.activity.map(({ what }) => what).toReversed(), [
    'Added the billing information',
    'Added a card',
    'Changed the expiry of the card',
    'Replaced the card',
    'Tried a card that was refused',
    'Removed the card',
  ])
  assert.ok(reply.activity.every(({ actor_id }) => actor_id === alice.id))
})
