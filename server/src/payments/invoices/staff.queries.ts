import { sql } from 'kysely'
import { prepared } from '../../platform/database/db.ts'
import { beginsWith } from '../../platform/text-beginnings.ts'
import '../tables.ts'

/* What the back office looks up of invoices and subscriptions. */

const listed = ['id', 'kind', 'number', 'place_name', 'status', 'currency', 'total', 'issued_at'] as const

interface Search {
  /** In capitals. */
  text: string
  id: string | null
  limit: number
}

/** Invoices and credit notes whose number begins so, or of that id. */
export const searchInvoiceNumbers = prepared<'payments'>()((db, p: Search) =>
  db
    .selectFrom(
      sql<{ id: string }>`(
        (select i.id from payments.invoices as i where ${beginsWith(sql`i.number`, p.text)}
         order by i.number collate "C" limit ${p.limit}::int)
        union select i.id from payments.invoices as i where i.id = ${p.id}::uuid)`.as('f'),
    )
    .innerJoin('payments.invoices as v', 'v.id', 'f.id')
    .select(['v.id', 'v.number', 'v.place_name', 'v.status'])
    .orderBy('v.number'),
)

/** The newest of a payer. */
export const listNewestInvoices = prepared<'payments'>()(
  (db, p: { billing_entity_id: string; limit: number }) =>
    db
      .selectFrom('payments.invoices')
      .select(listed)
      .where('billing_entity_id', '=', sql<never>`${p.billing_entity_id}::uuid`)
      .orderBy('id', 'desc')
      .limit(p.limit),
)

export const findInvoiceForStaff = prepared<'payments'>()((db, p: { id: string }) =>
  db
    .selectFrom('payments.invoices')
    .select([...listed, 'billing_entity_id', 'payer', 'lines', 'subtotal', 'tax'])
    .select(['credited', 'reason', 'paid_at'])
    .where('id', '=', p.id),
)

/** A place's live subscription, or else the one that ended last. */
export const findSubscriptionForStaff = prepared<'payments'>()((db, p: { place_id: string }) =>
  db
    .selectFrom('payments.subscriptions as s')
    .innerJoin('payments.subscription_items as i', 'i.subscription_id', 's.id')
    .innerJoin('payments.plans as p', 'p.id', 'i.plan_id')
    .select(['s.id', 's.status', 'p.name as plan', 's.trial_ends_at', 's.current_period_end', 's.cancel_at'])
    .where((e) =>
      e.or([
        e('s.site_id', '=', sql<never>`${p.place_id}::uuid`),
        e('s.clinic_id', '=', sql<never>`${p.place_id}::uuid`),
      ]),
    )
    .orderBy(sql`(s.status <> 'canceled')`, 'desc')
    .orderBy('s.id', 'desc')
    .limit(1),
)
