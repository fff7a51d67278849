import type { Plan } from '@byre/contract/billing/plans'
import { sql } from 'kysely'
import { withCaller } from '../../platform/authentication/authenticate.ts'
import { callersList } from '../../platform/authentication/proven-lists.ts'
import { pageOfMatching, totalOfMatching } from '../../platform/lists.ts'
import { prepared } from '../../platform/database/db.ts'
import type { CallerRow, Counted } from '../lists.policy.ts'
import '../tables.ts'

const columns = [
  'id',
  'name',
  'product',
  'currency',
  'amount',
  'interval',
  'interval_count',
  'description',
  'features',
  'trial_days',
  'active',
] as const

interface PlansWanted {
  token_hash: Buffer
  product: string | null
  currency: string | null
  interval: string | null
  q: string | null
  limit: number
  offset: number
}

/** Plans on offer in one order. */
function listPlansBy(column: 'amount' | 'name', direction: 'asc' | 'desc') {
  return callersList<'payments'>()((db, p: PlansWanted) =>
    withCaller(db, p.token_hash)
      .with('matching', (q) =>
        q
          .selectFrom('payments.plans')
          .select(columns)
          .where('active', '=', sql.lit(true))
          .where(sql<boolean>`(${p.product}::text is null or product = ${p.product})`)
          .where(sql<boolean>`(${p.currency}::text is null or currency = ${p.currency})`)
          .where(sql<boolean>`(${p.interval}::text is null or "interval" = ${p.interval})`)
          .where(sql<boolean>`(${p.q}::text is null or strpos(lower(name), lower(${p.q})) > 0)`),
      )
      .selectFrom('caller')
      .leftJoin(pageOfMatching<(typeof columns)[number]>(column, direction, p), (join) => join.onTrue())
      .selectAll('page')
      .select(['caller.user_id as caller_id', totalOfMatching])
      .orderBy(`page.${column}`, direction)
      .orderBy('page.id', direction)
      .$castTo<Counted<Plan>>(),
  )
}

/** Plans on offer, by every order that `sort` may name. */
export const listPlansIn = {
  amount: listPlansBy('amount', 'asc'),
  '-amount': listPlansBy('amount', 'desc'),
  name: listPlansBy('name', 'asc'),
  '-name': listPlansBy('name', 'desc'),
}

/** One plan, on offer or not. */
export const findPlan = prepared<'payments'>()((db, p: { token_hash: Buffer; id: string }) =>
  withCaller(db, p.token_hash)
    .selectFrom('caller')
    .leftJoin('payments.plans as plan', (join) => join.on('plan.id', '=', p.id))
    .select(columns.map((column) => `plan.${column}` as const))
    .select(['plan.version', 'caller.user_id as caller_id'])
    .$castTo<CallerRow<Plan & { version: number }>>(),
)

/** A plan's name and price, on offer or not. */
export const findPlanWords = prepared<'payments'>()((db, p: { id: string }) =>
  db
    .selectFrom('payments.plans')
    .select(['name', 'amount', 'currency', 'interval', 'interval_count'])
    .where('id', '=', p.id),
)
