import { sql } from 'kysely'
import { prepared, type Db } from '../../platform/database/db.ts'
import '../tables.ts'

interface Since {
  /** What is open since before then is late. */
  before: string
}
interface Late extends Since {
  limit: number
}

const silentCharges = (db: Db<'payments'>, p: Since) =>
  db
    .selectFrom('payments.charge_attempts as a')
    .where('a.outcome', '=', sql.lit('asked'))
    .where('a.asked_at', '<', p.before)

const lateRefunds = (db: Db<'payments'>, p: Since) =>
  db
    .selectFrom('payments.refunds as r')
    .where('r.done_at', 'is', null)
    .where((e) => e.or([e('r.refusals', '>', 0), e('r.created_at', '<', p.before)]))

/** Charges without an end that nobody asks about any more, the oldest first. */
export const listSilentCharges = prepared<'payments'>()((db, p: Late) =>
  silentCharges(db, p)
    .innerJoin('payments.invoices as v', 'v.id', 'a.invoice_id')
    .innerJoin('payments.charges as c', 'c.id', 'a.charge_id')
    .select(['c.key', 'c.amount', 'c.currency', 'c.asked_at as since'])
    .select([
      sql<string>`string_agg(v.number, ', ' order by v.sequence)`.as('number'),
      sql<string>`min(a.gateway)`.as('gateway'),
    ])
    .groupBy('c.id')
    .orderBy('c.asked_at')
    .limit(p.limit),
)

/** Refunds that were refused, or are late, the oldest first. */
export const listLateRefunds = prepared<'payments'>()((db, p: Late) =>
  lateRefunds(db, p)
    .innerJoin('payments.invoices as v', 'v.id', 'r.invoice_id')
    .select([
      'r.id',
      'v.number',
      'r.amount',
      'r.currency',
      'r.gateway',
      'r.gateway_payment_id',
      'r.refusals',
      'r.refused_code',
      'r.asked_at',
      'r.next_try_at',
      'r.created_at as since',
    ])
    .orderBy('r.created_at')
    .limit(p.limit),
)

export const countUnresolvedPayments = prepared<'payments'>()((db, p: Since) =>
  db.selectNoFrom((e) => [
    silentCharges(db, p)
      .select(sql<number>`count(distinct a.charge_id)`.as('n'))
      .$asScalar()
      .as('charges'),
    lateRefunds(db, p).select(e.fn.countAll<number>().as('n')).$asScalar().as('refunds'),
  ]),
)

/** Live subscriptions from before the database refused them: of a plan or a place of another kind. */
export const listOfOtherKind = prepared<'payments'>()((db, p: { limit: number }) =>
  db
    .selectFrom('payments.subscriptions as s')
    .innerJoin('payments.subscription_items as i', 'i.subscription_id', 's.id')
    .innerJoin('payments.plans as plan', 'plan.id', 'i.plan_id')
    .leftJoin('payments.plans as next', 'next.id', 'i.pending_plan_id')
    .select(['s.id', 's.site_id', 's.clinic_id', 'plan.name', 'plan.amount', 'plan.currency'])
    .select('s.created_at as since')
    .where('s.status', '<>', 'canceled')
    .where(
      sql<boolean>`(not customers.is_place(case when s.site_id is null then 'clinic' else 'site' end, coalesce(s.site_id, s.clinic_id))
        or (case when s.site_id is null then 'sites' else 'clinics' end) in (plan.product, next.product))`,
    )
    .orderBy('s.id')
    .limit(p.limit),
)
