import { idsOf, wantedPlan, currencyOf, productOf } from '../plan-choices.policy.ts'
import type { BillingEntityId } from '@byre/contract/subject-kinds'
import type { QueryOf } from '@byre/contract/endpoint'
import type { listSubscriptionItems as ListItems } from '@byre/contract/billing/subscriptions'
import {
  findPlace,
  holdBillingEntity,
  noteAccessState,
  billingEntityAs,
  placeOfAccess,
  type Access,
  type ChargedBillingEntity,
  type NewTrial,
  type Place,
  type AccessState,
} from '../../customers/index.ts'
import type { Caller } from '../../platform/authentication/authenticate.ts'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import { versioned } from '../../platform/reply.ts'
import { newId } from '../../platform/ids.ts'
import { rowsOf } from '../../platform/lists.ts'
import type { Proven } from '../../platform/proven.ts'
import { accessToEnd, accessToTakeUp, placeFollowing } from '../access.policy.ts'
import { chargeJob, type BillingContext } from '../billing.policy.ts'
import { accessStateOf } from '../dunning.policy.ts'
import { happen, settle } from '../billing-run/engine.actions.ts'
import { listGivenUp, reopen, setGivenUp } from '../invoices/invoices.queries.ts'
import { foundIn, pageOf } from '../lists.policy.ts'
import { dayOf } from '../periods.policy.ts'
import { accessByChoice, mayPay } from './subscription-changes.policy.ts'
import { findSubscription, listItemsIn, listSubscriptionsIn } from './subscription-lists.queries.ts'
import { findLatest, findTerms, lockSubscription } from '../subscriptions.queries.ts'
import { insertSubscription } from '../new-subscriptions.queries.ts'

/** Which plan is chosen for a place, and who pays. */
interface PlanChoice {
  place: Place
  billingEntity: ChargedBillingEntity
  plan_id: string
}

/** The values of a new place's trial, on a plan in whichever currency it has. */
export function newTrial<Id extends BillingEntityId>(
  context: BillingContext,
  place: Place,
  billingEntityId: Id,
  planId: string,
): NewTrial & { billing_entity_id: Id } {
  const at = context.clock.now().toISOString()
  const plan = { plan_id: planId, product: productOf(place), currency: null }
  return { ...newRow(place, billingEntityId, plan), trial_from: at, at }
}

const newRow = <Plan extends object, Id extends BillingEntityId>(
  place: Place,
  billingEntityId: Id,
  plan: Plan,
) => ({
  subscription_id: newId(),
  item_id: newId(),
  ...plan,
  ...idsOf(place),
  billing_entity_id: billingEntityId,
})

/**
 * Chooses a plan for a place that has none, in the caller's transaction. Its trial began with the place
 * itself; where it has had one, a period begins as soon as the payer can pay. Gives the item's subscription.
 */
export async function chooseSubscription(
  context: BillingContext,
  db: Db<'payments'>,
  { place, billingEntity, plan_id }: PlanChoice,
): Promise<{ id: string; currency: 'cad' | 'usd' }> {
  const at = context.clock.now()
  const [latest] = await findLatest(db, idsOf(place))
  if (latest && latest.status !== 'canceled') refuse('subscription.exists')

  const trial_from = latest ? null : ((await findPlace(db, place))?.created_at ?? null)
  const row = newRow(place, billingEntity.id, wantedPlan(place, billingEntity, plan_id))
  const [chosen] = await insertSubscription(db, { ...row, trial_from, at: at.toISOString() })
  if (!chosen) refuse('plan.required', { field: 'plan_id' })
  const begun = await settle(context, db, row.subscription_id, { at })
  const id = accessByChoice(billingEntity, row.subscription_id)
  await noteAccessState(db, placeFollowing(id, { id }, place), accessStateOf(begun?.status ?? 'read_only'))
  return { id, currency: chosen.currency }
}

/**
 * Moves a place to another plan or payer, in the caller's transaction: at once in trial and for a dearer
 * plan, else with the next period. Gives the currency the payer pays in.
 */
export async function changeSubscription(
  context: BillingContext,
  db: Db<'payments'>,
  choice: PlanChoice,
): Promise<'cad' | 'usd'> {
  const [latest] = await findLatest(db, idsOf(choice.place))
  if (!latest || latest.status === 'canceled') return (await chooseSubscription(context, db, choice)).currency
  return changePlan(context, db, accessByChoice(choice.billingEntity, latest.id), choice)
}

