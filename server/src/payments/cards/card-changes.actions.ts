import type { RightOf } from '@byre/contract/endpoint'
import type { removeCard as RemoveCard, updateCard as UpdateCard } from '@byre/contract/billing/cards'
import { billingEntityFor, noteCard, type ProvenBillingEntityId } from '../../customers/index.ts'
import { requireFresh, type Actor } from '../../platform/authentication/authenticate.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import type { Call } from '../../platform/http/calls.ts'
import { versioned } from '../../platform/reply.ts'
import { letGo, type Enqueue } from './card-attempts.actions.ts'
import { beginTry, endTry } from './card-declines.actions.ts'
import {
  answerOf,
  cardChanged,
  giveCard,
  lineOf,
  notePlace,
  type CardContext,
  type CardEntryRequest,
} from './card-entries.actions.ts'
import { placeToNote, type GivenChange, type SaidPlace } from './card-entries.policy.ts'
import {
  deleteCard,
  findCardById,
  findCardOfBillingEntity,
  findPaidFor,
  refreshCard,
} from './cards.queries.ts'

type UpdateCall = Pick<Call<typeof UpdateCard, 'payments'>, 'command' | 'actor' | 'params' | 'from'>

/** A card and its payer, for someone who may keep cards of it; in a transaction the payer stays. */
async function cardFor(db: Db<'payments'>, actor: Actor, id: string) {
  const [card] = await findCardById(db, { id })
  if (!card) refuse('not_found')
  return {
    card,
    billingEntity: await billingEntityFor<RightOf<typeof UpdateCard | typeof RemoveCard>>(
      db,
      actor.user_id,
      card.billing_entity_id,
      'keepCard',
    ),
  }
}

/** Puts another card in the place of one, or gives it a new expiry; what it was is let go. */
export async function updateCard(
  context: CardContext,
  { command, actor, params, from }: UpdateCall,
  said: SaidPlace,
  change: GivenChange,
) {
  const { card, billingEntity } = await cardFor(command.db, actor, params.id)
  requireFresh(actor)

  const { gateway, gateway_card_id, ...shown } = card
  const isStale = from.if_match !== null && from.if_match !== card.version
  const place = placeToNote(billingEntity, said)
  // What is there already: a new expiry alone asks for nothing, and the answer to a whole card got lost.
  if (place === null && isLike(card, change) && (change.entry === null || isStale))
    return versioned({ ...shown, status: 'kept' as const, action_url: null })
  if (isStale) refuse('request.stale')

  const entryRequest = { command, actor, from, billingEntity, place, card_id: card.id }
  if (change.entry !== null) return giveCard(context, { ...entryRequest, entry: change.entry })
  if (gateway !== context.gateway.name) refuse('card.declined', { field: 'number' })
  const changed = await changeExpiry(context, entryRequest, gateway_card_id, change)
  return versioned({ ...changed, status: 'kept' as const, action_url: null })
}

function isLike(
  card: { last_four: string; exp_month: number; exp_year: number; gateway_card_id: string },
  { entry, exp_month, exp_year }: GivenChange,
): boolean {
  if (entry !== null && 'payment_method' in entry) return entry.payment_method === card.gateway_card_id
  const isSameCard = entry === null || entry.details.number.endsWith(card.last_four)
  return isSameCard && exp_month === card.exp_month && exp_year === card.exp_year
}

async function changeExpiry(
  context: CardContext,
  entryRequest: Omit<CardEntryRequest, 'entry'>,
  gatewayCardId: string,
  { exp_month, exp_year }: Pick<GivenChange, 'exp_month' | 'exp_year'>,
) {
  const { command, actor, from, billingEntity, card_id } = entryRequest
  const counted = await beginTry(command.db, actor, from, context.limitFactor)
  const answer = await answerOf(context, entryRequest, { counted, attempt: null }, () =>
    context.gateway.changeExpiry(gatewayCardId, { exp_month, exp_year }),
  )
  await endTry(command.db, counted)

  return command.transaction(async (db) => {
    await billingEntityFor<RightOf<typeof UpdateCard>>(db, actor.user_id, billingEntity.id, 'keepCard')
    await notePlace(db, entryRequest)
    const { brand, last_four } = answer
    await refreshCard(db, { gateway_card_id: gatewayCardId, brand, last_four, exp_month, exp_year })
    const after = { card_id, exp_month, exp_year }
    await writeAudit(db, {
      ...lineOf(actor.user_id, billingEntity.id, card_id, from),
      deed: 'changeCardExpiry',
      after,
    })
    await command.enqueue(db, cardChanged, { billing_entity_id: billingEntity.id })
    const { card } = await cardFor(db, actor, card_id ?? '')
    const { gateway: _, gateway_card_id: __, ...shown } = card
    return shown
  })
}

/** Removes a card that pays for nothing; the gateway forgets it once this has committed. */
export async function removeCard(call: Call<typeof RemoveCard, 'payments'>): Promise<null> {
  const { command, actor, params, from } = call
  return command.transaction(async (db) => {
    const { billingEntity } = await cardFor(db, actor, params.id)
    requireFresh(actor)
    const [paidFor] = await findPaidFor(db, { billing_entity_id: billingEntity.id })
    if (paidFor) refuse('card.in_use')

    const [removed] = await deleteCard(db, { id: params.id, billing_entity_id: billingEntity.id })
    if (!removed) refuse('not_found')
    const { id: card_id, brand, last_four, ...former } = removed
    await noteCard(db, billingEntity.id, null)
    await letGo(db, command.enqueue.bind(command), { ...former, billing_entity_id: billingEntity.id })
    const before = { card_id, brand, last_four }
    await writeAudit(db, {
      ...lineOf(actor.user_id, billingEntity.id, card_id, from),
      deed: 'removeCard',
      before,
    })
    return null
  })
}

/** Lets go of the card of a payer that is being deleted, in the transaction that deletes it. */
export async function letGoCardOf(
  db: Db<'payments'>,
  enqueue: Enqueue,
  billingEntityId: ProvenBillingEntityId<'delete'>,
): Promise<void> {
  const [card] = await findCardOfBillingEntity(db, { billing_entity_id: billingEntityId })
  const [removed] = card ? await deleteCard(db, { id: card.id, billing_entity_id: billingEntityId }) : []
  if (removed) await letGo(db, enqueue, { ...removed, billing_entity_id: billingEntityId })
}
