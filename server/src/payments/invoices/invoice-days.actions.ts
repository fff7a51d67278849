import type { listInvoiceDays as ListInvoiceDays, InvoiceDay } from '@byre/contract/billing/invoices'
import type { QueryOf } from '@byre/contract/endpoint'
import type { BillingEntityId } from '@byre/contract/subject-kinds'
import { answered, type Caller } from '../../platform/authentication/authenticate.ts'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import { countersOf, rowsOf } from '../../platform/lists.ts'
import { listDaysOfInvoices } from './invoice-days.queries.ts'

/** A payer's days of invoices, or of those that are wanted, the newest first. */
export async function listInvoiceDays(
  db: Db<'payments'>,
  caller: Caller,
  billing_entity_id: BillingEntityId,
  query: QueryOf<typeof ListInvoiceDays>,
) {
  const rows = answered(
    await listDaysOfInvoices(db, {
      ...caller,
      ...rowsOf(query),
      billing_entity_id,
      site_id: query.site_id ?? null,
      clinic_id: query.clinic_id ?? null,
      status: query.status ?? null,
      issued: query.issued ?? null,
    }),
  )
  if (rows[0].payer_id === null) refuse('not_found')
  const invoice_days = rows.flatMap(({ day, count, open, amount, currency }): InvoiceDay[] =>
    day === null ? [] : [{ day, count, open, amount, currency }],
  )
  return { invoice_days, ...countersOf(rows[0].total, query) }
}
