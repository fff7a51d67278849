import type {
  addCard as AddCard,
  listCards as ListCards,
  setUpCard as SetUpCard,
} from '@byre/contract/billing/cards'
import type { BodyOf, QueryOf, RightOf } from '@byre/contract/endpoint'
import { billingEntityFor } from '../../customers/index.ts'
import type { Caller } from '../../platform/authentication/authenticate.ts'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import { spend } from '../../platform/limits/limits.ts'
import { rowsOf } from '../../platform/lists.ts'
import { versioned } from '../../platform/reply.ts'
import type { Call } from '../../platform/http/calls.ts'
import { customerOf, giveCard, type CardContext, type CardEntryRequest } from './card-entries.actions.ts'
import { placeToNote, type SaidPlace } from './card-entries.policy.ts'
import { findCard, findCardOfBillingEntity, listCardsIn } from './cards.queries.ts'
import { GatewayDown, type CardEntry } from '../ports.ts'
import { foundIn, pageOf } from '../lists.policy.ts'

export async function listCards(db: Db<'payments'>, caller: Caller, query: QueryOf<typeof ListCards>) {
  const rows = await listCardsIn[query.sort](db, {
    ...caller,
    ...rowsOf(query),
    billing_entity_id: query.billing_entity_id ?? null,
    q: query.q ?? null,
  })
  const { things, counters } = pageOf(rows, query)
  return { cards: things, ...counters }
}

export async function getCard(db: Db<'payments'>, caller: Caller, id: string) {
  return versioned(foundIn(await findCard(db, { ...caller, id })))
}

/** Keeps a card for a payer that has none. */
export async function addCard(
  context: CardContext,
  { command, actor, from }: Pick<CardEntryRequest, 'command' | 'actor' | 'from'>,
  body: Pick<BodyOf<typeof AddCard>, 'billing_entity_id'> & SaidPlace,
  entry: CardEntry,
) {
  const billingEntity = await billingEntityFor<RightOf<typeof AddCard>>(
    command.db,
    actor.user_id,
    body.billing_entity_id,
    'keepCard',
  )

  const [present] = await findCardOfBillingEntity(command.db, { billing_entity_id: billingEntity.id })
  if (present) refuse('card.exists')
  const place = placeToNote(billingEntity, body)
  return giveCard(context, { command, actor, from, billingEntity, entry, place, card_id: null })
}

const setups = { name: 'card-setups', max: 20, windowSeconds: 60 }

/** How cards are entered here; where the gateway has a frame of its own, what the browser needs for it. */
export async function setUpCard(
  context: CardContext,
  { command, actor, body }: Call<typeof SetUpCard, 'payments'>,
) {
  const { gateway, limitFactor, log } = context
  const billingEntity = await billingEntityFor<RightOf<typeof SetUpCard>>(
    command.db,
    actor.user_id,
    body.billing_entity_id,
    'keepCard',
  )
  await spend(command.db, { ...setups, max: setups.max * limitFactor }, actor.user_id)

  const frame = await customerOf(context, command.db, billingEntity)
    .then((customer) => gateway.openFrame(customer))
    .catch((error: unknown) => {
      if (!(error instanceof GatewayDown)) throw error
      log.warn(
        { err: error, billing_entity_id: billingEntity.id },
        'the gateway could not be asked for a frame',
      )
      return refuse('card.gateway_down')
    })
  const { client_secret = null, publishable_key = null } = frame ?? {}
  return { gateway: gateway.name, client_secret, publishable_key }
}
