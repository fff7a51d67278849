import { sql } from 'kysely'
import { prepared } from '../../platform/database/db.ts'
import '../tables.ts'

/**
 * What mails about subscriptions say, in this order; no row where one is gone. `is_noticed`: the notice of this kind
 * still stands.
 */
export const listSubscriptionMails = prepared<'payments'>()(
  (db, p: { ids: readonly string[]; notice: string | null }) =>
    db
      .selectFrom('payments.subscriptions as s')
      .innerJoin('payments.subscription_items as i', 'i.subscription_id', 's.id')
      .innerJoin('payments.plans as p', 'p.id', 'i.plan_id')
      .leftJoin('payments.cards as c', 'c.billing_entity_id', 's.billing_entity_id')
      .select((e) => [
        's.billing_entity_id',
        's.site_id',
        's.clinic_id',
        's.status',
        's.trial_ends_at',
        's.cancel_at',
        'p.name as plan_name',
        'p.amount',
        'p.currency',
        'p.interval',
        'p.interval_count',
        'c.last_four',
        e
          .exists(
            e
              .selectFrom('payments.notices as n')
              .select(sql`1`.as('one'))
              .whereRef('n.about_id', '=', 's.id')
              .where(sql<boolean>`n.kind = ${p.notice}::text`),
          )
          .as('is_noticed'),
      ])
      .where(sql<boolean>`s.id = any(${p.ids}::uuid[])`)
      .orderBy(sql`array_position(${p.ids}::uuid[], s.id)`),
)

/** What mails about invoices say, by number. */
export const listInvoiceMails = prepared<'payments'>()((db, p: { ids: readonly string[] }) =>
  db
    .selectFrom('payments.invoices as v')
    .innerJoin('payments.subscriptions as s', 's.id', 'v.subscription_id')
    .select((e) => [
      'v.id',
      'v.number',
      'v.billing_entity_id',
      'v.subscription_id',
      'v.place_name',
      'v.total',
      'v.credited',
      'v.refund',
      'v.currency',
      'v.status as invoice_status',
      'v.failed_at',
      'v.next_try_at',
      's.status',
      e
        .selectFrom('payments.charge_attempts as a')
        .select('a.action_url')
        .whereRef('a.invoice_id', '=', 'v.id')
        .where('a.outcome', '=', sql.lit('requires_action'))
        .as('action_url'),
      e
        .selectFrom('payments.charge_attempts as a')
        .select('a.last_four')
        .where('a.invoice_id', '=', (a) => a.fn.coalesce('v.paid_by_id', 'v.id'))
        .where('a.outcome', '=', sql.lit('succeeded'))
        .as('last_four'),
      e
        .selectFrom('payments.invoices as o')
        .select('o.number')
        .whereRef('o.id', '=', 'v.corrects_id')
        .as('corrects_number'),
    ])
    .where(sql<boolean>`v.id = any(${p.ids}::uuid[])`)
    .orderBy('v.sequence'),
)

export const findCardMail = prepared<'payments'>()((db, p: { id: string }) =>
  db
    .selectFrom('payments.cards')
    .select(['billing_entity_id', 'brand', 'last_four', 'exp_month', 'exp_year'])
    .where('id', '=', p.id),
)
