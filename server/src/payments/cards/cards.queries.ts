import type { BillingEntityId } from '@byre/contract/subject-kinds'
import type { Card } from '@byre/contract/billing/cards'
import { sql } from 'kysely'
import { billingEntitiesOfCaller, type ProvenBillingEntityId } from '../../customers/index.ts'
import { withCaller } from '../../platform/authentication/authenticate.ts'
import { callersList } from '../../platform/authentication/proven-lists.ts'
import { pageOfMatching, totalOfMatching } from '../../platform/lists.ts'
import { prepared } from '../../platform/database/db.ts'
import type { CallerRow, Counted } from '../lists.policy.ts'
import '../tables.ts'

const shown = ['id', 'billing_entity_id', 'brand', 'last_four', 'exp_month', 'exp_year'] as const

interface Wanted {
  token_hash: Buffer
  billing_entity_id: BillingEntityId | null
  q: string | null
  limit: number
  offset: number
}

/** Cards of the payers that the caller runs. */
function cardsBy(direction: 'asc' | 'desc') {
  return callersList<'payments'>()((db, p: Wanted) =>
    withCaller(db, p.token_hash)
      .with('places', () => billingEntitiesOfCaller())
      .with('matching', (q) =>
        q
          .selectFrom('places')
          .innerJoin('payments.cards as c', 'c.billing_entity_id', 'places.place_id')
          .select(['c.id', 'c.billing_entity_id', 'c.brand', 'c.last_four', 'c.exp_month', 'c.exp_year'])
          .select('c.created_at')
          .where(
            sql<boolean>`(${p.billing_entity_id}::uuid is null or c.billing_entity_id = ${p.billing_entity_id})`,
          )
          .where(
            sql<boolean>`(${p.q}::text is null or strpos(c.brand || ' ' || c.last_four, lower(${p.q})) > 0)`,
          ),
      )
      .selectFrom('caller')
      .leftJoin(pageOfMatching<(typeof shown)[number] | 'created_at'>('created_at', direction, p), (join) =>
        join.onTrue(),
      )
      .select(shown.map((column) => `page.${column}` as const))
      .select(['caller.user_id as caller_id', totalOfMatching])
      .orderBy('page.created_at', direction)
      .orderBy('page.id', direction)
      .$castTo<Counted<Card>>(),
  )
}

/** By every order that `sort` may name. */
export const listCardsIn = { created_at: cardsBy('asc'), '-created_at': cardsBy('desc') }

/** One card of a payer that the caller runs. */
export const findCard = prepared<'payments'>()((db, p: { token_hash: Buffer; id: string }) =>
  withCaller(db, p.token_hash)
    .with('places', () => billingEntitiesOfCaller())
    .with('found', (q) =>
      q
        .selectFrom('payments.cards as c')
        .innerJoin('places', 'places.place_id', 'c.billing_entity_id')
        .selectAll('c')
        .where('c.id', '=', p.id),
    )
    .selectFrom('caller')
    .leftJoin('found', (join) => join.onTrue())
    .select(shown.map((column) => `found.${column}` as const))
    .select(['found.version', 'caller.user_id as caller_id'])
    .$castTo<CallerRow<Card & { version: number }>>(),
)

export const findCardOfBillingEntity = prepared<'payments'>()(
  (db, p: { billing_entity_id: BillingEntityId }) =>
    db.selectFrom('payments.cards').select('id').where('billing_entity_id', '=', p.billing_entity_id),
)

/** A card by its id alone: whoever asks must still prove who runs its payer. */
export const findCardById = prepared<'payments'>()((db, p: { id: string }) =>
  db
    .selectFrom('payments.cards')
    .select([...shown, 'version', 'gateway', 'gateway_card_id'])
    .where('id', '=', p.id),
)

/** The card that a finished try put where it is. */
export const findCardOfAttempt = prepared<'payments'>()((db, p: { attempt_id: string }) =>
  db
    .selectFrom('payments.cards')
    .select([...shown, 'version'])
    .where('attempt_id', '=', p.attempt_id),
)

interface CardOfAttempt {
  id: string
  billing_entity_id: ProvenBillingEntityId<'keepCard'>
  attempt_id: string
  gateway: 'sandbox' | 'stripe'
  gateway_card_id: string
  brand: string
  last_four: string
  exp_month: number
  exp_year: number
}

/** No row when the payer has a card already, or this one is another payer's. */
export const insertCard = prepared<'payments'>()((db, p: CardOfAttempt) =>
  db
    .insertInto('payments.cards')
    .values({
      id: p.id,
      billing_entity_id: p.billing_entity_id,
      attempt_id: p.attempt_id,
      gateway: p.gateway,
      gateway_card_id: p.gateway_card_id,
      brand: p.brand,
      last_four: p.last_four,
      exp_month: p.exp_month,
      exp_year: p.exp_year,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning([...shown, 'version']),
)

/** Puts another card in the place of one; gives the former one’s names too. No row when it is gone. */
export const replaceCard = prepared<'payments'>()((db, p: CardOfAttempt) =>
  db
    .with('former', (q) =>
      q
        .selectFrom('payments.cards')
        .select(['id as former_id', 'gateway as former_gateway', 'gateway_card_id as former_gateway_card_id'])
        .where('id', '=', p.id)
        .where('billing_entity_id', '=', p.billing_entity_id)
        .forUpdate(),
    )
    .updateTable('payments.cards as c')
    .from('former')
    .set({
      attempt_id: p.attempt_id,
      gateway: p.gateway,
      gateway_card_id: p.gateway_card_id,
      brand: p.brand,
      last_four: p.last_four,
      exp_month: p.exp_month,
      exp_year: p.exp_year,
      version: sql<number>`c.version + 1`,
    })
    .whereRef('c.id', '=', 'former.former_id')
    .returning(shown.map((column) => `c.${column}` as const))
    .returning(['c.version', 'former.former_gateway', 'former.former_gateway_card_id']),
)

/** What the gateway says of the same card now. Asks for no proof: it is the gateway's word, whoever made it say so. */
export const refreshCard = prepared<'payments'>()(
  (
    db,
    p: { gateway_card_id: string; brand: string; last_four: string; exp_month: number; exp_year: number },
  ) =>
    db
      .updateTable('payments.cards')
      .set({
        brand: p.brand,
        last_four: p.last_four,
        exp_month: p.exp_month,
        exp_year: p.exp_year,
        version: sql<number>`version + 1`,
      })
      .where('gateway_card_id', '=', p.gateway_card_id)
      .where(
        sql<boolean>`(brand, last_four, exp_month, exp_year) is distinct from
          (${p.brand}, ${p.last_four}, ${p.exp_month}::int, ${p.exp_year}::int)`,
      )
      .returning([...shown, 'version']),
)

export const deleteCard = prepared<'payments'>()(
  (db, p: { id: string; billing_entity_id: ProvenBillingEntityId<'keepCard' | 'delete'> }) =>
    db
      .deleteFrom('payments.cards')
      .where('id', '=', p.id)
      .where('billing_entity_id', '=', p.billing_entity_id)
      .returning(['id', 'brand', 'last_four', 'gateway', 'gateway_card_id']),
)

/** Whether something that is paid, or should have been, depends on a payer's card. */
export const findPaidFor = prepared<'payments'>()((db, p: { billing_entity_id: BillingEntityId }) =>
  db
    .selectFrom('payments.subscriptions')
    .select('id')
    .where('billing_entity_id', '=', p.billing_entity_id)
    .where('status', 'in', sql<'active'>`('active', 'past_due')`)
    .limit(1),
)
