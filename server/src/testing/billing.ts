import type { BillingEntityId } from '@byre/contract/subject-kinds'
import { addCard } from '@byre/contract/billing/cards'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import pino from 'pino'
import type { BillingEntityTerms, Place } from '../customers/index.ts'
import type { BillingContext } from '../payments/billing.policy.ts'
import { sandbox } from '../payments/gateways/sandbox.ts'
import { newBillingEntity, newSite } from './places.ts'
import { insertSubscription } from '../payments/new-subscriptions.queries.ts'
import { newTrial } from '../payments/subscriptions/subscriptions.actions.ts'
import { within, type Db } from '../platform/database/db.ts'
import { chargeable } from '../customers/billing-entities/billing-entities.policy.ts'
import type { Person, TestApp } from './test-app.ts'

/** Test numbers by how they behave when they are to pay. */
export const cardNumbers = {
  pays: '4242424242424242',
  alsoPays: '5555555555554444',
  asks: '4000002760003184',
  declines: '4000000000000341',
  neverPays: '4100000000000019',
  slow: '4000000000005019',
  forgets: '4000000000005027',
}

/** What the billing engine works with, for tests that begin below HTTP. */
export function billingContextOf(testApp: TestApp): BillingContext {
  const db = within<'payments'>(testApp.database.db)
  return {
    db,
    gateway: sandbox({ db, confirmUrl: `${testApp.config.publicUrl}/sandbox`, tell: async () => undefined }),
    outbox: testApp.app.outbox,
    clock: testApp.clock,
    log: pino({ level: 'silent' }),
    config: testApp.config,
  }
}

/** The trial of a place that customers set up without one. */
export async function startTrial(
  context: BillingContext,
  db: Db<'payments'>,
  { place, billingEntity, plan_id }: { place: Place; billingEntity: BillingEntityTerms; plan_id: string },
): Promise<void> {
  const trial = newTrial(context, place, chargeable({ ...billingEntity, role: 'Admin' })!.id, plan_id)
  const [begun] = await insertSubscription(db, trial)
  if (!begun) throw new Error(`no plan ${plan_id} is on offer`)
}

/** Gives a payer a card, which is tried at once for whatever it owes. */
export async function giveCard(
  testApp: TestApp,
  as: Person,
  billing_entity_id: string,
  { number = cardNumbers.pays, exp_year = new Date().getUTCFullYear() + 5 } = {},
): Promise<string> {
  const body = { billing_entity_id, number, exp_month: '12', exp_year: String(exp_year), cvc: '123' }
  const { status, body: envelope, reply } = await testApp.call(addCard, { as, body })
  if (status !== 201) throw new Error(`no card: ${JSON.stringify(envelope)}`)
  await testApp.settle()
  return reply.id
}

const asking = { number: '4000002500003155', exp_month: '12', exp_year: '2040', cvc: '123' }

/** A card that its bank was asked about: it said yes, which nobody has heard of here yet. */
export async function newAttempt(testApp: TestApp, owner: Person, billingEntity: string): Promise<string> {
  const { reply } = await testApp.call(addCard, {
    as: owner,
    body: { billing_entity_id: billingEntity, ...asking },
  })
  const card = new URL(reply.action_url ?? '').pathname.split('/').at(-1)
  await testApp.database.pool.query(`update payments.sandbox_cards set state = 'kept' where id = $1`, [card])
  return reply.id
}

/** A payer with sites, named `Pasture 1` and so on, whose trials end today; nothing is charged yet. */
export async function billingEntityOfSites(
  testApp: TestApp,
  as: Person,
  count: number,
  card: string | null = cardNumbers.pays,
): Promise<{ id: BillingEntityId; email: string; sites: string[] }> {
  const email = `${randomUUID()}@north.example`
  const { id } = await newBillingEntity(testApp, as, { email })
  if (card !== null) await giveCard(testApp, as, id, { number: card })
  const sites: string[] = []
  for (let one = 1; one <= count; one++)
    sites.push((await newSite(testApp, as, { billing_entity_id: id, name: `Pasture ${one}` })).id)
  return { id, email, sites }
}

/** The payments that a payer's card was asked for, the oldest first. */
export const bookOf = (testApp: TestApp, billingEntity: string) =>
  testApp.database.db
    .selectFrom('payments.sandbox_payments')
    .select(['id', 'key', 'invoice_id', 'amount', 'state', 'description'])
    .where('billing_entity_id', '=', billingEntity)
    .orderBy('created_at')
    .orderBy('key')
    .execute()

/** What the gateway took, as `invoice amount` for each share; a payment that is not the sum of its shares fails. */
export async function takenFor(testApp: TestApp, billingEntity: string): Promise<string[]> {
  const { rows } = await testApp.database.pool.query<{ taken: string; is_right: boolean }>(
    `select a.invoice_id || ' ' || a.amount as taken,
       p.amount = (select sum(s.amount) from payments.charge_attempts s where s.charge_id = c.id) as is_right
     from payments.sandbox_payments p
     join payments.charges c on c.key = p.key join payments.charge_attempts a on a.charge_id = c.id
     where p.billing_entity_id = $1 and p.state in ('succeeded', 'processing')`,
    [billingEntity],
  )
  assert.ok(rows.every((row) => row.is_right))
  return rows.map((row) => row.taken).toSorted()
}

/** How a payer's card behaves from now on, as its bank has it. */
export const letCard = (testApp: TestApp, billingEntity: string, manner: string) =>
  testApp.database.pool.query(
    `update payments.sandbox_cards s set manner = $2 from payments.cards c
     where c.gateway_card_id = s.id and c.billing_entity_id = $1`,
    [billingEntity, manner],
  )
