import { getBillingEntity } from '@byre/contract/billing/billing-entities'
import { listCards } from '@byre/contract/billing/cards'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { cardNumbers } from '../../testing/billing.ts'
import { freePort, killAll, startMain, type Started } from '../../testing/main-process.ts'
import { newBillingEntity } from '../../testing/places.ts'
import { TestApp, type Person } from '../../testing/test-app.ts'
import { cardReconciliation } from './card-reconciliation.actions.ts'

/** After so many answers the portal dies. */
const kills = [1, 3, 6, 10]
const billingEntitiesOfEachKind = 10

let testApp: TestApp
let alice: Person
/** Always the same: a call made again under its key goes to the same host. */
let port: number

before(async () => {
  testApp = await TestApp.start()
  alice = await testApp.person('alice')
  port = await freePort()
})
after(async () => {
  killAll()
  await testApp.close()
})

/** The product as a process of its own on this test app's database. */
async function portal(): Promise<Started> {
  const { host, user, database } = testApp.database.pool.options
  const started = await startMain({
    DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host ?? '')}`,
    DATA_DIR: testApp.config.dataDir,
    APP_SECRET: testApp.config.appSecrets[0],
    LIMIT_FACTOR: '1000',
    PORT: `${port}`,
  })
  await started.ready
  return started
}

type Kind = 'POST' | 'PUT' | 'DELETE'

/** One command that a kill may meet, and what its caller was told of it. */
interface Trial {
  kind: Kind
  billingEntity: string
  key: string
  body: Record<string, string>
  /** The last four digits of its card before, and once the command is done; null: none. */
  before: string | null
  done: string | null
  card_id: string | null
  answer: number | null
}

const exp_year = String(new Date().getUTCFullYear() + 2)
const visa = { number: cardNumbers.pays, exp_month: '12', exp_year, cvc: '123' }
const master = { ...visa, number: cardNumbers.alsoPays }

const cardOf = async (billing_entity_id: string) => {
  const { reply } = await testApp.call(listCards, { as: alice, query: { billing_entity_id } })
  assert.ok(reply.total <= 1, 'never two cards')
  return reply.cards[0] ?? null
}

async function trialOf(kind: Kind, billingEntity: string): Promise<Trial> {
  const card = await cardOf(billingEntity)
  const before = card?.last_four ?? null
  const given = before === '4242' ? master : visa
  return {
    kind,
    billingEntity,
    key: randomUUID(),
    body: { POST: { billing_entity_id: billingEntity, ...visa }, PUT: given, DELETE: {} }[kind],
    before,
    done: kind === 'DELETE' ? null : (kind === 'POST' ? visa : given).number.slice(-4),
    card_id: card?.id ?? null,
    answer: null,
  }
}

/** Makes the call; null when the portal dies meanwhile, or has no time for it and says so. */
async function send({ kind, card_id, key, body }: Trial): Promise<number | null> {
  const path = kind === 'POST' ? '/api/v1/cards' : `/api/v1/cards/${card_id}`
  try {
    const answer = await fetch(`http://localhost:${port}${path}`, {
      method: kind,
      headers: { authorization: `Bearer ${alice.token}`, 'idempotency-key': key },
      ...(kind === 'DELETE' ? {} : { body: new URLSearchParams(body) }),
    })
    await answer.arrayBuffer()
    return answer.status === 503 ? null : answer.status
  } catch {
    return null
  }
}

/** All at once, until so many were answered; then the portal dies. */
async function sendUntilKilled(at: Started, trials: Trial[], killAfter: number): Promise<void> {
  const exited = once(at.child, 'exit')
  let answered = 0
  const one = async (trial: Trial) => {
    trial.answer = await send(trial)
    answered += 1
    if (answered === killAfter) at.child.kill('SIGKILL')
  }
  // What does not ask the gateway is soon done, so it comes last.
  const last = (trial: Trial) => Number(trial.kind === 'DELETE')
  await Promise.all(trials.toSorted((a, b) => last(a) - last(b)).map(one))
  await exited
}

const ok = { POST: 201, PUT: 200, DELETE: 200 } as const

