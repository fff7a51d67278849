import type { BillingEntityId, ClinicId, SiteId } from '@byre/contract/subject-kinds'
import type { Subscription } from '@byre/contract/billing/subscriptions'
import { sql } from 'kysely'
import type { Place } from '../customers/index.ts'
import { withCaller } from '../platform/authentication/authenticate.ts'
import { prepared, type Db } from '../platform/database/db.ts'
import type { SubscriptionAccess } from './access.policy.ts'
import type { Phase } from './engine.policy.ts'
import type { PlanTerms } from './proration.policy.ts'
import './tables.ts'

interface WantedPlan {
  plan_id: string
  product: 'sites' | 'clinics'
  currency: 'cad' | 'usd'
}

/** One of the two is null. */
export interface PlaceIds {
  site_id: SiteId | null
  clinic_id: ClinicId | null
}

const termsOf = (alias: string) => sql`jsonb_build_object(
  'id', ${sql.ref(`${alias}.id`)}, 'name', ${sql.ref(`${alias}.name`)},
  'currency', ${sql.ref(`${alias}.currency`)}, 'amount', ${sql.ref(`${alias}.amount`)},
  'interval', ${sql.ref(`${alias}.interval`)}, 'interval_count', ${sql.ref(`${alias}.interval_count`)})`

/** All that the engine and its invoices need of a subscription. */
const wholeSubscription = (db: Db<'payments'>) =>
  db
    .selectFrom('payments.subscriptions as s')
    .innerJoin('payments.subscription_items as i', 'i.subscription_id', 's.id')
    .innerJoin('payments.plans as plan', 'plan.id', 'i.plan_id')
    .leftJoin('payments.plans as pending', 'pending.id', 'i.pending_plan_id')
    .selectAll('s')
    .select([
      'i.id as item_id',
      'i.plan_id',
      'i.pending_plan_id',
      termsOf('plan').$castTo<PlanTerms>().as('plan'),
      sql<PlanTerms | null>`case when pending.id is not null then ${termsOf('pending')} end`.as(
        'pending_plan',
      ),
    ])

export const readSubscription = prepared<'payments'>()((db, p: { id: string }) =>
  wholeSubscription(db).where('s.id', '=', p.id),
)

export const readSubscriptions = prepared<'payments'>()((db, p: { ids: string[] }) =>
  wholeSubscription(db).where(sql<boolean>`s.id = any(${p.ids}::uuid[])`),
)

/** Holds it until the transaction ends. */
export const lockSubscription = prepared<'payments'>()((db, p: { id: string }) =>
  wholeSubscription(db).where('s.id', '=', p.id).forUpdate('s'),
)
export type LockedSubscription = Awaited<ReturnType<typeof lockSubscription>>[number]

/** The place that a row is about. */
export const placeOf = ({ site_id, clinic_id }: PlaceIds): Place =>
  site_id === null ? { kind: 'clinic', id: named(clinic_id) } : { kind: 'site', id: site_id }

function named(id: ClinicId | null): ClinicId {
  if (id === null) throw new Error('neither a site nor a clinic is named')
  return id
}

/** Who asks, where what follows needs more than one statement. */
export const findCaller = prepared<'payments'>()((db, p: { token_hash: Buffer }) =>
  withCaller(db, p.token_hash).selectFrom('caller').select('caller.user_id as caller_id'),
)

/** A place's live subscription, or else the one that ended last. */
export const findLatest = prepared<'payments'>()((db, p: PlaceIds) =>
  db
    .selectFrom('payments.subscriptions')
    .select(['id', 'site_id', 'clinic_id', 'status', 'phase'])
    .where((e) => e.or([e('site_id', '=', p.site_id), e('clinic_id', '=', p.clinic_id)]))
    .orderBy(sql`(status <> 'canceled')`, 'desc')
    .orderBy('id', 'desc')
    .limit(1),
)