export async function changePlan(
  context: BillingContext,
  db: Db<'payments'>,
  id: Proven<'changePlan', string>,
  { place, billingEntity, plan_id }: PlanChoice,
): Promise<'cad' | 'usd'> {
  const at = context.clock.now()
  const currency = currencyOf(billingEntity)
  await happen(context, db, { id, at }, async ({ state, paymentStatusOf }) => {
    const [plan] = await findTerms(db, {
      ...wantedPlan(place, billingEntity, plan_id),
      present_plan_id: state.plan.id,
    })
    if (!plan) refuse('plan.required', { field: 'plan_id' })
    return {
      kind: 'change',
      day: dayOf(at),
      to: { plan, payer: billingEntity.id },
      ...(await paymentStatusOf(billingEntity.id)),
    }
  })
  return currency
}

/** Ends a deleted place's subscription, in the caller's transaction; ending it again changes nothing. */
export async function endSubscription(
  context: BillingContext,
  db: Db<'payments'>,
  place: Access<'delete', Place['kind']>,
): Promise<void> {
  const at = context.clock.now()
  const [latest] = await findLatest(db, idsOf(placeOfAccess(place)))
  if (!latest || latest.status === 'canceled') return
  const id = accessToEnd(place, latest)
  await happen(context, db, { id, at }, () => ({ kind: 'end', day: dayOf(at) }))
  await setGivenUp(db, { subscription_id: id })
}

/**
 * Takes up a restored place's subscription again, in the caller's transaction: no new trial, what is left
 * of trial and paid days is kept, and what was owed is owed again. What had ended before the place was
 * deleted stays so. It charges nobody whom the caller has no right to charge: without that at the next payer
 * it ends with its paid days, and without it at whoever owes something it does not begin again. Gives the
 * standing that follows; null for a place that never had a plan.
 */
export async function restoreSubscription(
  context: BillingContext,
  db: Db<'payments'>,
  place: Access<'restore', Place['kind']>,
): Promise<AccessState | null> {
  const at = context.clock.now()
  const day = dayOf(at)
  const [latest] = await findLatest(db, idsOf(placeOfAccess(place)))
  const [row] = latest ? await lockSubscription(db, { id: latest.id }) : []
  if (!row) return null
  const id = accessToTakeUp(place, row)
  // None of them is deleted meanwhile: a payer that is charged for a place is not deleted, nor one deleted charged.
  const mayCharge = async (id: BillingEntityId) =>
    mayPay((await billingEntityAs(db, id, place.user_id))?.role ?? null)
  await holdBillingEntity(db, row.billing_entity_id)
  for (const { billing_entity_id } of await listGivenUp(db, { subscription_id: row.id }))
    if (!(await mayCharge(billing_entity_id))) {
      // For good: deleting and restoring it once more does not begin it, whoever does that.
      await happen(context, db, { id, at }, () => ({ kind: 'cancel', day }))
      return accessStateOf('canceled')
    }

  const reopened = await reopen(db, { subscription_id: id, at: at.toISOString() })
  for (const billing_entity_id of new Set(reopened.map((invoice) => invoice.billing_entity_id)))
    await context.outbox.send(db, chargeJob, { billing_entity_id })
  await happen(context, db, { id, at }, () => ({ kind: 'restore', day }))
  const settled = (await mayCharge(row.pending_billing_entity_id ?? row.billing_entity_id))
    ? await settle(context, db, id, { at })
    : await happen(context, db, { id, at }, () => ({ kind: 'cancel', day }))
  return accessStateOf(settled?.status ?? 'canceled')
}

type ListQuery = QueryOf<typeof ListItems>

/** What the lists of subscriptions are asked for. */
export const wantedOf = (caller: Caller, query: ListQuery) => ({
  ...caller,
  ...rowsOf(query),
  site_id: query.site_id ?? null,
  clinic_id: query.clinic_id ?? null,
  billing_entity_id: query.billing_entity_id ?? null,
})

export async function listSubscriptions(db: Db<'payments'>, caller: Caller, query: ListQuery) {
  const rows = await listSubscriptionsIn[query.sort](db, wantedOf(caller, query))
  const { things, counters } = pageOf(rows, query)
  return { subscriptions: things, ...counters }
}

export async function getSubscription(db: Db<'payments'>, caller: Caller, id: string) {
  return versioned(foundIn(await findSubscription(db, { ...caller, id })))
}

export async function listSubscriptionItems(db: Db<'payments'>, caller: Caller, query: ListQuery) {
  const rows = await listItemsIn[query.sort](db, wantedOf(caller, query))
  const { things, counters } = pageOf(rows, query)
  return { subscription_items: things, ...counters }
}
