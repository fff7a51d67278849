import type { BillingEntityId } from '@byre/contract/subject-kinds'
import { billingAddressProblems } from '@byre/contract/addresses'
import type { GivenCard } from '@byre/contract/billing/cards'
import type { FastifyBaseLogger } from 'fastify'
import {
  billingEntityFor,
  noteCard,
  noteBillingAddress,
  type BillingEntityAccess,
  type BillingAddress,
} from '../../customers/index.ts'
import type { Actor } from '../../platform/authentication/authenticate.ts'
import { writeAudit, type RequestFacts } from '../../platform/audit/audit.ts'
import { type Db } from '../../platform/database/db.ts'
import { sqlState, violated } from '../../platform/database/sql-states.ts'
import type { IdempotentCommand } from '../../platform/idempotency/idempotency.ts'
import { refuse, Refusal } from '../../platform/errors.ts'
import { versioned, type Reply } from '../../platform/reply.ts'
import { newId } from '../../platform/ids.ts'
import { queue } from '../../platform/jobs/outbox.ts'
import { giveUpAttempt, letGo, type Enqueue } from './card-attempts.actions.ts'
import { finishAttempt, insertAttempt, markWaiting, removeAttempt } from './card-attempts.queries.ts'
import { beginTry, endTry, noteDecline, type Try } from './card-declines.actions.ts'
import { findCardOfAttempt, findCardOfBillingEntity, insertCard, replaceCard } from './cards.queries.ts'
import { findCustomer, holdCustomer, insertCustomer } from './gateway-customers.queries.ts'
import { GatewayDown, type CardEntry, type CardOutcome, type Gateway, type KeptCard } from '../ports.ts'

/** What keeping cards needs besides the command. */
export interface CardContext {
  gateway: Gateway
  log: FastifyBaseLogger
  /** Multiplies the limits on tries and declines. */
  limitFactor: number
  publicUrl: string
}

/** A payer has another card: what is open may be paid with it. */
export const cardChanged = queue<{ billing_entity_id: BillingEntityId }>('payments.card-changed', {
  retryLimit: 5,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 600,
})

/** Somebody gives a card for a payer. */
export interface CardEntryRequest {
  command: IdempotentCommand<'payments'>
  actor: Actor
  from: RequestFacts
  billingEntity: BillingEntityAccess<'keepCard'>
  entry: CardEntry
  /** Where the payer is, said with its card; null: that is known. */
  place: BillingAddress | null
  /** The card whose place it takes; null: the payer has none. */
  card_id: string | null
}

/** The payer as the gateway calls them; told once. */
export async function customerOf(
  { gateway }: CardContext,
  db: Db<'payments'>,
  billingEntity: BillingEntityAccess<'keepCard'>,
): Promise<string> {
  const names = { gateway: gateway.name, billing_entity_id: billingEntity.id }
  const [known] = await findCustomer(db, names)
  if (known) return known.customer
  await insertCustomer(db, { ...names, customer: await gateway.customerFor(billingEntity) })
  const [stored] = await findCustomer(db, names)
  return stored!.customer
}

/**
 * Has a card kept. The gateway is asked first, outside any transaction, then one transaction records
 * its answer; what only the gateway knows afterwards is removed there.
 */
export async function giveCard(
  context: CardContext,
  entryRequest: CardEntryRequest,
): Promise<GivenCard | Reply<GivenCard>> {
  const { command, actor, from, billingEntity, card_id } = entryRequest
  await command.claim()
  const counted = await beginTry(command.db, actor, from, context.limitFactor)

  const id = newId()
  const answer = await answerOf(context, entryRequest, { counted, attempt: { id } }, () =>
    askToKeep(context, entryRequest, id),
  )
  await endTry(command.db, counted)
  const doing = { actor_id: actor.user_id, from, enqueue: command.enqueue.bind(command) }
  try {
    if (answer.outcome === 'requires_action')
      return await command.transaction(async (db) => {
        await notePlace(db, entryRequest)
        return waitForHolder(db, { id, card_id, billingEntity, answer })
      })
    return await command.transaction(async (db) => {
      await notePlace(db, entryRequest)
      const attempt = { id, billing_entity_id: billingEntity.id, card_id }
      const card = await recordCard(context, db, doing, { attempt, kept: answer })
      return versioned({ ...card, status: 'kept' as const, action_url: null })
    })
  } catch (error) {
    // Rolled back for certain. After anything else the commit may have happened; the attempt tells, later.
    if (error instanceof Refusal || isConflict(error)) await giveUpAttempt(context, command.db, id)
    throw error
  }
}

/** What was said of where the payer is, in the transaction that records what the gateway said. */
export async function notePlace(
  db: Db<'payments'>,
  { actor, from, billingEntity, place }: Pick<CardEntryRequest, 'actor' | 'from' | 'billingEntity' | 'place'>,
): Promise<void> {
  if (place) await noteBillingAddress(db, billingEntity, place, { actor_id: actor.user_id, from })
}

/** A conflict with others that no repetition settled: serialization failure, deadlock, lock time-out. */
export const isConflict = (error: unknown) => ['40001', '40P01', '55P03'].includes(sqlState(error) ?? '')

async function askToKeep(
  context: CardContext,
  { command, actor, billingEntity, entry, card_id }: CardEntryRequest,
  id: string,
) {
  const { gateway } = context
  const customer = await customerOf(context, command.db, billingEntity)
  await insertAttempt(command.db, {
    id,
    billing_entity_id: billingEntity.id,
    gateway: gateway.name,
    gateway_card_id: gateway.nameOf({ id, entry }),
    card_id,
    actor_id: actor.user_id,
  })
  const return_url = `${context.publicUrl}/billing-entities/${billingEntity.id}/card/return?card=${id}`
  return gateway.keepCard({ id, customer, entry, return_url })
}

