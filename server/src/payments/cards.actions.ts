import type { addCard as AddCard, listCards as ListCards } from '@byre/contract/cards'
import type { QueryOf } from '@byre/contract/endpoint'
import type { FastifyBaseLogger } from 'fastify'
import { billingEntityFor, noteCard } from '../customers/index.ts'
import type { Asker } from '../platform/actor.ts'
import { writeAudit } from '../platform/audit.ts'
import { sqlState, type Db } from '../platform/db.ts'
import { refuse, Refusal } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import type { Call } from '../platform/route.ts'
import { giveUpAttempt } from './card-attempts.actions.ts'
import { finishAttempt, insertAttempt, removeAttempt } from './card-attempts.queries.ts'
import { beginTry, endTry, noteDecline, type Try } from './card-declines.actions.ts'
import { findCard, findCardOfPayer, insertCard, listCardsIn } from './cards.queries.ts'
import { GatewayDown, type Gateway, type KeptCard } from './gateways/gateway.ts'
import { foundIn, pageOf, rowsOf } from './lists.policy.ts'

/** What keeping cards needs besides the deed. */
export interface CardDesk {
  gateway: Gateway
  log: FastifyBaseLogger
  /** Multiplies the limits on tries and declines. */
  limitFactor: number
}

type AddCardCall = Call<typeof AddCard, 'payments'>

export async function listCards(db: Db<'payments'>, asker: Asker, query: QueryOf<typeof ListCards>) {
  const rows = await listCardsIn[query.sort](db, {
    ...asker,
    ...rowsOf(query),
    billing_entity_id: query.billing_entity_id ?? null,
    q: query.q ?? null,
  })
  const { things, counters } = pageOf(rows, query)
  return { cards: things, ...counters }
}

export async function getCard(db: Db<'payments'>, asker: Asker, id: string) {
  return foundIn(await findCard(db, { ...asker, id }))
}

const mayKeep = ['Owner', 'Admin'] as const

/**
 * Keeps a card for a payer that has none. The gateway is asked first, outside any transaction, then
 * one transaction records its answer; what only the gateway knows afterwards is removed there.
 */
export async function addCard(desk: CardDesk, call: AddCardCall) {
  const { deed, actor, body, from } = call
  const payer = await billingEntityFor(deed.db, actor.user_id, body.billing_entity_id, mayKeep)

  const [present] = await findCardOfPayer(deed.db, { billing_entity_id: payer.id })
  if (present) refuse('card.exists')
  await deed.claim()
  const counted = await beginTry(deed.db, actor, from, desk.limitFactor)

  const id = newId()
  const answer = await askGateway(desk, call, { id, counted })
  try {
    await endTry(deed.db, counted)
    return await deed.transaction((db) => recordCard(desk, call, db, { id, ...answer }))
  } catch (error) {
    // Rolled back for certain. After anything else the commit may have happened; the attempt tells, later.
    if (error instanceof Refusal || isConflict(error)) await giveUpAttempt(desk, deed.db, id)
    throw error
  }
}

/** A conflict with others that no repetition settled: serialization failure, deadlock, lock time-out. */
const isConflict = (error: unknown) => ['40001', '40P01', '55P03'].includes(sqlState(error) ?? '')

/** Has the card kept under its id to be; refuses when the gateway does, or gives no answer. */
async function askGateway(
  { gateway, log }: CardDesk,
  { deed, body, ...call }: AddCardCall,
  { id, counted }: { id: string; counted: Try },
): Promise<KeptCard> {
  const { number, cvc } = body
  const details = { number, cvc, exp_month: Number(body.exp_month), exp_year: Number(body.exp_year) }
  await insertAttempt(deed.db, { id, billing_entity_id: body.billing_entity_id, gateway: gateway.name })

  const answer = await gateway.keepCard(id, details).catch(async (error: unknown) => {
    await endTry(deed.db, counted)
    if (!(error instanceof GatewayDown)) throw error
    log.warn({ err: error }, 'the gateway could not be asked to keep a card')
    return refuse('card.gateway_down')
  })
  if (!('refused' in answer)) return answer

  await removeAttempt(deed.db, { id })
  await writeAudit(deed.db, { ...lineOf({ body, ...call }), after: { refused: answer.refused } })
  if ((await noteDecline(deed.db, counted)).isSuspicious) log.warn('unusually many cards are declined')
  return refuse(answer.refused, { field: 'number', message: answer.message })
}

/** Card, the payer's copy of it, audit line: all or nothing. */
async function recordCard(
  { gateway }: CardDesk,
  call: AddCardCall,
  db: Db<'payments'>,
  kept: KeptCard & { id: string },
) {
  const payer = await billingEntityFor(db, call.actor.user_id, call.body.billing_entity_id, mayKeep)
  const [finished] = await finishAttempt(db, { id: kept.id })
  if (!finished) refuse('card.gateway_down')
  const [card] = await insertCard(db, { ...kept, billing_entity_id: payer.id, gateway: gateway.name })
  if (!card) refuse('card.exists')

  const { brand, last_four } = card
  await noteCard(db, payer.id, { brand, last_four })
  await writeAudit(db, { ...lineOf(call), after: { card_id: card.id, brand, last_four } })
  return card
}

/** Cards are part of their payer's story. */
const lineOf = ({ actor, body, from }: Pick<AddCardCall, 'actor' | 'body' | 'from'>) => ({
  actor_id: actor.user_id,
  deed: 'addCard',
  kind: 'billing_entity',
  subject_id: body.billing_entity_id,
  from,
})
