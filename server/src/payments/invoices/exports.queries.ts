import { sql } from 'kysely'
import { onePage, pagesBy, type Table } from '../../platform/documents/archive.ts'
import { prepared, within, type PlatformDb } from '../../platform/database/db.ts'
import '../tables.ts'

const columns = [
  'id',
  'number',
  'kind',
  'billing_entity_id',
  'place_name',
  'currency',
  'subtotal',
  'tax',
  'total',
  'status',
  'issued_at',
  'paid_at',
] as const

const listInvoicesOf = prepared<'payments'>()(
  (db, p: { billing_entity_ids: readonly string[]; after: string | null; limit: number }) =>
    db
      .selectFrom('payments.invoices')
      .select(columns)
      .where(sql<boolean>`billing_entity_id = any(${p.billing_entity_ids}::uuid[])`)
      .where(sql<boolean>`(${p.after}::uuid is null or id > ${p.after}::uuid)`)
      .orderBy('id')
      .limit(p.limit),
)

/** All invoices of these payers, for whoever owns them; amounts in minor units. */
export function invoicesOf(db: PlatformDb, billing_entity_ids: readonly string[]): Table {
  const own = within<'payments'>(db)
  const pages =
    billing_entity_ids.length === 0
      ? onePage(async () => [])
      : pagesBy((after, limit) => listInvoicesOf(own, { billing_entity_ids, after, limit }))
  return { name: 'invoices', columns, pages }
}
