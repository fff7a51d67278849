import type { BillingEntityId } from '@byre/contract/subject-kinds'
import type { FastifyBaseLogger } from 'fastify'
import { newId } from '../../platform/ids.ts'
import type { Db } from '../../platform/database/db.ts'
import { queue } from '../../platform/jobs/outbox.ts'
import { giveUpAttempt } from './card-attempts.actions.ts'
import { insertAttempt, listStaleAttempts } from './card-attempts.queries.ts'
import { finishForHolder, type Finisher } from './card-confirmations.actions.ts'
import { removeForgottenDeclines } from './card-declines.queries.ts'
import { listKnownCards, takeCustomersToCheck } from './gateway-customers.queries.ts'
import type { Gateway } from '../ports.ts'

/** What the gateway and our records must agree on, checked every five minutes and when a process starts. */
export const cardReconciliation = queue<object>('payments.reconcile-cards', {
  retryLimit: 2,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 120,
})

/** Far longer than any request may take, and than any holder needs to confirm. */
const staleAfterMinutes = { request: 5, holder: 60 }
/** Younger cards may belong to an entry that is still going on in somebody's browser. */
const strayAfterMs = 15 * 60_000
const customersAtOnce = 100

/** Removes cards that only the gateway knows; reports those that only we know. Safe to repeat. */
export async function reconcileCards(finisher: Finisher, db: Db<'payments'>): Promise<void> {
  const { gateway, log } = finisher
  const { request: minutes, holder: minutes_for_holder } = staleAfterMinutes
  for (const attempt of await listStaleAttempts(db, { gateway: gateway.name, minutes, minutes_for_holder })) {
    const isOpen = attempt.gateway_setup_id !== null && !attempt.abandoned
    if (!isOpen || !(await finishForHolder(finisher, db, { id: attempt.id })))
      await giveUpAttempt(finisher, db, attempt.id)
  }

  const due = await takeCustomersToCheck(db, { gateway: gateway.name, most: customersAtOnce })
  for (const { billing_entity_id, customer } of due)
    await compareCards({ gateway, log }, db, billing_entity_id, customer)

  await removeForgottenDeclines(db, {})
}

/** Both lists of one payer's cards. Ours is read before and after, so that a change in between is no difference. */
async function compareCards(
  { gateway, log }: { gateway: Gateway; log: FastifyBaseLogger },
  db: Db<'payments'>,
  billing_entity_id: BillingEntityId,
  customer: string,
): Promise<void> {
  const billingEntity = { gateway: gateway.name, billing_entity_id }
  const before = await listKnownCards(db, billingEntity)
  const kept = await gateway.listCards(customer)
  const after = await listKnownCards(db, billingEntity)

  const there = new Set(kept.map((card) => card.gateway_card_id))
  const stillOurs = new Set(after.map((card) => card.gateway_card_id))
  for (const { card_id, gateway_card_id } of before)
    if (card_id !== null && stillOurs.has(gateway_card_id) && !there.has(gateway_card_id))
      log.error({ card_id }, 'the gateway does not have a card')

  const known = new Set([...before, ...after].map((card) => card.gateway_card_id))
  for (const { gateway_card_id, kept_at } of kept) {
    if (known.has(gateway_card_id) || Date.now() - kept_at.getTime() < strayAfterMs) continue
    log.warn({ billing_entity_id }, 'a card that only the gateway knew is removed there')
    const id = newId()
    await insertAttempt(db, { id, ...billingEntity, gateway_card_id, card_id: null, actor_id: null })
    await giveUpAttempt({ gateway, log }, db, id)
  }
}
