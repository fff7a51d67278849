import { createBillingEntity } from '@byre/contract/billing/billing-entities'
import { addCard } from '@byre/contract/billing/cards'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import pino from 'pino'
import { buildApp, type App } from '../../app.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'
import { cardReconciliation } from './card-reconciliation.actions.ts'

let testApp: TestApp
/** A process in production, where no factor lifts these limits. */
let production: App
const warnings: string[] = []

before(async () => {
  testApp = await TestApp.start()
  const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) })
  const config = { ...testApp.config, nodeEnv: 'production' as const, limitFactor: 1000 }
  production = await buildApp({ config, database: testApp.database, works: false, log })
})
after(async () => {
  await production.close()
  await testApp.close()
})

/** Everyone here calls from one network, so each test begins a day after the last. */
afterEach(async () => {
  await aMinuteLater()
  await aDayLater()
})

const aMinuteLater = () =>
  sql`delete from platform.rate_counters where bucket like 'card-tries:%'`.execute(testApp.database.db)
const aDayLater = () =>
  testApp.database.db
    .updateTable('payments.card_declines')
    .set({ until: sql<string>`until - interval '24 hours'` })
    .execute()

const good = '4242424242424242'
const declined = '4000000000000002'

async function peopleNamed(names: string[]): Promise<Person[]> {
  const people = []
  for (const name of names) people.push(await testApp.person(name))
  return people
}

async function billingEntityOf(person: Person): Promise<string> {
  const body = {
    name: 'Ardley Cattle',
    email: person.email,
    phone: '4035550101',
    country: 'Canada',
    region: 'AB',
  }
  return (await testApp.call(createBillingEntity, { as: person, body })).reply.id
}

interface CardAnswer {
  status: number
  code: unknown
  message: unknown
  retryAfter: number
}

async function add(as: Person, billing_entity_id: string, number: string, key?: string): Promise<CardAnswer> {
  const exp_year = String(new Date().getUTCFullYear() + 1)
  const body = { billing_entity_id, number, exp_month: '12', exp_year, cvc: '123' }
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
  const answer = await testApp.call(addCard, { as, body, at: production, headers })
  const { code, message } = answer.body
  // As our client does: tried again while the answer is that it should be.
  if (code === 'server.unavailable') return add(as, billing_entity_id, number, key)
  return { status: answer.status, code, message, retryAfter: Number(answer.headers['retry-after']) }
}

test('P05 three tries a minute, then a person is asked to wait for the next one', async () => {
  const alice = await testApp.person('alice')
  const billingEntity = await billingEntityOf(alice)
  const answers = []
  for (let attempt = 1; attempt <= 7; attempt++) {
    answers.push(await add(alice, billingEntity, declined))
    await aDayLater()
  }
  // The minute may end while they are asked: then three more are heard, never a seventh.
  assert.equal(answers[2]?.code, 'card.declined')
  const waiting = answers.find((answer) => answer.status === 429)
  assert.ok(waiting)
  assert.equal(waiting.code, 'limit.reached')
  assert.equal(waiting.message, 'Too many attempts. Please try again later.')
  assert.ok(waiting.retryAfter >= 1 && waiting.retryAfter <= 60)
})

test('P05 five declines in a day, then a person waits for 24 hours even with a good card', async () => {
  const bob = await testApp.person('bob')
  const billingEntity = await billingEntityOf(bob)
  for (let decline = 1; decline <= 5; decline++) {
    assert.equal((await add(bob, billingEntity, declined)).code, 'card.declined')
    await aMinuteLater()
  }
  const refused = await add(bob, billingEntity, good)
  assert.equal(refused.code, 'limit.reached')
  assert.ok(refused.retryAfter > 86_000 && refused.retryAfter <= 86_400)

  await aMinuteLater()
  await aDayLater()
  assert.equal((await add(bob, billingEntity, good)).status, 201)
})

test('P05 what is refused for one limit uses up no other: the neighbours keep their tries', async () => {
  const [grace, heidi] = [await testApp.person('grace'), await testApp.person('heidi')]
  const billingEntities = { grace: await billingEntityOf(grace), heidi: await billingEntityOf(heidi) }
  const codes = async (person: Person, billingEntity: string) => {
    const answers = []
    for (let round = 1; round <= 8; round++) {
      answers.push((await add(person, billingEntity, declined)).code)
      await aMinuteLater()
    }
    return answers
  }
  const expected = [...Array(5).fill('card.declined'), ...Array(3).fill('limit.reached')]
  assert.deepEqual(await codes(grace, billingEntities.grace), expected)
  assert.deepEqual(await codes(heidi, billingEntities.heidi), expected)
})

test('P05 P04 duplicate requests under one key are one try', async () => {
  const ivan = await testApp.person('ivan')
  const billingEntity = await billingEntityOf(ivan)
  const duplicates = await Promise.all(
    Array.from({ length: 8 }, () => add(ivan, billingEntity, good, 'duplicates')),
  )
  assert.ok(duplicates.some((answer) => answer.status === 201))
  for (const { status, code } of duplicates)
    assert.ok(status === 201 || code === 'request.in_progress', `${status} ${code}`)
})

test('P05 a card that is kept counts for nothing', async () => {
  const carol = await testApp.person('carol')
  for (let card = 1; card <= 7; card++) {
    assert.equal((await add(carol, await billingEntityOf(carol), good)).status, 201)
    await aMinuteLater()
  }
})

test('P05 ten declines in a day from one network, whoever tries and however many at once', async () => {
  const people = await peopleNamed(['d', 'e', 'f', 'g', 'h', 'i'])
  const tries = []
  for (const person of people) tries.push({ person, billingEntity: await billingEntityOf(person) })
  const answers = await Promise.all(
    [...tries, ...tries, ...tries].map(({ person, billingEntity }) => add(person, billingEntity, declined)),
  )
  const codes = answers.map((answer) => answer.code)
  assert.equal(codes.filter((code) => code === 'card.declined').length, 10)
  assert.equal(codes.filter((code) => code === 'limit.reached').length, 8)
})

test('P05 twenty declines in an hour are told to the operator', async () => {
  const people = await peopleNamed(['k', 'l', 'm', 'n', 'o', 'p', 'q'])
  for (const person of people) {
    const billingEntity = await billingEntityOf(person)
    for (let decline = 1; decline <= 3; decline++) await add(person, billingEntity, declined)
    await aDayLater()
  }
  assert.ok(warnings.some((line) => line.includes('unusually many cards are declined')))
})

test('each decline is in the payer’s test, without a word of the card', async () => {
  const judy = await testApp.person('judy')
  const billingEntity = await billingEntityOf(judy)
  await add(judy, billingEntity, declined)
  const lines = await testApp.database.db
    .selectFrom('platform.audit')
    .select(['actor_id', 'kind', 'before', 'after'])
    .where('subject_id', '=', billingEntity)
    .where('deed', '=', 'tryCard')
    .execute()
  const after = { refused: 'card.declined' }
  assert.deepEqual(lines, [{ actor_id: judy.id, kind: 'billing_entity', before: null, after }])
})

test('declines that no longer count are swept away', async () => {
  await aDayLater()
  await testApp.app.outbox.send(testApp.database.db, cardReconciliation, {})
  await testApp.settle()
  assert.deepEqual(await testApp.database.db.selectFrom('payments.card_declines').selectAll().execute(), [])
})
