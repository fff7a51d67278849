import type { BillingEntityId } from '@byre/contract/subject-kinds'
import { sql } from 'kysely'
import { prepared } from '../../platform/database/db.ts'
import type { Proven } from '../../platform/proven.ts'
import type { FollowedId, InvoiceToPay } from '../access.policy.ts'
import '../tables.ts'

/* Invoices as charges meet them: what is due, held while it is decided about, paid or tried again. */

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

/** Holds subscriptions until the transaction ends, in the one order that all hold them in. */
export const holdSubscriptions = prepared<'payments'>()((db, p: { ids: readonly string[] }) =>
  db
    .selectFrom('payments.subscriptions')
    .select('id')
    .where(sql<boolean>`id = any(${p.ids}::uuid[])`)
    .orderBy('id')
    .forUpdate(),
)

/** Holds invoices until the transaction ends. Their subscriptions, if those are wanted, are held first. */
export const lockInvoices = prepared<'payments'>()((db, p: { ids: readonly string[] }) =>
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
    .where(sql<boolean>`id = any(${p.ids}::uuid[])`)
    .orderBy('id')
    .forUpdate(),
)
export type LockedInvoice = Awaited<ReturnType<typeof lockInvoices>>[number]

interface Due {
  billing_entity_id: BillingEntityId
  /** Null: all that is due. */
  invoice_id: string | null
  at: string
  limit: number
}

/** What a payer is to be charged for now, and no charge is under way for. */
export const listDueInvoices = prepared<'payments'>()((db, p: Due) =>
  db
    .selectFrom('payments.invoices as v')
    .select(['v.id', 'v.subscription_id'])
    .where('v.billing_entity_id', '=', p.billing_entity_id)
    .where('v.next_try_at', '<=', p.at)
    .where('v.status', '=', sql.lit('open'))
    .where(sql<boolean>`(${p.invoice_id}::uuid is null or v.id = ${p.invoice_id})`)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('payments.charge_attempts as a')
            .select(sql`1`.as('one'))
            .whereRef('a.invoice_id', '=', 'v.id')
            .where('a.outcome', 'in', sql<never>`('asked', 'processing', 'requires_action')`),
        ),
      ),
    )
    .orderBy('v.id')
    .limit(p.limit),
)

/**
 * Payers who owe something that is due, the longest due first; `round` changes with what is due. One whose
 * subscriptions are still being gone through waits until that is over, so that it is charged once, but no longer
 * than since `late`.
 */
export const listDueEntities = prepared<'payments'>()((db, p: { at: string; late: string; limit: number }) =>
  db
    .selectFrom('payments.invoices as v')
    .select([
      'v.billing_entity_id',
      sql<string>`concat(min(v.next_try_at), ' ', max(v.id::text), ' ', count(*))`.as('round'),
    ])
    .where('v.next_try_at', '<=', p.at)
    .where((e) =>
      e.or([
        e('v.next_try_at', '<', p.late),
        e.not(
          e.exists(
            e
              .selectFrom('payments.subscriptions as s')
              .select(sql`1`.as('one'))
              .where('s.due_at', '<=', p.at)
              .where((s) =>
                s.or([
                  s('s.billing_entity_id', '=', s.ref('v.billing_entity_id')),
                  s('s.pending_billing_entity_id', '=', s.ref('v.billing_entity_id')),
                ]),
              ),
          ),
        ),
      ]),
    )
    .groupBy('v.billing_entity_id')
    .orderBy(sql`min(v.next_try_at)`)
    .orderBy('v.billing_entity_id')
    .limit(p.limit),
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

/** Everything that a payer owes is tried again at once. Gives the invoices. */
export const tryAgainNow = prepared<'payments'>()(
  (db, p: { billing_entity_id: Proven<'billing run' | 'payWith', BillingEntityId>; at: string }) =>
    db
      .updateTable('payments.invoices')
      .set((e) => ({ next_try_at: p.at, version: e('version', '+', 1) }))
      .where('billing_entity_id', '=', p.billing_entity_id)
      .where('status', '=', 'open')
      .returning('id'),
)
