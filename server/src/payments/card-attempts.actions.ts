import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../platform/db.ts'
import { queue } from '../platform/outbox.ts'
import {
  listCardsToCheck,
  listStaleAttempts,
  markAbandoned,
  markChecked,
  removeAttempt,
} from './card-attempts.queries.ts'
import { removeForgottenDeclines } from './card-declines.queries.ts'
import { GatewayDown, type Gateway } from './gateways/gateway.ts'

/** What the gateway and our records must agree on, checked every five minutes. */
export const cardReconciliation = queue<object>('payments.reconcile-cards', {
  retryLimit: 2,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 120,
})

/** Far longer than any request may take. */
const staleAfterMinutes = 5

interface Reconciler {
  gateway: Gateway
  log: FastifyBaseLogger
}

/**
 * Removes what the gateway may have kept for an attempt that ended without a card. Nobody can finish
 * the attempt from here on; it stays until the gateway has answered.
 */
export async function giveUpAttempt(
  { gateway, log }: Reconciler,
  db: Db<'payments'>,
  id: string,
): Promise<void> {
  const [abandoned] = await markAbandoned(db, { id })
  if (!abandoned) return
  try {
    await gateway.removeCard(id)
  } catch (error) {
    if (!(error instanceof GatewayDown)) throw error
    log.warn({ err: error, card_id: id }, 'the gateway could not be asked to remove a card; will try again')
    return
  }
  await removeAttempt(db, { id })
}

/** Removes cards that only the gateway knows; reports those that only we know. Safe to repeat. */
export async function reconcileCards(reconciler: Reconciler, db: Db<'payments'>): Promise<void> {
  const { gateway, log } = reconciler
  for (const { id } of await listStaleAttempts(db, { gateway: gateway.name, minutes: staleAfterMinutes }))
    await giveUpAttempt(reconciler, db, id)

  const ids = (await listCardsToCheck(db, { gateway: gateway.name })).map((card) => card.id)
  if (ids.length > 0) {
    const kept = await gateway.findCards(ids)
    for (const card_id of ids)
      if (!kept.has(card_id)) log.error({ card_id }, 'the gateway does not have a card')
    await markChecked(db, { ids })
  }

  await removeForgottenDeclines(db, {})
}
