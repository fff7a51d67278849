import { addCard } from '@byre/contract/billing/cards'
import pino from 'pino'
import type { BillingContext } from '../payments/billing.policy.ts'
import { sandbox } from '../payments/gateways/sandbox.ts'
import { within } from '../platform/database/db.ts'
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
