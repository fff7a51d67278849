import { sql } from 'kysely'
import { prepared } from '../../platform/database/db.ts'
import '../tables.ts'
import type { Manner } from '../tables.ts'

/* The sandbox's book, as an outside party would keep it: one row a key, whatever is asked how often. */

interface NewCard {
  id: string
  customer: string
  brand: string
  last_four: string
  exp_month: number
  exp_year: number
  manner: Manner
  state: 'kept' | 'waiting'
  return_url: string
}

const ofCard = [
  'id',
  'customer',
  'brand',
  'last_four',
  'exp_month',
  'exp_year',
  'manner',
  'state',
  'return_url',
] as const

export const fileCard = prepared<'payments'>()((db, p: NewCard) =>
  db
    .insertInto('payments.sandbox_cards')
    .values({
      id: p.id,
      customer: p.customer,
      brand: p.brand,
      last_four: p.last_four,
      exp_month: p.exp_month,
      exp_year: p.exp_year,
      manner: p.manner,
      state: p.state,
      return_url: p.return_url,
    })
    // What is there stays, and is answered again.
    .onConflict((conflict) => conflict.column('id').doUpdateSet((set) => ({ id: set.ref('excluded.id') })))
    .returning(ofCard),
)

export const findFiledCard = prepared<'payments'>()((db, p: { id: string }) =>
  db.selectFrom('payments.sandbox_cards').select(ofCard).where('id', '=', p.id),
)

export const setExpiry = prepared<'payments'>()(
  (db, p: { id: string; exp_month: number; exp_year: number }) =>
    db
      .updateTable('payments.sandbox_cards')
      .set({ exp_month: p.exp_month, exp_year: p.exp_year })
      .where('id', '=', p.id)
      .where('state', '=', 'kept')
      .returning(ofCard),
)

/** Settles what a card that waits for its holder becomes; no row when that was settled before. */
export const settleCard = prepared<'payments'>()((db, p: { id: string; state: 'kept' | 'refused' }) =>
  db
    .updateTable('payments.sandbox_cards')
    .set({ state: p.state })
    .where('id', '=', p.id)
    .where('state', '=', 'waiting')
    .returning('id'),
)

export const strikeCard = prepared<'payments'>()((db, p: { id: string; customer: string }) =>
  db.deleteFrom('payments.sandbox_cards').where('id', '=', p.id).where('customer', '=', p.customer),
)

export const listFiledCards = prepared<'payments'>()((db, p: { customer: string }) =>
  db
    .selectFrom('payments.sandbox_cards')
    .select(['id', 'created_at'])
    .where('customer', '=', p.customer)
    .where('state', '=', 'kept')
    .orderBy('created_at')
    .limit(1000),
)

interface NewPayment {
  id: string
  key: string
  card_id: string
  invoice_id: string
  billing_entity_id: string
  amount: number
  currency: 'cad' | 'usd'
  description: string
  state: 'succeeded' | 'processing' | 'requires_action' | 'declined'
  decline_code: string | null
  settles_in_seconds: number | null
  return_url: string
}

const stateNow = sql<
  NewPayment['state'] | 'canceled'
>`case when state = 'processing' and settles_at <= now() then 'succeeded' else state end`

/** One payment a key: asked again, the first one is counted and given. */
export const bookPayment = prepared<'payments'>()((db, p: NewPayment) =>
  db
    .insertInto('payments.sandbox_payments')
    .values({
      id: p.id,
      key: p.key,
      card_id: p.card_id,
      invoice_id: p.invoice_id,
      billing_entity_id: p.billing_entity_id,
      amount: p.amount,
      currency: p.currency,
      description: p.description,
      state: p.state,
      decline_code: p.decline_code,
      settles_at: sql<string | null>`now() + make_interval(secs => ${p.settles_in_seconds}::int)`,
      return_url: p.return_url,
    })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ asked: sql<number>`sandbox_payments.asked + 1` }),
    )
    .returning(['id', 'asked', 'card_id', 'amount', 'currency', 'decline_code', stateNow.as('state')]),
)

export const askedAgain = prepared<'payments'>()((db, p: { key: string }) =>
  db
    .updateTable('payments.sandbox_payments')
    .set({ asked: sql<number>`asked + 1` })
    .where('key', '=', p.key)
    .returning(['id', 'asked', 'card_id', 'amount', 'currency', 'decline_code', stateNow.as('state')]),
)

export const findBooked = prepared<'payments'>()((db, p: { id: string }) =>
  db
    .selectFrom('payments.sandbox_payments')
    .select(['id', 'key', 'invoice_id', 'amount', 'currency', 'description', 'decline_code', 'return_url'])
    .select(stateNow.as('state'))
    .where('id', '=', p.id),
)

/** How a payment that waits for its payer ends; no row when it has ended. */
export const settlePayment = prepared<'payments'>()(
  (db, p: { id: string; state: 'succeeded' | 'declined' | 'canceled'; decline_code: string | null }) =>
    db
      .updateTable('payments.sandbox_payments')
      .set({ state: p.state, decline_code: p.decline_code })
      .where('id', '=', p.id)
      .where('state', '=', 'requires_action')
      .returning('id'),
)

export const lockBooked = prepared<'payments'>()((db, p: { id: string }) =>
  db
    .selectFrom('payments.sandbox_payments')
    .select(['id', 'amount', 'currency', stateNow.as('state')])
    .where('id', '=', p.id)
    .forUpdate(),
)

export const listRefunds = prepared<'payments'>()((db, p: { payment_id: string }) =>
  db
    .selectFrom('payments.sandbox_refunds')
    .select(['id', 'key', 'amount'])
    .where('payment_id', '=', p.payment_id),
)

/**
 * No row where the key is taken. Where transactions are serializable a refund entered meanwhile is not seen: to meet it is then
 * a collision, which is repeated, and not a key used twice.
 */
export const bookRefund = prepared<'payments'>()(
  (db, p: { id: string; key: string; payment_id: string; amount: number }) =>
    db
      .insertInto('payments.sandbox_refunds')
      .values({ id: p.id, key: p.key, payment_id: p.payment_id, amount: p.amount })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('id'),
)
