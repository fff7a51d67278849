import { addCard } from '@byre/contract/billing/cards'
import pino from 'pino'
import type { BillingDesk } from '../payments/billing.policy.ts'
import { sandbox } from '../payments/gateways/sandbox.ts'
import { within } from '../platform/database/db.ts'
import type { Person, World } from './world.ts'

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

/** What the billing engine works with, for stories that begin below HTTP. */
export function deskOf(world: World): BillingDesk {
  const db = within<'payments'>(world.database.db)
  return {
    db,
    gateway: sandbox({ db, confirmUrl: `${world.config.publicUrl}/sandbox`, tell: async () => undefined }),
    outbox: world.app.outbox,
    clock: world.clock,
    log: pino({ level: 'silent' }),
    config: world.config,
  }
}

/** Gives a payer a card, which is tried at once for whatever it owes. */
export async function giveCard(
  world: World,
  as: Person,
  billing_entity_id: string,
  number = cardNumbers.pays,
  exp_year = new Date().getUTCFullYear() + 5,
): Promise<string> {
  const body = { billing_entity_id, number, exp_month: '12', exp_year: String(exp_year), cvc: '123' }
  const { status, body: envelope, reply } = await world.call(addCard, { as, body })
  if (status !== 201) throw new Error(`no card: ${JSON.stringify(envelope)}`)
  await world.settle()
  return reply.id
}
