import type { BillingEntityId } from '@byre/contract/subject-kinds'
import type { FastifyBaseLogger } from 'fastify'
import type { Db, PlatformDb } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transactions.ts'
import { newId } from '../../platform/ids.ts'
import { queue, type Queue } from '../../platform/jobs/outbox.ts'
import {
  holdCustomerOfAttempt,
  insertLetGo,
  markAbandoned,
  removeAttempt,
  removeAttemptsAt,
} from './card-attempts.queries.ts'
import { GatewayDown, type Gateway } from '../ports.ts'

/** A card that is ours no more is to be removed at its gateway. */
export const cardLetGo = queue<{ id: string }>('payments.card-let-go', {
  retryLimit: 3,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 60,
})

/** Sends a job with the transaction it is called in. */
export type Enqueue = <T extends object>(db: PlatformDb, queue: Queue<T>, data: T) => Promise<void>

interface Former {
  billing_entity_id: BillingEntityId
  gateway: 'sandbox' | 'stripe'
  gateway_card_id: string
}

/** Has a card removed at its gateway once the caller's transaction has committed, however often that fails. */
export async function letGo(db: Db<'payments'>, enqueue: Enqueue, former: Former): Promise<void> {
  const id = newId()
  const { billing_entity_id, gateway, gateway_card_id } = former
  await insertLetGo(db, { id, billing_entity_id, gateway, gateway_card_id })
  await enqueue(db, cardLetGo, { id })
}

interface Remover {
  gateway: Gateway
  log: FastifyBaseLogger
}

/**
 * Removes what the gateway may have kept for an attempt that ended without a card: only what is its payer's
 * there, and what no card and no other try of that payer uses. Nobody can keep that card from here on; the
 * attempt stays until the gateway has answered.
 */
export async function giveUpAttempt(
  { gateway, log }: Remover,
  db: Db<'payments'>,
  id: string,
): Promise<void> {
  const unused = await transaction(db, (db) => claimUnused(db, { id, gateway: gateway.name }))
  if (!unused) return
  try {
    await gateway.removeCard(unused)
  } catch (error) {
    if (!(error instanceof GatewayDown)) throw error
    log.warn(
      { err: error, attempt_id: id },
      'the gateway could not be asked to remove a card; will try again',
    )
    return
  }
  await removeAttemptsAt(db, unused)
}

/** The card of an attempt that nobody uses, and from here on nobody can; null, and the attempt is over, else. */
async function claimUnused(db: Db<'payments'>, attempt: { id: string; gateway: Gateway['name'] }) {
  const [held] = await holdCustomerOfAttempt(db, attempt)
  const [abandoned] = held ? await markAbandoned(db, { id: attempt.id }) : []
  if (held && abandoned) return held
  await removeAttempt(db, attempt)
  return null
}
