import type { BillingEntityId, ClinicId, SiteId, SubjectKind } from '@byre/contract/subject-kinds'
import type { Subscription, SubscriptionItem } from '@byre/contract/billing/subscriptions'
import { sql } from 'kysely'
import { placesOfCaller } from '../../customers/index.ts'
import { withCaller } from '../../platform/authentication/authenticate.ts'
import { callersList } from '../../platform/authentication/proven-lists.ts'
import { pageOfMatching, totalOfMatching } from '../../platform/lists.ts'
import { prepared, type Db } from '../../platform/database/db.ts'
import type { CallerRow, Counted } from '../lists.policy.ts'
import type { PlaceIds } from '../subscriptions.queries.ts'
import '../tables.ts'

/** A row of `places` of this kind is the one that the column names. */
const ofKind = (kind: SubjectKind, column: string) =>
  sql<boolean>`(places.kind = ${sql.lit(kind)} and places.place_id = ${sql.ref(column)})`

/** Each with its item, for those who run the place or the payer (specification 6.3). */
function withRun(db: Db<'payments'>, tokenHash: Buffer) {
  return withCaller(db, tokenHash)
    .with('places', () => placesOfCaller())
    .with('run', (q) =>
      q
        .selectFrom('places')
        .innerJoin('payments.subscriptions as s', (join) =>
          join.on((e) =>
            e.or([
              ofKind('billing_entity', 's.billing_entity_id'),
              ofKind('site', 's.site_id'),
              ofKind('clinic', 's.clinic_id'),
            ]),
          ),
        )
        .innerJoin('payments.subscription_items as i', 'i.subscription_id', 's.id')
        .select([
          's.id',
          'i.id as item_id',
          's.billing_entity_id',
          's.site_id',
          's.clinic_id',
          's.status',
          's.trial_ends_at',
          's.current_period_start',
          's.current_period_end',
          's.cancel_at',
          's.resumes_at',
          'i.plan_id',
          'i.pending_plan_id',
          's.pending_billing_entity_id',
          's.version',
          's.created_at',
        ])
        // Once also for those who run both.
        .groupBy(['s.id', 'i.id']),
    )
}

/** With the ids as its row has them. */
type Placed<Row> = Omit<Row, keyof PlaceIds> & PlaceIds

const ofSubscription = [
  'id',
  'billing_entity_id',
  'site_id',
  'clinic_id',
  'status',
  'trial_ends_at',
  'current_period_start',
  'current_period_end',
  'cancel_at',
  'resumes_at',
  'plan_id',
  'pending_plan_id',
  'pending_billing_entity_id',
] as const

interface Wanted {
  token_hash: Buffer
  site_id: SiteId | null
  clinic_id: ClinicId | null
  billing_entity_id: BillingEntityId | null
  limit: number
  offset: number
}

/** One page of what is live, in order of creation. */
function withPage(db: Db<'payments'>, p: Wanted, direction: 'asc' | 'desc') {
  return withRun(db, p.token_hash)
    .with('matching', (q) =>
      q
        .selectFrom('run')
        .selectAll()
        .where('status', '<>', sql.lit('canceled'))
        .where(sql<boolean>`(${p.site_id}::uuid is null or site_id = ${p.site_id})`)
        .where(sql<boolean>`(${p.clinic_id}::uuid is null or clinic_id = ${p.clinic_id})`)
        .where(
          sql<boolean>`(${p.billing_entity_id}::uuid is null or billing_entity_id = ${p.billing_entity_id})`,
        ),
    )
    .selectFrom('caller')
    .leftJoin(
      pageOfMatching<(typeof ofSubscription)[number] | 'item_id' | 'created_at'>('created_at', direction, p),
      (join) => join.onTrue(),
    )
    .select(['caller.user_id as caller_id', totalOfMatching])
    .orderBy('page.created_at', direction)
    .orderBy('page.id', direction)
}

function subscriptionsBy(direction: 'asc' | 'desc') {
  return callersList<'payments'>()((db, p: Wanted) =>
    withPage(db, p, direction)
      .select(ofSubscription.map((column) => `page.${column}` as const))
      .$castTo<Counted<Placed<Subscription>>>(),
  )
}

function itemsBy(direction: 'asc' | 'desc') {
  return callersList<'payments'>()((db, p: Wanted) =>
    withPage(db, p, direction)
      .select([
        'page.item_id as id',
        'page.id as subscription_id',
        'page.billing_entity_id',
        'page.plan_id',
        'page.pending_plan_id',
        'page.site_id',
        'page.clinic_id',
        'page.status',
      ])
      .$castTo<Counted<SubscriptionItem>>(),
  )
}

function pagesBy(direction: 'asc' | 'desc') {
  return callersList<'payments'>()((db, p: Wanted) =>
    withPage(db, p, direction)
      .select([...ofSubscription.map((column) => `page.${column}` as const), 'page.item_id'])
      .$castTo<Counted<Placed<Subscription & { item_id: string }>>>(),
  )
}

/** By every order that `sort` may name. */
export const listSubscriptionsIn = {
  created_at: subscriptionsBy('asc'),
  '-created_at': subscriptionsBy('desc'),
}
/** Subscriptions with the ids of their items. */
export const listPaidIn = { created_at: pagesBy('asc'), '-created_at': pagesBy('desc') }
export const listItemsIn = { created_at: itemsBy('asc'), '-created_at': itemsBy('desc') }

/** One subscription, also an ended one. */
export const findSubscription = prepared<'payments'>()((db, p: { token_hash: Buffer; id: string }) =>
  withCaller(db, p.token_hash)
    .selectFrom('caller')
    .leftJoin(
      (q) =>
        q
          .selectFrom('payments.subscriptions as s')
          .innerJoin('payments.subscription_items as i', 'i.subscription_id', 's.id')
          .selectAll('s')
          .select(['i.plan_id', 'i.pending_plan_id'])
          .where('s.id', '=', p.id)
          .where(
            sql<boolean>`exists (select from (${placesOfCaller()}) as places
              where ${ofKind('billing_entity', 's.billing_entity_id')}
                or ${ofKind('site', 's.site_id')} or ${ofKind('clinic', 's.clinic_id')})`,
          )
          .as('found'),
      (join) => join.onTrue(),
    )
    .select(ofSubscription.map((column) => `found.${column}` as const))
    .select(['found.version', 'caller.user_id as caller_id'])
    .$castTo<CallerRow<Subscription & { version: number }>>(),
)
