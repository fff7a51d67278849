import { sql, type QueryCreator } from 'kysely'
import { trialTypes, type Billing, type NewTrial } from '../customers/index.ts'
import { sharedWrite, type Of } from '../platform/database/db.ts'
import type { Numbered } from '../platform/database/fixed-query.ts'
import type { ChargedBillingEntityId } from './access.policy.ts'
import './tables.ts'

type NewSubscription = Omit<NewTrial, 'trial_from'> & {
  /** When its trial began; null when the place has had one. */
  trial_from: string | null
}

type Tables = Of<'payments'> & { callers: Numbered<NewSubscription> }

/** CTEs of a statement: for each of `callers` subscription and item, in trial or, where that is over, waiting to be paid for. */
const withSubscriptions = (db: QueryCreator<Tables>, condition = sql<boolean>`true`) =>
  db
    .with('plan', (q) =>
      q
        .selectFrom('callers as c')
        .innerJoin('payments.plans as p', 'p.id', 'c.plan_id')
        .select([
          'c.nth',
          'p.currency',
          sql<string | null>`case
            when c.trial_from + make_interval(days => p.trial_days) > c.at
            then c.trial_from + make_interval(days => p.trial_days)
          end`.as('trial_ends_at'),
        ])
        .whereRef('p.product', '=', 'c.product')
        .where(sql<boolean>`(c.currency is null or p.currency = c.currency)`)
        .where('p.active', '=', true),
    )
    .with('subscription', (q) =>
      q
        .insertInto('payments.subscriptions')
        .columns([
          'id',
          'billing_entity_id',
          'site_id',
          'clinic_id',
          'status',
          'phase',
          'trial_ends_at',
          'due_at',
        ])
        .expression((e) =>
          e
            .selectFrom('callers as c')
            .innerJoin('plan', 'plan.nth', 'c.nth')
            .select([
              'c.subscription_id',
              'c.billing_entity_id',
              'c.site_id',
              'c.clinic_id',
              sql<
                'trialing' | 'read_only'
              >`case when trial_ends_at is null then 'read_only' else 'trialing' end`.as('status'),
              sql<'trial' | 'waiting'>`case when trial_ends_at is null then 'waiting' else 'trial' end`.as(
                'phase',
              ),
              'trial_ends_at',
              sql<string | null>`greatest(trial_ends_at - interval '7 days', least(trial_ends_at, c.at))`.as(
                'due_at',
              ),
            ])
            .where(condition),
        )
        .returning('id'),
    )
    .with('item', (q) =>
      q
        .insertInto('payments.subscription_items')
        .columns(['id', 'subscription_id', 'billing_entity_id', 'plan_id'])
        .expression((e) =>
          e
            .selectFrom('callers as c')
            .innerJoin('subscription as s', 's.id', 'c.subscription_id')
            .select(['c.item_id', 's.id', 'c.billing_entity_id', 'c.plan_id']),
        )
        .returning(['id', 'subscription_id']),
    )

interface BegunSubscription {
  currency: 'cad' | 'usd'
  trial_ends_at: string | null
}

/** Sets up a subscription; no row when no such plan is on offer. */
export const insertSubscription = sharedWrite<'payments'>()<
  NewSubscription & { billing_entity_id: ChargedBillingEntityId },
  BegunSubscription
>(trialTypes, (db) =>
  withSubscriptions(db)
    .selectFrom('callers as c')
    .innerJoin('plan', 'plan.nth', 'c.nth')
    .innerJoin('item', 'item.subscription_id', 'c.subscription_id')
    .select(['c.nth', 'plan.currency', 'plan.trial_ends_at']),
)

/** The same as part of another module's statement, by the names of ports.ts. */
export const withTrials: Billing['withTrials'] = (db) =>
  withSubscriptions(
    db as never,
    sql<boolean>`exists (select from place where place.id = coalesce(c.site_id, c.clinic_id))`,
  ) as never
