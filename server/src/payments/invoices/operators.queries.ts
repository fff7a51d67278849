import { sql } from 'kysely'
import { prepared } from '../../platform/database/db.ts'
import '../tables.ts'

/** What the platform's own staff look up: invoices and credit notes whose number holds a text (in upper case), or by their id. */
export const searchInvoices = prepared<'payments'>()((db, p: { text: string; limit: number }) =>
  db
    .selectFrom('payments.invoices')
    .select(['kind', 'id', 'number', 'place_name', 'status', 'issued_at'])
    .where(sql<boolean>`(strpos(number, ${p.text}::text) > 0 or upper(id::text) = ${p.text}::text)`)
    .orderBy('issued_at', 'desc')
    .limit(p.limit),
)
