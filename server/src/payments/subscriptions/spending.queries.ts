import type { BillingEntityId } from '@byre/contract/subject-kinds'
import { sql } from 'kysely'
import { billingEntitiesOfCaller } from '../../customers/index.ts'
import { withCaller } from '../../platform/authentication/authenticate.ts'
import { callersList } from '../../platform/authentication/proven-lists.ts'
import '../tables.ts'

interface SpentMonth {
  caller_id: string
  /** Null: nothing was invoiced. */
  month: string | null
  currency: 'cad' | 'usd'
  total: number
  owed: number
}

/** By UTC month and currency; without a payer of all that the caller runs. What is void or given up is neither. */
export const listSpentMonths = callersList<'payments'>()(
  (db, p: { token_hash: Buffer; billing_entity_id: BillingEntityId | null; since: string }) =>
    withCaller(db, p.token_hash)
      .with('payers', () => billingEntitiesOfCaller())
      .with('spent', (q) =>
        q
          .selectFrom('payers')
          .innerJoin('payments.invoices as v', 'v.billing_entity_id', 'payers.place_id')
          .where(
            sql<boolean>`(${p.billing_entity_id}::uuid is null or payers.place_id = ${p.billing_entity_id}::uuid)`,
          )
          .where('v.issued_at', '>=', p.since)
          .where('v.status', 'in', [sql.lit<'open'>('open'), sql.lit<'paid'>('paid')])
          .select([
            sql<string>`to_char(v.issued_at at time zone 'UTC', 'YYYY-MM')`.as('month'),
            'v.currency',
            sql<number>`sum(v.total)::float8`.as('total'),
            sql<number>`coalesce(sum(v.total - v.credited) filter (where v.status = 'open'), 0)::float8`.as(
              'owed',
            ),
          ])
          .groupBy([sql`1`, 'v.currency']),
      )
      .selectFrom('caller')
      .leftJoin('spent', (join) => join.onTrue())
      .selectAll('spent')
      .select('caller.user_id as caller_id')
      .orderBy('spent.month')
      .$castTo<SpentMonth>(),
)