/** A plan that may be bought, or the one that is bought already. */
export const findTerms = prepared<'payments'>()((db, p: WantedPlan & { present_plan_id: string | null }) =>
  db
    .selectFrom('payments.plans')
    .select(['id', 'name', 'currency', 'amount', 'interval', 'interval_count'])
    .where('id', '=', p.plan_id)
    .where('product', '=', p.product)
    .where('currency', '=', p.currency)
    .where((e) => e.or([e('active', '=', true), e('id', '=', p.present_plan_id)])),
)

interface Saved {
  id: SubscriptionAccess
  phase: Phase
  status: Subscription['status']
  billing_entity_id: BillingEntityId
  plan_id: string
  pending_plan_id: string | null
  pending_billing_entity_id: BillingEntityId | null
  trial_ends_at: string | null
  current_period_start: string | null
  current_period_end: string | null
  anchor_day: number | null
  cancel_at: string | null
  resumes_at: string | null
  due_at: string | null
  ended_at: string | null
  /** How many events it has from now on. */
  events: number
}

/** Subscription and item as the engine left them. */
export const saveSubscription = prepared<'payments'>()((db, p: Saved) =>
  db
    .with('saved', (q) =>
      q
        .updateTable('payments.subscriptions')
        .set((e) => ({
          phase: p.phase,
          status: p.status,
          billing_entity_id: p.billing_entity_id,
          pending_billing_entity_id: p.pending_billing_entity_id,
          trial_ends_at: p.trial_ends_at,
          current_period_start: p.current_period_start,
          current_period_end: p.current_period_end,
          anchor_day: p.anchor_day,
          cancel_at: p.cancel_at,
          resumes_at: p.resumes_at,
          due_at: p.due_at,
          ended_at: p.ended_at,
          events: p.events,
          version: e('version', '+', 1),
        }))
        .where('id', '=', p.id)
        .returning('id'),
    )
    .updateTable('payments.subscription_items as i')
    .from('saved')
    .set({
      billing_entity_id: p.billing_entity_id,
      plan_id: p.plan_id,
      pending_plan_id: p.pending_plan_id,
    })
    .whereRef('i.subscription_id', '=', 'saved.id'),
)

interface Happened {
  subscription_id: SubscriptionAccess
  n: number
  at: string
  before: string
  event: string
  invoice_id: string | null
}

export const insertEvent = prepared<'payments'>()((db, p: Happened) =>
  db.insertInto('payments.subscription_events').values({
    subscription_id: p.subscription_id,
    n: p.n,
    at: p.at,
    before: p.before,
    event: p.event,
    invoice_id: p.invoice_id,
  }),
)

/** What a payer owes for one subscription. */
export const listDebts = prepared<'payments'>()(
  (db, p: { subscription_id: string; billing_entity_id: BillingEntityId }) =>
    db
      .selectFrom('payments.invoices')
      .select(['failed_at', 'next_try_at'])
      .where('subscription_id', '=', p.subscription_id)
      .where('billing_entity_id', '=', p.billing_entity_id)
      .where('status', '=', 'open')
      .where('failed_at', 'is not', null)
      .$narrowType<{ failed_at: string }>(),
)

/** Subscriptions at which something is due, the longest due first. */
export const listDueSubscriptions = prepared<'payments'>()((db, p: { at: string; limit: number }) =>
  db
    .selectFrom('payments.subscriptions')
    .select(['id', 'due_at'])
    .where('due_at', '<=', p.at)
    .orderBy('due_at')
    .orderBy('id')
    .limit(p.limit),
)

/** What a payer would have to pay for if it could. */
export const listWaiting = prepared<'payments'>()((db, p: { billing_entity_id: BillingEntityId }) =>
  db
    .selectFrom('payments.subscriptions')
    .select('id')
    .where('billing_entity_id', '=', p.billing_entity_id)
    .where('phase', '=', 'waiting')
    .orderBy('id'),
)
