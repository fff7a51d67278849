import type { BillingEntityId } from '@byre/contract/subject-kinds'
import { sql } from 'kysely'
import { billingEntitiesOfCaller } from '../../customers/index.ts'
import { withCaller } from '../../platform/authentication/authenticate.ts'
import { prepared } from '../../platform/database/db.ts'
import '../tables.ts'

const columns = [
  'sequence',
  'number',
  'kind',
  'status',
  'issued_at',
  'paid_at',
  'place_name',
  'payer',
  'lines',
  'taxes',
  'currency',
] as const

/** The next invoices of a payer that the caller runs, by number. */
export const listForExport = prepared<'payments'>()(
  (
    db,
    p: {
      token_hash: Buffer
      billing_entity_id: BillingEntityId
      issued: string | null
      after: number
      limit: number
    },
  ) =>
    withCaller(db, p.token_hash)
      .with('places', () => billingEntitiesOfCaller())
      .with('page', (q) =>
        q
          .selectFrom('payments.invoices as v')
          .select([...columns, 'v.billing_entity_id'])
          .select(
            sql<string | null>`(select o.number from payments.invoices o where o.id = v.corrects_id)`.as(
              'corrects_number',
            ),
          )
          .where('v.billing_entity_id', '=', p.billing_entity_id)
          .where('v.sequence', '>', p.after)
          .where(
            sql<boolean>`(${p.issued}::text is null or starts_with(to_char(v.issued_at, 'YYYY-MM-DD'), ${p.issued}))`,
          )
          .orderBy('v.sequence')
          .limit(p.limit),
      )
      .selectFrom('caller')
      .leftJoin('places', (join) => join.on('places.place_id', '=', p.billing_entity_id))
      .leftJoin('page', (join) => join.onRef('page.billing_entity_id', '=', 'places.place_id'))
      .select(columns.map((column) => `page.${column}` as const))
      .select(['page.corrects_number', 'caller.user_id as caller_id', 'places.place_id as payer_id'])
      .orderBy('page.sequence'),
)
export type Exported = Awaited<ReturnType<typeof listForExport>>[number]
