import type { InvoiceDay } from '@byre/contract/billing/invoices'
import type { BillingEntityId, ClinicId, SiteId } from '@byre/contract/subject-kinds'
import { sql } from 'kysely'
import { billingEntitiesOfCaller } from '../../customers/index.ts'
import { withCaller } from '../../platform/authentication/authenticate.ts'
import { callersList } from '../../platform/authentication/proven-lists.ts'
import { pageOfMatching, totalOfMatching } from '../../platform/lists.ts'
import '../tables.ts'

interface Wanted {
  token_hash: Buffer
  billing_entity_id: BillingEntityId
  site_id: SiteId | null
  clinic_id: ClinicId | null
  status: string | null
  /** A day or a month. */
  issued: string | null
  limit: number
  offset: number
}

type Row = (InvoiceDay | { [Column in keyof InvoiceDay]: null }) & {
  caller_id: string
  /** Null: the caller does not run this payer. */
  payer_id: string | null
  total: number
}

/** The days on which a payer was issued something; a payer pays in one currency. */
export const listDaysOfInvoices = callersList<'payments'>()((db, p: Wanted) =>
  withCaller(db, p.token_hash)
    .with('places', () => billingEntitiesOfCaller())
    .with('matching', (q) =>
      q
        .selectFrom('places')
        .innerJoin('payments.invoices as v', 'v.billing_entity_id', 'places.place_id')
        .select([
          sql<string>`to_char(v.issued_at, 'YYYY-MM-DD')`.as('id'),
          sql<string>`to_char(v.issued_at, 'YYYY-MM-DD')`.as('day'),
          sql<number>`count(*)`.as('count'),
          sql<number>`count(*) filter (where v.status = 'open')`.as('open'),
          sql<number>`sum(v.total)::int8`.as('amount'),
          'v.currency',
        ])
        .where('v.billing_entity_id', '=', p.billing_entity_id)
        .where(sql<boolean>`(${p.site_id}::uuid is null or v.site_id = ${p.site_id})`)
        .where(sql<boolean>`(${p.clinic_id}::uuid is null or v.clinic_id = ${p.clinic_id})`)
        .where(sql<boolean>`(${p.status}::text is null or v.status = ${p.status})`)
        .where(
          sql<boolean>`(${p.issued}::text is null or starts_with(to_char(v.issued_at, 'YYYY-MM-DD'), ${p.issued}))`,
        )
        .groupBy([sql`to_char(v.issued_at, 'YYYY-MM-DD')`, 'v.currency']),
    )
    .selectFrom('caller')
    .leftJoin('places', (join) => join.on('places.place_id', '=', p.billing_entity_id))
    .leftJoin(pageOfMatching<'day' | 'count' | 'open' | 'amount' | 'currency'>('day', 'desc', p), (join) =>
      join.onTrue(),
    )
    .select(['page.day', 'page.count', 'page.open', 'page.amount', 'page.currency'])
    .select(['caller.user_id as caller_id', 'places.place_id as payer_id', totalOfMatching])
    .orderBy('page.day', 'desc')
    .$castTo<Row>(),
)
