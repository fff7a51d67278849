import type { BillingEntityId } from '@byre/contract/subject-kinds'
import { createBillingEntity } from '@byre/contract/billing/billing-entities'
import { addCard, getCard, listCards } from '@byre/contract/billing/cards'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../platform/ids.ts'
import { startWith } from '../../testing/people.ts'
import type { Person } from '../../testing/test-app.ts'
import { withinDay } from '../../testing/windows.ts'

const { testApp, alice, bob, carol } = await startWith(['alice', 'bob', 'carol'])

const billingEntityOf = async (person: Person) => {
  const body = {
    name: 'Ardley Cattle',
    email: person.email,
    phone: '4035550101',
    country: 'Canada',
    region: 'AB',
  }
  return (await testApp.call(createBillingEntity, { as: person, body })).reply.id
}

const join = (place_id: string, person: Person, role: 'Admin' | 'User') =>
  testApp.database.db
    .insertInto('customers.members')
    .values({ place_id, user_id: person.id, kind: 'billing_entity', role, place_deleted_at: null })
    .execute()

const nextYear = String(new Date().getUTCFullYear() + 1)
const visa = { number: '4242424242424242', exp_month: '12', exp_year: nextYear, cvc: '123' }

const add = (as: Person, billing_entity_id: string, card: Record<string, string> = visa, key?: string) =>
  testApp.call(addCard, {
    as,
    body: { billing_entity_id, ...card },
    headers: key ? { 'idempotency-key': key } : {},
  })

const cardsOf = async (as: Person, query: Record<string, string> = {}) =>
  (await testApp.call(listCards, { as, query })).reply

test('an owner adds a card; brand, last four and expiry are all that is shown of it', async () => {
  const billingEntity = await billingEntityOf(alice)
  const added = await add(alice, billingEntity)
  assert.equal(added.status, 201)
  assert.equal(added.headers.etag, '"1"')
  const { id, ...shown } = added.reply
  const given = { status: 'kept', action_url: null }
  const expected = { brand: 'visa', last_four: '4242', exp_month: 12, exp_year: Number(nextYear) }
  assert.deepEqual(shown, { billing_entity_id: billingEntity, ...expected, ...given })

  const read = await testApp.call(getCard, { as: alice, params: { id } })
  const card = { id, billing_entity_id: billingEntity, ...expected }
  assert.deepEqual([read.status, read.reply, read.headers.etag], [200, card, '"1"'])
  const { cards, ...counters } = await cardsOf(alice, { billing_entity_id: billingEntity })
  assert.deepEqual([cards, counters], [[card], { total: 1, page: 1, per_page: 25 }])
})

test('the payer shows its card to every member, and the command is in its test', async () => {
  const billingEntity = await billingEntityOf(alice)
  const { reply } = await add(alice, billingEntity, { ...visa, number: '5555 5555 5555 4444' })
  const { db } = testApp.database
  const entity = await db
    .selectFrom('customers.billing_entities')
    .select(['brand', 'last_four'])
    .where('id', '=', billingEntity as BillingEntityId)
    .executeTakeFirstOrThrow()
  assert.deepEqual(entity, { brand: 'mastercard', last_four: '4444' })
  const lines = await db
    .selectFrom('platform.audit')
    .select(['actor_id', 'kind', 'after'])
    .where('subject_id', '=', billingEntity)
    .where('deed', '=', 'addCard')
    .execute()
  const after = { card_id: reply.id, brand: 'mastercard', last_four: '4444' }
  assert.deepEqual(lines, [{ actor_id: alice.id, kind: 'billing_entity', after }])
})

test('the published test numbers of every brand are kept', async () => {
  const brands = {
    '4242424242424242': 'visa',
    '5555555555554444': 'mastercard',
    '378282246310005': 'amex',
    '6011111111111117': 'discover',
    '30569309025904': 'dinersclub',
    '3566002020360505': 'jcb',
    '6200000000000005': 'unionpay',
    '5019555544445555': 'dankort',
    '5066991111111118': 'elo',
    '6062828888666688': 'hipercard',
    '6304100000000008': 'laser',
    '6759649826438453': 'maestro',
    '4917300800000000': 'visaelectron',
  }
  for (const [number, brand] of Object.entries(brands)) {
    const { reply } = await add(alice, await billingEntityOf(alice), { ...visa, number })
    assert.deepEqual([reply.brand, reply.last_four], [brand, number.slice(-4)])
  }
})

