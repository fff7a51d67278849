import type { BillingEntityId, ClinicId, SiteId } from '@byre/contract/subject-kinds'
import { sql } from 'kysely'
import { billingEntitiesOfCaller } from '../../customers/index.ts'
import { withCaller } from '../../platform/authentication/authenticate.ts'
import { callersList } from '../../platform/authentication/proven-lists.ts'
import type { Db } from '../../platform/database/db.ts'
import { nextAt } from './listed-places.queries.ts'
import '../tables.ts'

/** What is charged next, gathered by payer, plan and day. */
export interface ComingCharge {
  caller_id: string
  /** Null: none comes at all. */
  billing_entity_id: BillingEntityId | null
  currency: 'cad' | 'usd'
  /** Minor units of one period, without tax. */
  amount: number
  interval: 'month' | 'year'
  interval_count: number
  /** Null: once it can be paid for. */
  at: string | null
  is_paused: boolean
  places: number
}

/** The live subscriptions that the caller's payers are charged for next, each with the plan it goes on with. */
const withComing = (db: Db<'payments'>, tokenHash: Buffer) =>
  withCaller(db, tokenHash)
    .with('payers', () => billingEntitiesOfCaller())
    .with('theirs', (q) =>
      q
        .selectFrom('payers')
        .innerJoin('payments.subscriptions as s', 's.billing_entity_id', 'payers.place_id')
        .select('s.id')
        .union(
          q
            .selectFrom('payers')
            .innerJoin('payments.subscriptions as s', 's.pending_billing_entity_id', 'payers.place_id')
            .select('s.id'),
        ),
    )
    .with('coming', (q) =>
      q
        .selectFrom('theirs')
        .innerJoin('payments.subscriptions as u', 'u.id', 'theirs.id')
        .innerJoin('payments.subscription_items as i', 'i.subscription_id', 'u.id')
        .select([
          'u.id',
          'u.site_id',
          'u.clinic_id',
          'u.phase',
          sql<string | null>`(${nextAt})`.as('at'),
          sql<boolean>`(u.phase = 'paused' or u.resumes_at is not null)`.as('is_paused'),
          sql<BillingEntityId>`case when u.phase = 'period'
            then coalesce(u.pending_billing_entity_id, u.billing_entity_id) else u.billing_entity_id end`.as(
            'billing_entity_id',
          ),
          sql<string>`case when u.phase = 'period' then coalesce(i.pending_plan_id, i.plan_id) else i.plan_id end`.as(
            'plan_id',
          ),
        ])
        .where('u.status', '<>', sql.lit('canceled'))
        .where('u.cancel_at', 'is', null),
    )

/** However many places there are: a row for each plan and day of a payer. */
export const listComingCharges = callersList<'payments'>()((db, p: { token_hash: Buffer }) =>
  withComing(db, p.token_hash)
    .with('gathered', (q) =>
      q
        .selectFrom('coming')
        .innerJoin('payers', 'payers.place_id', 'coming.billing_entity_id')
        .innerJoin('payments.plans as plan', 'plan.id', 'coming.plan_id')
        .select([
          'coming.billing_entity_id',
          'plan.currency',
          'plan.amount',
          'plan.interval',
          'plan.interval_count',
          'coming.is_paused',
          sql<string | null>`min(coming.at)`.as('at'),
          sql<number>`count(*)::int`.as('places'),
        ])
        .groupBy(['coming.billing_entity_id', 'plan.id', 'coming.is_paused'])
        .groupBy(sql`(coming.at at time zone 'UTC')::date`),
    )
    .selectFrom('caller')
    .leftJoin('gathered', (join) => join.onTrue())
    .selectAll('gathered')
    .select('caller.user_id as caller_id')
    .orderBy('gathered.at')
    .$castTo<ComingCharge>(),
)

/** A payer whose trials end soon without a card, or whose card is past soon. */
export interface UncertainEntity {
  caller_id: string
  billing_entity_id: BillingEntityId | null
  last_four: string | null
  exp_month: number | null
  exp_year: number | null
  ends_at: string | null
  places: number
  /** The first of them to end. */
  first: { site_id: SiteId | null; clinic_id: ClinicId | null }[] | null
}

interface Uncertain {
  token_hash: Buffer
  /** Trials that end between these. */
  from: string
  until: string
  /** The last month of a card that is good for long enough, as months since year 0. */
  month: number
  names: number
}

export const listUncertainEntities = callersList<'payments'>()((db, p: Uncertain) =>
  withComing(db, p.token_hash)
    .with('ending', (q) =>
      q
        .selectFrom('coming')
        .select([
          'billing_entity_id',
          'site_id',
          'clinic_id',
          'at',
          sql<number>`row_number() over (partition by billing_entity_id order by at, id)`.as('n'),
        ])
        .where('phase', '=', sql.lit('trial'))
        .where('at', '>', p.from)
        .where('at', '<=', p.until),
    )
    .with('uncertain', (q) =>
      q
        .selectFrom('payers')
        .leftJoin('payments.cards as c', 'c.billing_entity_id', 'payers.place_id')
        .leftJoin('ending as e', (join) =>
          join.onRef('e.billing_entity_id', '=', sql.ref('payers.place_id')).on('c.id', 'is', null),
        )
        .where(sql<boolean>`(e.at is not null or c.exp_year * 12 + c.exp_month <= ${p.month}::int)`)
        .select([
          'payers.place_id as billing_entity_id',
          'c.last_four',
          'c.exp_month',
          'c.exp_year',
          sql<string | null>`min(e.at)`.as('ends_at'),
          sql<number>`count(e.at)::int`.as('places'),
          sql<
            UncertainEntity['first']
          >`jsonb_agg(jsonb_build_object('site_id', e.site_id, 'clinic_id', e.clinic_id)
            order by e.n) filter (where e.n <= ${p.names}::int)`.as('first'),
        ])
        .groupBy(['payers.place_id', 'c.id']),
    )
    .selectFrom('caller')
    .leftJoin('uncertain', (join) => join.onTrue())
    .selectAll('uncertain')
    .select('caller.user_id as caller_id')
    .orderBy('uncertain.ends_at')
    .orderBy(sql`uncertain.exp_year * 12 + uncertain.exp_month`)
    .$castTo<UncertainEntity>(),
)
