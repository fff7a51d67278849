import { sql } from 'kysely'
import { prepared } from '../platform/db.ts'
import './tables.ts'

interface WantedPlan {
  plan_id: string
  product: 'sites' | 'clinics'
  currency: 'cad' | 'usd'
}

/** One of the two is null. */
interface PlaceIds {
  site_id: string | null
  clinic_id: string | null
}

type NewSubscription = WantedPlan & PlaceIds & { id: string; item_id: string; billing_entity_id: string }

/** Subscription and item in trial; no row when no such plan is on offer. */
export const insertSubscription = prepared<'payments'>()((db, p: NewSubscription) =>
  db
    .with('plan', (q) =>
      q
        .selectFrom('payments.plans')
        .select(['id', 'currency', 'trial_days'])
        .where('id', '=', p.plan_id)
        .where('product', '=', p.product)
        .where('currency', '=', p.currency)
        .where('active', '=', true),
    )
    .with('subscription', (q) =>
      q
        .insertInto('payments.subscriptions')
        .columns(['id', 'billing_entity_id', 'site_id', 'clinic_id', 'status', 'trial_ends_at'])
        .expression((e) =>
          e
            .selectFrom('plan')
            .select([
              sql<string>`${p.id}::uuid`.as('id'),
              sql<string>`${p.billing_entity_id}::uuid`.as('billing_entity_id'),
              sql<string | null>`${p.site_id}::uuid`.as('site_id'),
              sql<string | null>`${p.clinic_id}::uuid`.as('clinic_id'),
              sql<'trialing'>`'trialing'`.as('status'),
              sql<string>`now() + make_interval(days => trial_days)`.as('trial_ends_at'),
            ]),
        )
        .returning(['id', 'billing_entity_id']),
    )
    .with('item', (q) =>
      q
        .insertInto('payments.subscription_items')
        .columns(['id', 'subscription_id', 'billing_entity_id', 'plan_id'])
        .expression((e) =>
          e
            .selectFrom(['subscription', 'plan'])
            .select([
              sql<string>`${p.item_id}::uuid`.as('id'),
              'subscription.id as subscription_id',
              'subscription.billing_entity_id',
              'plan.id as plan_id',
            ]),
        )
        .returning('id'),
    )
    .selectFrom(['plan', 'item'])
    .select('plan.currency'),
)

/**
 * Puts a place in trial on another plan or payer at once. No row when no such plan is on offer; the
 * present plan stays good for its buyer even when retired. `item_id` is null when nothing is in trial.
 */
export const switchTrial = prepared<'payments'>()(
  (db, p: WantedPlan & PlaceIds & { billing_entity_id: string }) =>
    db
      .with('present', (q) =>
        q
          .selectFrom('payments.subscriptions as s')
          .innerJoin('payments.subscription_items as i', 'i.subscription_id', 's.id')
          .select(['s.id', 'i.plan_id'])
          .where((e) => e.or([e('s.site_id', '=', p.site_id), e('s.clinic_id', '=', p.clinic_id)]))
          .where('s.status', '<>', 'canceled'),
      )
      .with('plan', (q) =>
        q
          .selectFrom('payments.plans')
          .select(['id', 'currency'])
          .where('id', '=', p.plan_id)
          .where('product', '=', p.product)
          .where('currency', '=', p.currency)
          .where((e) =>
            e.or([e('active', '=', true), e('id', 'in', e.selectFrom('present').select('plan_id'))]),
          ),
      )
      .with('subscription', (q) =>
        q
          .updateTable('payments.subscriptions as s')
          .from(['present', 'plan'])
          .set((e) => ({
            billing_entity_id: sql<string>`${p.billing_entity_id}::uuid`,
            version: e('s.version', '+', 1),
          }))
          .whereRef('s.id', '=', 'present.id')
          .where('s.status', '=', 'trialing')
          .returning(['s.id', 's.billing_entity_id']),
      )
      .with('item', (q) =>
        q
          .updateTable('payments.subscription_items as i')
          .from(['subscription', 'plan'])
          .set((e) => ({
            plan_id: e.ref('plan.id'),
            billing_entity_id: e.ref('subscription.billing_entity_id'),
          }))
          .whereRef('i.subscription_id', '=', 'subscription.id')
          .returning('i.id'),
      )
      .selectFrom('plan')
      .leftJoin('item', (join) => join.onTrue())
      .select(['plan.currency', 'item.id as item_id']),
)

/** Ends what is live at once; the row stays as the place's history. */
export const markEnded = prepared<'payments'>()((db, p: PlaceIds) =>
  db
    .updateTable('payments.subscriptions')
    .set((e) => ({
      status: 'canceled',
      ended_at: sql<string>`now()`,
      version: e('version', '+', 1),
    }))
    .where((e) => e.or([e('site_id', '=', p.site_id), e('clinic_id', '=', p.clinic_id)]))
    .where('status', '<>', 'canceled')
    .returning('id'),
)
