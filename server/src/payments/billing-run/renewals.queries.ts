import { sql } from 'kysely'
import { prepared } from '../../platform/database/db.ts'
import type { SubscriptionAccess } from '../access.policy.ts'
import '../tables.ts'

/** No row when this notice was given before. */
export const insertNotice = prepared<'payments'>()(
  (db, p: { about_id: string; kind: string; sent_at: string }) =>
    db
      .insertInto('payments.notices')
      .values({ about_id: p.about_id, kind: p.kind, sent_at: p.sent_at })
      .onConflict((conflict) => conflict.columns(['about_id', 'kind']).doNothing())
      .returning('about_id'),
)

/** Lets these notices be given again. */
export const removeNotices = prepared<'payments'>()(
  (db, p: { about_id: SubscriptionAccess; kinds: readonly string[] }) =>
    db
      .deleteFrom('payments.notices')
      .where('about_id', '=', p.about_id)
      .where(sql<boolean>`kind = any(${p.kinds}::text[])`),
)

/** Cards that end with a month, pay for something, and have no notice of that month yet. */
export const listExpiringCards = prepared<'payments'>()(
  (db, p: { exp_year: number; exp_month: number; kind: string; limit: number }) =>
    db
      .selectFrom('payments.cards as c')
      .select('c.id')
      .where('c.exp_year', '=', p.exp_year)
      .where('c.exp_month', '=', p.exp_month)
      .where((e) =>
        e.exists(
          e
            .selectFrom('payments.subscriptions as s')
            .select(sql`1`.as('one'))
            .whereRef('s.billing_entity_id', '=', 'c.billing_entity_id')
            .where('s.status', '<>', 'canceled'),
        ),
      )
      .where((e) =>
        e.not(
          e.exists(
            e
              .selectFrom('payments.notices as n')
              .select(sql`1`.as('one'))
              .whereRef('n.about_id', '=', 'c.id')
              .where('n.kind', '=', p.kind),
          ),
        ),
      )
      .orderBy('c.id')
      .limit(p.limit),
)

/** The invoice that a place was closed for: the oldest that its payer owes. */
export const findOldestDebt = prepared<'payments'>()((db, p: { subscription_id: string }) =>
  db
    .selectFrom('payments.invoices as v')
    .innerJoin('payments.subscriptions as s', (join) =>
      join.onRef('s.id', '=', 'v.subscription_id').onRef('s.billing_entity_id', '=', 'v.billing_entity_id'),
    )
    .select('v.id')
    .where('v.subscription_id', '=', p.subscription_id)
    .where('v.status', '=', 'open')
    .where('v.failed_at', 'is not', null)
    .orderBy('v.failed_at')
    .limit(1),
)

export const removeOldNotices = prepared<'payments'>()((db, p: { before: string }) =>
  db.deleteFrom('payments.notices').where('sent_at', '<', p.before),
)
