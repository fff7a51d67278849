import { sql } from 'kysely'
import { prepared } from '../../platform/database/db.ts'
import type { InvoiceAccess } from '../access.policy.ts'
import '../tables.ts'

/** An invoice whole, held until the transaction ends; its subscription is held first. */
export const lockWhole = prepared<'payments'>()((db, p: { id: string }) =>
  db
    .selectFrom('payments.invoices')
    .select([
      'id',
      'number',
      'kind',
      'billing_entity_id',
      'subscription_id',
      'site_id',
      'clinic_id',
      'place_name',
      'payer',
      'seller',
      'lines',
      'taxes',
      'currency',
      'subtotal',
      'tax',
      'total',
      'credited',
      'status',
      'issued_at',
      'paid_at',
      'next_try_at',
      'failed_at',
      'paid_by_id',
    ])
    .where('id', '=', p.id)
    .forUpdate(),
)
export type WholeInvoice = Awaited<ReturnType<typeof lockWhole>>[number]

/** What an invoice was credited before, by line and by tax. */
export const listCredits = prepared<'payments'>()((db, p: { corrects_id: string }) =>
  db
    .selectFrom('payments.invoices')
    .select(['credited_lines', 'subtotal', 'taxes'])
    .where('corrects_id', '=', p.corrects_id)
    .where('kind', '=', sql.lit('credit_note')),
)

/** What was credited is no longer owed; with nothing left an open invoice, or one that is replaced, is void. */
export const setCredited = prepared<'payments'>()(
  (db, p: { id: InvoiceAccess; amount: number; is_void: boolean }) =>
    db
      .updateTable('payments.invoices')
      .set((e) => ({
        credited: sql<number>`credited + ${p.amount}::int8`,
        status: sql<'void'>`case when ${p.is_void}::boolean then 'void' else status end`,
        paid_at: sql<string | null>`case when ${p.is_void}::boolean then null else paid_at end`,
        next_try_at: sql<string | null>`case when ${p.is_void}::boolean then null else next_try_at end`,
        version: e('version', '+', 1),
      }))
      .where('id', '=', p.id),
)

/** The payment by which an invoice was paid. */
export const findPaymentOf = prepared<'payments'>()((db, p: { paid_by_id: string }) =>
  db
    .selectFrom('payments.charge_attempts')
    .select('gateway_payment_id')
    .where('invoice_id', '=', p.paid_by_id)
    .where('outcome', '=', sql.lit('succeeded'))
    .where('gateway_payment_id', 'is not', null),
)

/** What an operator calls an invoice; numbers of different payers are hardly ever the same. */
export const findInvoicesByNumber = prepared<'payments'>()((db, p: { number: string }) =>
  db
    .selectFrom('payments.invoices')
    .select(['id', 'kind', 'status', 'currency', 'lines', 'taxes', sql<string>`payer ->> 'name'`.as('payer')])
    .where('number', '=', p.number)
    .limit(2),
)
