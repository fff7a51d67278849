import { sql } from 'kysely'
import { prepared } from '../../platform/database/db.ts'
import type { Proven } from '../../platform/proven.ts'
import type { FollowedId, InvoiceAccess } from '../access.policy.ts'
import '../tables.ts'

type GatewayName = 'sandbox' | 'stripe'

interface NewRefund {
  id: string
  invoice_id: InvoiceAccess | FollowedId
  gateway: GatewayName
  gateway_payment_id: string
  amount: number
  currency: 'cad' | 'usd'
  at: string
}

export const insertRefund = prepared<'payments'>()((db, p: NewRefund) =>
  db.insertInto('payments.refunds').values({
    id: p.id,
    invoice_id: p.invoice_id,
    gateway: p.gateway,
    gateway_payment_id: p.gateway_payment_id,
    amount: p.amount,
    currency: p.currency,
    created_at: p.at,
    next_try_at: p.at,
  }),
)

/** Notes that a refund is about to be asked for, and since when it has been; no row when none is due. */
export const beginRefund = prepared<'payments'>()(
  (db, p: { id: FollowedId; gateway: GatewayName; at: string }) =>
    db
      .updateTable('payments.refunds')
      .set({ asked_at: sql<string>`coalesce(asked_at, ${p.at})` })
      .where('id', '=', p.id)
      .where('gateway', '=', p.gateway)
      .where('next_try_at', '<=', p.at)
      .returning([
        'id',
        'invoice_id',
        'gateway_payment_id',
        'amount',
        'currency',
        'refusals',
        sql<string>`asked_at`.as('asked_at'),
      ]),
)

/** What a try that was refused leaves behind; told again it changes nothing. */
export const setRefused = prepared<'payments'>()(
  (db, p: { id: FollowedId; refusals: number; code: string; next_try_at: string | null }) =>
    db
      .updateTable('payments.refunds')
      .set({
        refusals: p.refusals,
        refused_code: p.code,
        asked_at: null,
        next_try_at: p.next_try_at,
      })
      .where('id', '=', p.id)
      .where('refusals', '=', sql<number>`${p.refusals}::int - 1`)
      .where('done_at', 'is', null)
      .returning('id'),
)

/** Nobody asks for it from here on, until an operator says so. */
export const leaveRefund = prepared<'payments'>()((db, p: { id: FollowedId }) =>
  db
    .updateTable('payments.refunds')
    .set({ next_try_at: null })
    .where('id', '=', p.id)
    .where('done_at', 'is', null)
    .returning('id'),
)

export const setRefundDone = prepared<'payments'>()((db, p: { id: FollowedId; at: string }) =>
  db
    .updateTable('payments.refunds')
    .set({ done_at: p.at, next_try_at: null })
    .where('id', '=', p.id)
    .where('done_at', 'is', null)
    .returning('invoice_id'),
)

/** An operator has looked: what was asked for without an answer did not happen, so it is asked for anew. */
export const renewRefund = prepared<'payments'>()((db, p: { id: Proven<'operator', string>; at: string }) =>
  db
    .updateTable('payments.refunds')
    .set((e) => ({
      refusals: sql<number>`refusals + (asked_at is not null)::int`,
      asked_at: null,
      next_try_at: p.at,
      refused_code: e.fn.coalesce('refused_code', sql<string>`'not_found'`),
    }))
    .where('id', '=', p.id)
    .where('done_at', 'is', null)
    .where((e) => e.or([e('asked_at', 'is', null), e('next_try_at', 'is', null)]))
    .returning('id'),
)

/** Refunds whose next try is due, the longest due first. */
export const listDueRefunds = prepared<'payments'>()((db, p: { at: string; limit: number }) =>
  db
    .selectFrom('payments.refunds')
    .select('id')
    .where('next_try_at', '<=', p.at)
    .orderBy('next_try_at')
    .orderBy('id')
    .limit(p.limit),
)

/** Says on a credit note that its money went back; nothing on an invoice. */
export const markRefunded = prepared<'payments'>()((db, p: { id: FollowedId; at: string }) =>
  db
    .updateTable('payments.invoices')
    .set((e) => ({ refunded_at: p.at, version: e('version', '+', 1) }))
    .where('id', '=', p.id)
    .where('refund', '>', 0)
    .where('refunded_at', 'is', null)
    .returning('id'),
)