type Accepted = Exclude<CardOutcome, { outcome: 'refused' }>

/** What the gateway says to a card; refuses when it does, which counts as a decline, or is silent. */
export async function answerOf(
  { gateway, log }: CardContext,
  {
    command,
    actor,
    from,
    billingEntity,
    card_id,
  }: Pick<CardEntryRequest, 'command' | 'actor' | 'from' | 'billingEntity' | 'card_id'>,
  { counted, attempt }: { counted: Try; attempt: { id: string } | null },
  ask: () => Promise<CardOutcome>,
): Promise<Accepted> {
  const answer = await ask().catch(async (error: unknown) => {
    await endTry(command.db, counted)
    if (!(error instanceof GatewayDown)) throw error
    log.warn(
      { err: error, card_id, billing_entity_id: billingEntity.id },
      'the gateway could not be asked to keep a card',
    )
    return refuse('card.gateway_down')
  })
  if (answer.outcome !== 'refused') return answer

  if (attempt) await removeAttempt(command.db, { ...attempt, gateway: gateway.name })
  await writeAudit(command.db, {
    ...lineOf(actor.user_id, billingEntity.id, card_id, from),
    deed: 'tryCard',
    after: { refused: answer.refused },
  })
  if ((await noteDecline(command.db, counted)).isSuspicious) log.warn('unusually many cards are declined')
  return refuse(answer.refused, { field: 'number' })
}

async function waitForHolder(
  db: Db<'payments'>,
  {
    id,
    card_id,
    billingEntity,
    answer,
  }: {
    id: string
    card_id: string | null
    billingEntity: BillingEntityAccess<'keepCard'>
    answer: Extract<CardOutcome, { outcome: 'requires_action' }>
  },
): Promise<GivenCard> {
  const { gateway_setup_id, action_url, brand, last_four, exp_month, exp_year } = answer
  const shown = { brand, last_four, exp_month, exp_year }
  const [waits] = await markWaiting(db, { id, gateway_setup_id, shown })
  if (!waits) refuse('card.gateway_down')
  return {
    id: card_id ?? id,
    billing_entity_id: billingEntity.id,
    ...shown,
    status: 'requires_action',
    action_url,
  }
}

/** Who records a card: a person's command, or a job for one who did not come back. */
export interface Recording {
  actor_id: string
  from: RequestFacts
  enqueue: Enqueue
}

/** What the gateway kept, and for which try. */
interface Recorded {
  attempt: { id: string; billing_entity_id: BillingEntityId; card_id: string | null }
  kept: KeptCard
}

/** Card, the payer's copy of it, audit line, and the job that pays what is open: all or nothing. */
export async function recordCard(
  { gateway }: Pick<CardContext, 'gateway'>,
  db: Db<'payments'>,
  { actor_id, from, enqueue }: Recording,
  {
    attempt: { id, billing_entity_id, card_id },
    kept: { brand, last_four, exp_month, exp_year, gateway_card_id },
  }: Recorded,
) {
  const billingEntity = await billingEntityFor(db, actor_id, billing_entity_id, 'keepCard')
  // Emptied while the gateway or the card's holder was asked: nobody could say which taxes it bears.
  const errors = billingAddressProblems(billingEntity)
  if (errors.length > 0) refuse('request.invalid', { errors })
  await holdCustomer(db, { gateway: gateway.name, billing_entity_id })
  const [finished] = await finishAttempt(db, { id })
  if (!finished) {
    const [done] = await findCardOfAttempt(db, { attempt_id: id })
    return done ?? refuse('card.gateway_down')
  }

  const row = {
    brand,
    last_four,
    exp_month,
    exp_year,
    gateway_card_id,
    gateway: gateway.name,
    attempt_id: id,
    billing_entity_id: billingEntity.id,
  }
  const card = card_id === null ? await added() : await replaced(card_id)
  await noteCard(db, billingEntity.id, { brand, last_four })
  const after = { card_id: card.id, brand, last_four }
  await writeAudit(db, { ...lineOf(actor_id, billing_entity_id, card_id, from), after })
  await enqueue(db, cardChanged, { billing_entity_id })
  return card

  async function added() {
    const [card] = await insertCard(db, { ...row, id })
    if (card) return card
    const [present] = await findCardOfBillingEntity(db, { billing_entity_id })
    return refuse(present ? 'card.exists' : 'card.declined')
  }
  async function replaced(id: string) {
    const [replacement] = await replaceCard(db, { ...row, id }).catch((error: unknown) => {
      if (violated(error) === 'cards_gateway') return refuse('card.declined')
      throw error
    })
    if (!replacement) return refuse('not_found')
    const { former_gateway, former_gateway_card_id, ...card } = replacement
    if (former_gateway_card_id !== gateway_card_id) {
      const former = { gateway: former_gateway, gateway_card_id: former_gateway_card_id }
      await letGo(db, enqueue, { ...former, billing_entity_id })
    }
    return card
  }
}

/** Cards are part of their payer's story. */
export const lineOf = (
  actor_id: string | null,
  subject_id: string,
  card_id: string | null,
  from: RequestFacts,
) => ({
  actor_id,
  deed: card_id === null ? ('addCard' as const) : ('replaceCard' as const),
  kind: 'billing_entity',
  subject_id,
  from,
})
