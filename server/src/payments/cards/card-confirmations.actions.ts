import type { RightOf } from '@byre/contract/endpoint'
import type { confirmCard as ConfirmCard } from '@byre/contract/billing/cards'
import { billingEntityFor } from '../../customers/index.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transactions.ts'
import { refuse, Refusal } from '../../platform/errors.ts'
import type { Outbox } from '../../platform/jobs/outbox.ts'
import type { Call } from '../../platform/http/calls.ts'
import { versioned } from '../../platform/reply.ts'
import { giveUpAttempt } from './card-attempts.actions.ts'
import { findWaiting } from './card-attempts.queries.ts'
import { countDecline } from './card-declines.actions.ts'
import { isConflict, lineOf, recordCard, type CardContext } from './card-entries.actions.ts'
import { findCardOfAttempt } from './cards.queries.ts'
import { GatewayDown } from '../ports.ts'

/** Keeps a card whose holder comes back from their bank; the same again when that was done already. */
export async function confirmCard(context: CardContext, call: Call<typeof ConfirmCard, 'payments'>) {
  const { command, actor, params, from } = call
  const { gateway, log } = context
  const [attempt] = await findWaiting(command.db, {
    id: params.id,
    gateway: gateway.name,
    gateway_setup_id: null,
  })
  if (!attempt) return findConfirmed(call)
  const billingEntity = await billingEntityFor<RightOf<typeof ConfirmCard>>(
    command.db,
    actor.user_id,
    attempt.billing_entity_id,
    'keepCard',
  )

  await command.claim()
  const answer = await gateway.findSetup(attempt.gateway_setup_id!).catch((error: unknown) => {
    if (!(error instanceof GatewayDown)) throw error
    const { billing_entity_id } = attempt
    log.warn({ err: error, billing_entity_id }, 'the gateway could not be asked about a card')
    return refuse('card.gateway_down')
  })
  if (answer === null) refuse('card.unconfirmed')
  if (answer.outcome === 'refused') {
    await giveUpAttempt(context, command.db, attempt.id)
    const line = lineOf(actor.user_id, billingEntity.id, attempt.card_id, from)
    await writeAudit(command.db, { ...line, deed: 'tryCard', after: { refused: answer.refused } })
    await countDecline(command.db, actor, from, context.limitFactor)
    refuse(answer.refused)
  }

  const doing = { actor_id: actor.user_id, from, enqueue: command.enqueue.bind(command) }
  try {
    return await command.transaction(async (db) =>
      versioned(await recordCard(context, db, doing, { attempt, kept: answer })),
    )
  } catch (error) {
    if (error instanceof Refusal || isConflict(error)) await giveUpAttempt(context, command.db, attempt.id)
    throw error
  }
}

/** The card of a try that was finished before, for someone who runs its payer. */
async function findConfirmed({ command, actor, params }: Call<typeof ConfirmCard, 'payments'>) {
  const [card] = await findCardOfAttempt(command.db, { attempt_id: params.id })
  if (!card) refuse('not_found')
  await billingEntityFor<RightOf<typeof ConfirmCard>>(
    command.db,
    actor.user_id,
    card.billing_entity_id,
    'keepCard',
  )
  return command.transaction(async () => versioned(card))
}

/** What finishing needs where no person asks for it. */
export interface Finisher extends CardContext {
  outbox: Outbox
}

/**
 * Keeps a card whose holder confirmed it but did not come back here, in the name of who gave it. False when
 * it cannot be kept any more: refused, or its payer has another, or whoever gave it may not any longer.
 */
export async function finishForHolder(
  finisher: Finisher,
  db: Db<'payments'>,
  which: { id: string } | { gateway_setup_id: string },
): Promise<boolean> {
  const { gateway, outbox } = finisher
  const [attempt] = await findWaiting(db, {
    id: null,
    gateway_setup_id: null,
    ...which,
    gateway: gateway.name,
  })
  if (!attempt) return false
  const answer = await gateway.findSetup(attempt.gateway_setup_id!)
  if (answer?.outcome !== 'kept' || attempt.actor_id === null) return false

  const doing = {
    actor_id: attempt.actor_id,
    from: { request_id: attempt.id, network: '' },
    enqueue: outbox.send.bind(outbox),
  }
  try {
    await transaction(db, (db) => recordCard(finisher, db, doing, { attempt, kept: answer }))
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
  return true
}
