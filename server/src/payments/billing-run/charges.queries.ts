import type { BillingEntityId } from '@byre/contract/subject-kinds'
import { sql } from 'kysely'
import { prepared } from '../../platform/database/db.ts'
import type { Proven } from '../../platform/proven.ts'
import type { FollowedId, InvoiceToPay } from '../access.policy.ts'
import '../tables.ts'

/** The card that a payer pays with. */
export const findPayingCard = prepared<'payments'>()((db, p: { billing_entity_id: BillingEntityId }) =>
  db
    .selectFrom('payments.cards')
    .select(['id', 'gateway', 'gateway_card_id', 'brand', 'last_four'])
    .where('billing_entity_id', '=', p.billing_entity_id),
)

export const findInvoiceOwner = prepared<'payments'>()((db, p: { id: string }) =>
  db.selectFrom('payments.invoices').select(['subscription_id', 'billing_entity_id']).where('id', '=', p.id),
)

/** Holds an invoice until the transaction ends. Its subscription, if that is wanted, is held first. */
export const lockInvoice = prepared<'payments'>()((db, p: { id: string }) =>
  db
    .selectFrom('payments.invoices')
    .select([
      'id',
      'number',
      'billing_entity_id',
      'subscription_id',
      'place_name',
      'currency',
      'total',
      'credited',
      'status',
      'next_try_at',
      'tries',
      'failed_at',
    ])
    .where('id', '=', p.id)
    .forUpdate(),
)
export type LockedInvoice = Awaited<ReturnType<typeof lockInvoice>>[number]

export const holdSubscription = prepared<'payments'>()((db, p: { id: string }) =>
  db.selectFrom('payments.subscriptions').select('id').where('id', '=', p.id).forUpdate(),
)

const ofAttempt = [
  'invoice_id',
  'n',
  'gateway',
  'gateway_card_id',
  'amount',
  'outcome',
  'gateway_payment_id',
  'action_url',
  'asked_at',
] as const

/** The try whose end is not known. */
export const findOpenAttempt = prepared<'payments'>()((db, p: { invoice_id: string }) =>
  db
    .selectFrom('payments.charge_attempts')
    .select(ofAttempt)
    .where('invoice_id', '=', p.invoice_id)
    .where('outcome', 'in', sql<never>`('asked', 'processing', 'requires_action')`),
)
export type Attempt = Awaited<ReturnType<typeof findOpenAttempt>>[number]

export const insertAttempt = prepared<'payments'>()(
  (
    db,
    p: {
      invoice_id: FollowedId
      n: number
      gateway: 'sandbox' | 'stripe'
      gateway_card_id: string
      brand: string
      last_four: string
      amount: number
      asked_at: string
    },
  ) =>
    db
      .with('tried', (q) =>
        q.updateTable('payments.invoices').set({ tries: p.n }).where('id', '=', p.invoice_id),
      )
      .insertInto('payments.charge_attempts')
      .values({
        invoice_id: p.invoice_id,
        n: p.n,
        gateway: p.gateway,
        gateway_card_id: p.gateway_card_id,
        brand: p.brand,
        last_four: p.last_four,
        amount: p.amount,
        asked_at: p.asked_at,
      })
      .returning(ofAttempt),
)

interface Ended {
  invoice_id: FollowedId
  n: number
  outcome: 'processing' | 'requires_action' | 'succeeded' | 'declined' | 'refunded'
  reason: 'hard' | 'soft' | null
  code: string | null
  gateway_payment_id: string | null
  action_url: string | null
  ended_at: string | null
}

/** Records what became of a try, once. Money that was taken counts even after a decline. */
export const setOutcome = prepared<'payments'>()((db, p: Ended) =>
  db
    .updateTable('payments.charge_attempts')
    .set({
      outcome: p.outcome,
      reason: p.reason,
      code: p.code,
      gateway_payment_id: sql<string | null>`coalesce(${p.gateway_payment_id}, gateway_payment_id)`,
      action_url: p.action_url,
      ended_at: p.ended_at,
    })
    .where('invoice_id', '=', p.invoice_id)
    .where('n', '=', p.n)
    .where(
      sql<boolean>`(outcome in ('asked', 'processing', 'requires_action') and outcome <> ${p.outcome}
        or outcome = 'declined' and ${p.outcome} in ('succeeded', 'refunded'))`,
    )
    .returning(['n', 'amount']),
)

export const setPaid = prepared<'payments'>()((db, p: { id: FollowedId; at: string }) =>
  db
    .updateTable('payments.invoices')
    .set((e) => ({ status: 'paid', paid_at: p.at, next_try_at: null, version: e('version', '+', 1) }))
    .where('id', '=', p.id)
    .where('status', '<>', 'paid')
    .returning('id'),
)

/** The first failure stays the one that days are counted from. */
export const setNextTry = prepared<'payments'>()(
  (db, p: { id: InvoiceToPay; failed_at: string | null; next_try_at: string | null }) =>
    db
      .updateTable('payments.invoices')
      .set((e) => ({
        failed_at: sql<string | null>`coalesce(failed_at, ${p.failed_at})`,
        next_try_at: p.next_try_at,
        version: e('version', '+', 1),
      }))
      .where('id', '=', p.id)
      .where('status', '=', 'open')
      .returning('id'),
)

/** Invoices whose next try is due, the longest due first. */
export const listDueInvoices = prepared<'payments'>()((db, p: { at: string; limit: number }) =>
  db
    .selectFrom('payments.invoices')
    .select(['id', 'next_try_at'])
    .where('next_try_at', '<=', p.at)
    .orderBy('next_try_at')
    .orderBy('id')
    .limit(p.limit),
)

/** A new card: everything the payer owes is tried again at once. Gives the invoices. */
export const tryAgainNow = prepared<'payments'>()(
  (db, p: { billing_entity_id: Proven<'billing run', BillingEntityId>; at: string }) =>
    db
      .updateTable('payments.invoices')
      .set((e) => ({ next_try_at: p.at, version: e('version', '+', 1) }))
      .where('billing_entity_id', '=', p.billing_entity_id)
      .where('status', '=', 'open')
      .returning('id'),
)
