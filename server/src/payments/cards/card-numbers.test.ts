import { createBillingEntity } from '@byre/contract/billing/billing-entities'
import { addCard, listCards, updateCard } from '@byre/contract/billing/cards'
import { exportMyData } from '@byre/contract/people/leaving'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pino from 'pino'
import { buildApp, type App } from '../../app.ts'
import type { Config } from '../../config.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'

let testApp: TestApp
let alice: Person
let billingEntity: string
/** Everything that processes of these tests log, down to the least. */
const logged: string[] = []

before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
  const body = {
    name: 'Ardley Cattle',
    email: alice.email,
    phone: '4035550101',
    country: 'Canada',
    region: 'AB',
  }
  billingEntity = (await testApp.call(createBillingEntity, { as: alice, body })).reply.id
})
after(() => testApp.close())

async function withProcess(change: Partial<Config>, story: (at: App) => Promise<void>): Promise<void> {
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
  const config = { ...testApp.config, ...change }
  const app = await buildApp({ config, database: testApp.database, works: false, log })
  await story(app).finally(() => app.close())
}

const exp_year = String(new Date().getUTCFullYear() + 1)
const cvc = '0926'

/** Every table of every module, each row as text. */
async function everyRow(): Promise<string> {
  const { db } = testApp.database
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, relname) as name from pg_catalog.pg_stat_user_tables
  `.execute(db)
  assert.ok(tables.some((table) => table.name === 'platform.idempotency_keys'))
  const rows = await Promise.all(
    tables.map(({ name }) =>
      sql<{ row: string }>`select t::text as row from ${sql.raw(name)} as t`.execute(db),
    ),
  )
  return rows.flatMap((result) => result.rows.map((one) => one.row)).join('\n')
}

/** Everything in the data folder: kept mails, and whatever else is written. */
async function everyFile(): Promise<string> {
  const entries = await readdir(testApp.config.dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return (await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'utf8')))).join(
    '\n',
  )
}

/** Everything about her that Alice takes home, legible again. */
async function archive(): Promise<string> {
  const { statusCode, rawPayload } = await testApp.app.fastify.inject({
    method: 'GET',
    url: exportMyData.path,
    headers: { host: 'localhost:4000', authorization: `Bearer ${alice.token}` },
  })
  assert.equal(statusCode, 200)
  return Object.values(unzipSync(rawPayload))
    .map((file) => strFromU8(file))
    .join('\n')
}

const canaries = [
  '378282246310005',
  '4000000000000002',
  '4242424242424242',
  '4242 4242 4242 4242',
  '4000000000009995',
  '4000002500003155',
  '5555555555554444',
]

function assertForgotten(text: string, where: string): void {
  for (const number of canaries) assert.ok(!text.includes(number), `${number} in ${where}`)
  assert.doesNotMatch(text, new RegExp(`(?<![0-9a-f-])${cvc}(?![0-9a-f-])`), `the CVC in ${where}`)
}

test('P02 a card’s number and CVC are nowhere afterwards: not in tables, files, mails, logs or exports', async () => {
  const answers: string[] = []
  await withProcess({ nodeEnv: 'development' }, async (at) => {
    const add = async (card: Record<string, string>, key: string) => {
      const body = { billing_entity_id: billingEntity, exp_month: '12', exp_year, cvc, ...card }
      const headers = { 'idempotency-key': key }
      const answer = await testApp.call(addCard, { as: alice, body, headers, at, json: key === 'as json' })
      answers.push(JSON.stringify(answer))
      return answer.status
    }
    assert.equal(await add({ number: '4000000000000002', cvc: '926' }, 'declined'), 400)
    assert.equal(await add({ number: '4242 4242 4242 4242' }, 'wrong cvc'), 400)
    assert.equal(await add({ number: '378282246310005', id: '1' }, 'with an id'), 400)
    assert.equal(await add({ number: '378282246310005' }, 'as json'), 201)
    assert.equal(await add({ number: '378282246310005' }, 'as json'), 201)
    assert.equal(await add({ number: '378282246310005' }, 'a second one'), 409)

    const [card] = (await testApp.call(listCards, { as: alice, at })).reply.cards
    const replace = async (number: string) => {
      const body = { number, exp_month: '12', exp_year, cvc: '926' }
      const answer = await testApp.call(updateCard, { as: alice, params: { id: card!.id }, body, at })
      answers.push(JSON.stringify(answer))
      return answer
    }
    assert.equal((await replace('4000000000009995')).status, 400)
    const { reply } = await replace('4000002500003155')
    assert.equal(reply.status, 'requires_action')
    const bank = new URL(reply.action_url ?? '')
    const page = await testApp.send('GET', bank.pathname, { at })
    answers.push(JSON.stringify(page))
    assert.match(JSON.stringify(page), /Is this you\?/)
    assert.equal((await replace('5555555555554444')).status, 200)
  })
  await testApp.settle()
  answers.push(
    JSON.stringify(
      await testApp.send('GET', `/api/v1/billing-entities/${billingEntity}/activity`, { as: alice }),
    ),
  )
  const table = await testApp.send('GET', `/api/v1/billing-entities/${billingEntity}/activity.csv`, {
    as: alice,
  })
  assert.equal(table.status, 200)
  answers.push(JSON.stringify(table))
  assert.match(answers.at(-2)!, /replaceCard/)

  assert.match(await everyRow(), /amex/)
  assertForgotten(await everyRow(), 'a table')
  assertForgotten(await everyFile(), 'a file')
  assert.ok(logged.length > 0)
  assertForgotten(logged.join('\n'), 'the log')
  assertForgotten(answers.join('\n'), 'an answer')
  const taken = await archive()
  assert.ok(taken.includes(billingEntity) && taken.includes('Replaced the card'))
  assertForgotten(taken, 'the export of an account')
})

test('P02 the CVC is not even hashed: another one under the same key is the same call', async () => {
  const body = { billing_entity_id: billingEntity, number: '378282246310005', exp_month: '12', exp_year }
  const headers = { 'idempotency-key': 'as json' }
  const again = await testApp.call(addCard, { as: alice, body: { ...body, cvc: '111' }, headers, json: true })
  assert.deepEqual([again.status, again.reply.last_four], [201, '0005'])
})

test('P01 with Stripe a number sent to us is refused before it is read', async () => {
  const stripe = { secretKey: 'x', publishableKey: 'x', webhookSecret: 'x', apiBase: 'http://127.0.0.1:1' }
  await withProcess({ paymentGateway: 'stripe', stripe }, async (at) => {
    for (const number of ['4242424242424242', 'no number at all']) {
      const body = { billing_entity_id: billingEntity, number, exp_month: '12', exp_year, cvc }
      const { status, body: refusal } = await testApp.call(addCard, { as: alice, body, at })
      assert.deepEqual([status, refusal.code], [400, 'card.numbers_refused'])
      assert.equal(refusal.message, 'Card numbers are not accepted by this server.')
    }
    assert.equal((await testApp.call(listCards, { as: alice, at })).reply.total, 1)
    assert.equal((await testApp.call(addCard, { at, body: {} })).status, 401)
  })
  assertForgotten(logged.join('\n'), 'the log')
})