test('a refused card is refused on its number, in its own words, and leaves nothing behind', async () => {
  const refused = [
    ['4000000000000002', 'card.declined', 'Your card was declined.'],
    ['4000000000009995', 'card.insufficient_funds', 'Your card has insufficient funds.'],
    ['4000000000000069', 'card.expired', 'Your card has expired.'],
    ['4000000000000127', 'card.declined', 'Your card was declined.'],
    ['4929420573595709', 'card.test_only', 'Only the published test card numbers work here.'],
  ] as const
  const billingEntity = await billingEntityOf(alice)
  for (const [number, code, message] of refused) {
    const { status, body } = await add(alice, billingEntity, { ...visa, number }, 'the same key')
    assert.deepEqual([status, body.code, body.message], [400, code, message])
    assert.deepEqual(body.errors, [{ field: 'number', message }])
  }
  assert.equal((await cardsOf(alice, { billing_entity_id: billingEntity })).total, 0)
  assert.equal((await add(alice, billingEntity, visa, 'the same key')).status, 201)
})

test('I08 each rule of a card answers in its own words', () =>
  withinDay(async () => {
    const billingEntity = await billingEntityOf(alice)
    const now = new Date()
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + 1]
    const lastMonth = month === 1 ? [12, year - 1] : [month - 1, year]
    const rules: [Record<string, string | undefined>, string, string][] = [
      [{ number: undefined }, 'number', 'Please enter a valid 16-digit card number.'],
      [{ number: '' }, 'number', 'Please enter a valid 16-digit card number.'],
      [{ number: '424242424242424' }, 'number', 'Invalid card number'],
      [{ number: '42424242424242424' }, 'number', 'Invalid card number'],
      [{ number: '4242x42424242424' }, 'number', 'Invalid card number'],
      [{ number: '36569309025904' }, 'number', 'Invalid card number'],
      [{ number: '9'.repeat(60_000) }, 'number', 'Invalid card number'],
      [{ exp_month: '0' }, 'exp_month', 'Please choose the month.'],
      [{ exp_month: '13' }, 'exp_month', 'Please choose the month.'],
      [{ exp_year: '30' }, 'exp_year', 'Please choose the year.'],
      [{ exp_year: String(year + 21) }, 'exp_year', 'Please choose the year.'],
      [
        { exp_month: String(lastMonth[0]), exp_year: String(lastMonth[1]) },
        'exp_year',
        'Expiry date cannot be in the past.',
      ],
      [{ cvc: '12' }, 'cvc', 'Should be 3 digits'],
      [{ cvc: '1234' }, 'cvc', 'Should be 3 digits'],
      [{ cvc: 'abc' }, 'cvc', 'Should be 3 digits'],
      [{ number: '378282246310005', cvc: '12345' }, 'cvc', 'Should be 3 digits'],
      [{ billing_entity_id: '-1' }, 'billing_entity_id', 'Please choose one.'],
      [{ id: newId() }, 'id', 'A new card has no id yet.'],
    ]
    for (const [change, field, message] of rules) {
      const { status, body } = await testApp.call(addCard, {
        as: alice,
        body: { billing_entity_id: billingEntity, ...visa, ...change },
      })
      assert.deepEqual(
        [status, body.errors],
        [400, [{ field, message }]],
        JSON.stringify(change).slice(0, 80),
      )
    }
    assert.equal((await cardsOf(alice, { billing_entity_id: billingEntity })).total, 0)
  }))

test('a card is good through its last month, at most twenty years on, in spaces or not', () =>
  withinDay(async () => {
    const now = new Date()
    const good = [
      { exp_month: String(now.getUTCMonth() + 1).padStart(2, '0'), exp_year: String(now.getUTCFullYear()) },
      { exp_year: String(now.getUTCFullYear() + 20) },
      { number: '4242 4242 4242 4242' },
      { number: '3782-822463-10005', cvc: '1234' },
      { number: '378282246310005', cvc: '123' },
    ]
    for (const change of good)
      assert.equal((await add(alice, await billingEntityOf(alice), { ...visa, ...change })).status, 201)
  }))

