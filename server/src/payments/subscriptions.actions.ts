import type { QueryOf } from '@byre/contract/endpoint'
import type { listSubscriptionItems as ListItems } from '@byre/contract/subscriptions'
import type { Payer, Place } from '../customers/index.ts'
import type { Asker } from '../platform/actor.ts'
import type { Db } from '../platform/db.ts'
import { refuse } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { foundIn, pageOf, rowsOf } from './lists.policy.ts'
import { findSubscription, listItemsIn, listSubscriptionsIn } from './subscription-lists.queries.ts'
import { insertSubscription, markEnded, switchTrial } from './subscriptions.queries.ts'

/** Fixed by the payer's first item; before that by its country (decisions.md section 8). */
function currencyOf(payer: Payer): 'cad' | 'usd' {
  return payer.currency ?? (payer.country === 'USA' ? 'usd' : 'cad')
}

function wanted(place: Place, payer: Payer, planId: string) {
  return {
    ...idsOf(place),
    plan_id: planId,
    product: place.kind === 'site' ? ('sites' as const) : ('clinics' as const),
    currency: currencyOf(payer),
    billing_entity_id: payer.id,
  }
}

function idsOf(place: Place) {
  return {
    site_id: place.kind === 'site' ? place.id : null,
    clinic_id: place.kind === 'clinic' ? place.id : null,
  }
}

/** Starts a new place's trial, in the caller's transaction. */
export async function startSubscription(db: Db<'payments'>, place: Place, payer: Payer, planId: string) {
  const ids = { id: newId(), item_id: newId() }
  const [started] = await insertSubscription(db, { ...wanted(place, payer, planId), ...ids })
  if (!started) refuse('plan.required', { field: 'plan_id' })
  return started.currency
}

/** Moves a place to another plan or payer, in the caller's transaction. */
export async function changeSubscription(db: Db<'payments'>, place: Place, payer: Payer, planId: string) {
  const [changed] = await switchTrial(db, wanted(place, payer, planId))
  if (!changed) refuse('plan.required', { field: 'plan_id' })
  if (!changed.item_id) throw new Error(`${place.kind} ${place.id} has no subscription in trial`)
  return changed.currency
}

/** Ends a place's subscription, in the caller's transaction; ending it again changes nothing. */
export async function endSubscription(db: Db<'payments'>, place: Place): Promise<void> {
  await markEnded(db, idsOf(place))
}

type ListQuery = QueryOf<typeof ListItems>

const wantedOf = (asker: Asker, query: ListQuery) => ({
  ...asker,
  ...rowsOf(query),
  site_id: query.site_id ?? null,
  clinic_id: query.clinic_id ?? null,
  billing_entity_id: query.billing_entity_id ?? null,
})

export async function listSubscriptions(db: Db<'payments'>, asker: Asker, query: ListQuery) {
  const rows = await listSubscriptionsIn[query.sort](db, wantedOf(asker, query))
  const { things, counters } = pageOf(rows, query)
  return { subscriptions: things, ...counters }
}

export async function getSubscription(db: Db<'payments'>, asker: Asker, id: string) {
  return foundIn(await findSubscription(db, { ...asker, id }))
}

export async function listSubscriptionItems(db: Db<'payments'>, asker: Asker, query: ListQuery) {
  const rows = await listItemsIn[query.sort](db, wantedOf(asker, query))
  const { things, counters } = pageOf(rows, query)
  return { subscription_items: things, ...counters }
}