/** What is there is what was before or what was asked for; what was acknowledged is there. */
async function judge({ kind, billingEntity, before, done, answer }: Trial): Promise<'done' | 'not done'> {
  const card = await cardOf(billingEntity)
  const there = card?.last_four ?? null
  const { reply } = await testApp.call(getBillingEntity, { as: alice, params: { id: billingEntity } })
  assert.equal(reply.last_four, there, 'the payer shows the card that is there')
  if (answer !== null) assert.deepEqual([kind, answer, there], [kind, ok[kind], done])
  assert.ok(there === before || there === done, `${kind}: ${there} after ${before}`)
  return there === done ? 'done' : 'not done'
}

/** The same call again, and while there is no time for it again as browsers do: done, or done already. */
async function pressAgain(trial: Trial, outcome: 'done' | 'not done'): Promise<void> {
  let answer = await send(trial)
  let tries = 1
  for (; answer === null && tries < 5; tries++) answer = await send(trial)
  const isGone = trial.kind === 'DELETE' && (outcome === 'done' || tries > 1) && answer === 404
  assert.ok(answer === ok[trial.kind] || isGone, `${trial.kind} again: ${answer} after ${outcome}`)
  assert.equal(await judge({ ...trial, answer: ok[trial.kind] }), 'done')
}

/** A minute later nobody can still be working on a call under its key. */
const letLeasesEnd = () =>
  sql`update platform.idempotency_keys set lease_until = now() - interval '1 second' where state = 'running'`.execute(
    testApp.database.db,
  )

test('F02 killed while cards are added, replaced and removed, each payer has one card or none, as it was told', async (t) => {
  const billingEntities = await Promise.all(
    Array.from(
      { length: billingEntitiesOfEachKind * 3 },
      async () => (await newBillingEntity(testApp, alice)).id,
    ),
  )
  const interrupted = { POST: 0, PUT: 0, DELETE: 0 }
  let leftOpen = 0
  let at = await portal()
  await Promise.all(
    billingEntities.slice(billingEntitiesOfEachKind).map(async (billingEntity) => {
      assert.equal(await send(await trialOf('POST', billingEntity)), 201)
    }),
  )

  for (const killAfter of kills) {
    const trials: Trial[] = []
    for (const [n, billingEntity] of billingEntities.entries()) {
      const kind = (await cardOf(billingEntity)) === null ? 'POST' : n % 2 === 0 ? 'PUT' : 'DELETE'
      trials.push(await trialOf(kind, billingEntity))
    }
    await sendUntilKilled(at, trials, killAfter)
    const { rows } = await testApp.database.pool.query(
      'select 1 from payments.card_attempts where not abandoned',
    )
    leftOpen += rows.length

    at = await portal()
    await letLeasesEnd()
    await Promise.all(
      trials.map(async (trial) => {
        const outcome = await judge(trial)
        if (trial.answer !== null) return
        interrupted[trial.kind] += 1
        await pressAgain(trial, outcome)
      }),
    )
  }
  at.child.kill('SIGTERM')
  await at.ended

  for (const [kind, times] of Object.entries(interrupted)) assert.ok(times >= 10, `${kind}: ${times} times`)
  t.diagnostic(`${JSON.stringify(interrupted)}, ${leftOpen} in the middle of the gateway`)
  assert.ok(leftOpen > 0, 'some died between the gateway and us')
  await sql`update payments.card_attempts set started_at = now() - interval '2 hours'`.execute(
    testApp.database.db,
  )
  await testApp.app.outbox.send(testApp.database.db, cardReconciliation, {})
  await testApp.settle()
  const { rows } = await testApp.database.pool.query<{ there: string[]; here: string[]; open: number }>(
    `select array(select id from payments.sandbox_cards order by 1) as there,
       array(select gateway_card_id from payments.cards order by 1) as here,
       (select count(*) from payments.card_attempts)::int as open`,
  )
  const { there, here, open } = rows[0]!
  assert.deepEqual(there, here, 'the gateway keeps the cards that are ours, and no others')
  assert.equal(open, 0)
})