test('C02 a stranger sees no card: not in the list, and one by its id as if it did not exist', async () => {
  const billingEntity = await billingEntityOf(alice)
  const { reply } = await add(alice, billingEntity)
  assert.deepEqual(await cardsOf(carol), { cards: [], total: 0, page: 1, per_page: 25 })
  assert.equal((await cardsOf(carol, { billing_entity_id: billingEntity })).total, 0)

  const [theirs, nobodys] = await Promise.all(
    [reply.id, newId()].map((id) => testApp.call(getCard, { as: carol, params: { id } })),
  )
  const withoutRequestId = (answer: typeof theirs) => ({ ...answer?.body, request_id: '' })
  assert.deepEqual([theirs?.status, nobodys?.status], [404, 404])
  assert.deepEqual(withoutRequestId(theirs), withoutRequestId(nobodys))
})

test('C03 nobody puts a card on billing information of others; a User of it may not either', async () => {
  const billingEntity = await billingEntityOf(alice)
  assert.equal((await add(carol, billingEntity)).status, 404)
  assert.equal((await add(carol, newId())).status, 404)

  await join(billingEntity, bob, 'User')
  const refused = await add(bob, billingEntity)
  assert.deepEqual([refused.status, refused.body.code], [403, 'role.insufficient'])
  assert.equal((await cardsOf(alice, { billing_entity_id: billingEntity })).total, 0)
})

test('an Admin adds and sees the card; S01 once removed, no longer', async () => {
  const billingEntity = await billingEntityOf(alice)
  await join(billingEntity, bob, 'Admin')
  const added = await add(bob, billingEntity)
  assert.equal(added.status, 201)
  const params = { id: added.reply.id }
  assert.equal((await testApp.call(getCard, { as: bob, params })).status, 200)

  const { db } = testApp.database
  await db.updateTable('customers.members').set({ role: 'User' }).where('user_id', '=', bob.id).execute()
  assert.equal((await testApp.call(getCard, { as: bob, params })).status, 404)
  assert.equal((await cardsOf(bob)).total, 0)
  await db.deleteFrom('customers.members').where('user_id', '=', bob.id).execute()
  assert.equal((await testApp.call(getCard, { as: bob, params })).status, 404)
})

test('C04 a caller decides nothing about a card but what is on it', async () => {
  const billingEntity = await billingEntityOf(alice)
  const stray = { brand: 'amex', last_four: '0000', gateway: 'stripe', gateway_card_id: 'x', version: '9' }
  const added = await add(alice, billingEntity, { ...visa, ...stray })
  assert.deepEqual([added.reply.brand, added.reply.last_four, added.headers.etag], ['visa', '4242', '"1"'])
  const row = await testApp.database.db
    .selectFrom('payments.cards')
    .selectAll()
    .where('id', '=', added.reply.id)
    .executeTakeFirstOrThrow()
  assert.equal(row.gateway, 'sandbox')
  assert.match(row.gateway_card_id, /^sandbox_/)
})

test('cards come in order of age and can be searched', async () => {
  const dave = await testApp.person('dave')
  const numbers = ['4242424242424242', '378282246310005', '5555555555554444']
  for (const number of numbers) await add(dave, await billingEntityOf(dave), { ...visa, number })
  const endings = async (query: Record<string, string>) =>
    (await cardsOf(dave, query)).cards.map((card) => card.last_four)
  assert.deepEqual(await endings({}), ['4242', '0005', '4444'])
  assert.deepEqual(await endings({ sort: '-created_at', per_page: '2' }), ['4444', '0005'])
  assert.deepEqual(await endings({ q: 'AMEX' }), ['0005'])
  assert.deepEqual(await endings({ q: '4444' }), ['4444'])
})

test('C01 nobody touches cards without signing in', async () => {
  const params = { id: newId() }
  assert.equal((await testApp.call(listCards)).status, 401)
  assert.equal((await testApp.call(getCard, { params })).status, 401)
  assert.equal((await testApp.call(addCard, { body: { billing_entity_id: newId(), ...visa } })).status, 401)
})
