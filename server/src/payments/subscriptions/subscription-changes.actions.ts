import { t } from '@byre/contract/words'
import type { BillingEntityId } from '@byre/contract/subject-kinds'
import type {
  changeSubscriptionItem as ChangeItem,
  createSubscriptionItem as CreateItem,
  previewSubscriptionItem as PreviewItem,
  ChangePreview,
  SubscriptionItem,
} from '@byre/contract/billing/subscriptions'
import {
  findMembership,
  findPayingEntity,
  holdPlace,
  noteCurrency,
  notePlan,
  billingEntityAs,
  type BillingEntityTerms,
} from '../../customers/index.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { answered } from '../../platform/authentication/authenticate.ts'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import type { Call } from '../../platform/http/calls.ts'
import type { SubscriptionAccess } from '../access.policy.ts'
import type { BillingContext } from '../billing.policy.ts'
import { findPaymentStatus, happen, type Moment } from '../billing-run/engine.actions.ts'
import { apply, longestPause, type BillingEvent } from '../engine.policy.ts'
import { dateOf, dayOf } from '../periods.policy.ts'
import { outlook } from './subscription-outlooks.actions.ts'
import {
  accessToChange,
  accessToChoose,
  accessToStop,
  isStranger,
  maySeeCost,
  type Roles,
} from './subscription-changes.policy.ts'
import { findItem, findItemAsked } from './subscription-items.queries.ts'
import { changePlan, chooseSubscription } from './subscriptions.actions.ts'
import { wantedPlan } from '../plan-choices.policy.ts'
import { stateOf } from '../subscriptions.policy.ts'
import { reopening } from './reopenings.actions.ts'
import {
  findTerms,
  lockSubscription,
  placeOf,
  readSubscription,
  type LockedSubscription,
} from '../subscriptions.queries.ts'

type Create = Call<typeof CreateItem, 'payments'>
type Change = Call<typeof ChangeItem, 'payments'>

/** Chooses a plan for a place that has none; its Owner, who runs the payer too. */
export async function createSubscriptionItem(
  context: BillingContext,
  { command, actor, body, from }: Create,
) {
  const place = placeOf({ site_id: body.site_id ?? null, clinic_id: body.clinic_id ?? null })

  return command.transaction(async (db) => {
    const ofPlace = await findMembership(db, place, actor.user_id)
    if (ofPlace === null || !(await holdPlace(db, place))) refuse('not_found')
    const terms = await billingEntityAs(db, body.billing_entity_id, actor.user_id)
    if (!terms) refuse('billing_entity.unknown', { field: 'billing_entity_id' })
    const billingEntity = accessToChoose(ofPlace, terms)

    const { id, currency } = await chooseSubscription(context, db, {
      place,
      billingEntity,
      plan_id: body.plan_id,
    })
    if (billingEntity.currency === null) await noteCurrency(db, billingEntity.id, currency)
    await notePlan(db, place, { plan_id: body.plan_id, billing_entity_id: billingEntity.id })
    await writeAudit(db, {
      actor_id: actor.user_id,
      deed: 'createSubscriptionItem',
      kind: place.kind,
      subject_id: place.id,
      after: { plan_id: body.plan_id, billing_entity_id: billingEntity.id },
      from,
    })
    return itemOf(db, id)
  })
}

/** As the story of its place tells them. */
const commands = {
  remove: 'endSubscription',
  keep: 'keepSubscription',
  pause: 'pauseSubscription',
  resume: 'resumeSubscription',
} as const

/** Another plan, or one of the actions; those who may differ. */
export async function changeSubscriptionItem(
  context: BillingContext,
  { command, actor, params, body, from }: Change,
) {
  return command.transaction(async (db) => {
    const item = await itemFor(db, params.id, actor.user_id)
    if (item.status === 'canceled' && body.action !== 'keep') refuse('not_found')
    const { place, billingEntity } = item
    if (body.plan_id !== undefined) {
      const access = accessToChange(item)
      await changePlan(context, db, access.id, {
        place,
        billingEntity: access.billingEntity,
        plan_id: body.plan_id,
      })
      await notePlan(db, place, { plan_id: body.plan_id, billing_entity_id: access.billingEntity.id })
    } else {
      const isStop = body.action === 'remove' || body.action === 'keep'
      await act(context, db, isStop ? accessToStop(item) : accessToChange(item).id, body)
    }
    await writeAudit(db, {
      actor_id: actor.user_id,
      deed: body.action === undefined ? 'changeSubscriptionItem' : commands[body.action],
      kind: place.kind,
      subject_id: place.id,
      // The payer is named so that its own activity tells of it, too.
      after: {
        billing_entity_id: billingEntity.id,
        plan_id: body.plan_id,
        resumes_on: body.resumes_on,
      },
      from,
    })
    return itemOf(db, item.id)
  })
}

/** The item's subscription, held, for someone who belongs to its place or payer; also one that has ended. */
async function itemFor(db: Db<'payments'>, itemId: string, userId: string) {
  const [item] = await findItem(db, { id: itemId })
  const [row] = item ? await lockSubscription(db, { id: item.subscription_id }) : []
  if (!row) refuse('not_found')
  const roles = await rolesIn(db, row, userId)
  const billingEntity = await nextBillingEntityOf(db, row)
  return { id: row.id, status: row.status, place: placeOf(row), billingEntity, roles }
}

/** Refuses those who belong to neither the place nor a payer of it, be it the present or the next one. */
async function rolesIn(db: Db<'payments'>, row: LockedSubscription, userId: string): Promise<Roles> {
  const at = (id: BillingEntityId) => findMembership(db, { kind: 'billing_entity', id }, userId)
  const roles = {
    ofPlace: await findMembership(db, placeOf(row), userId),
    ofBillingEntity: await at(nextBillingEntityIn(row)),
  }
  if (isStranger(roles) && (await at(row.billing_entity_id)) === null) refuse('not_found')
  return roles
}

const nextBillingEntityIn = (row: LockedSubscription) =>
  row.pending_billing_entity_id ?? row.billing_entity_id

/** Who pays from the next period on, as plans are offered to them. */
async function nextBillingEntityOf(db: Db<'payments'>, row: LockedSubscription): Promise<BillingEntityTerms> {
  const id = nextBillingEntityIn(row)
  const payingEntity = await findPayingEntity(db, id)
  return { id, currency: payingEntity?.currency ?? null, country: payingEntity?.country ?? null }
}

/** The next payer, or another one that the caller may use to pay. */
async function billingEntityWished(
  db: Db<'payments'>,
  row: LockedSubscription,
  wished: BillingEntityId | undefined,
  userId: string,
): Promise<BillingEntityTerms> {
  if (wished === undefined) return nextBillingEntityOf(db, row)
  const billingEntity = await billingEntityAs(db, wished, userId)
  if (!billingEntity || billingEntity.role === 'User')
    refuse('billing_entity.unknown', { field: 'billing_entity_id' })
  return billingEntity
}

async function act(
  context: BillingContext,
  db: Db<'payments'>,
  id: SubscriptionAccess,
  body: Change['body'],
): Promise<void> {
  const at = context.clock.now()
  const day = dayOf(at)
  await happen(context, db, { id, at }, async (moment): Promise<BillingEvent> => {
    switch (body.action) {
      case 'remove':
        return { kind: 'cancel', day }
      case 'keep':
        return moment.state.phase === 'ended' ? reopening(db, moment, at) : { kind: 'keep', day }
      case 'pause':
        return { kind: 'pause', day, until: pauseUntil(moment, body.resumes_on ?? '') }
      default:
        if (moment.state.phase !== 'paused') refuse('subscription.not_possible')
        return { kind: 'resume', day, ...(await moment.paymentStatusOf(moment.state.payer)) }
    }
  })
}

/** A pause follows the period that is paid for, and lasts a year at most. */
function pauseUntil({ state }: Moment, resumesOn: string): number {
  const longest = longestPause(state)
  if (state.phase !== 'period' || !state.period || longest === null) refuse('subscription.not_possible')
  const until = dayOf(`${resumesOn}T00:00:00Z`)
  const isThere = dateOf(until) === resumesOn
  if (isThere && until > state.period.end && until <= longest) return until
  return refuse('request.invalid', {
    field: 'resumes_on',
    message: t`Please choose a day after the paid period, within a year of its end.`,
  })
}

async function itemOf(db: Db<'payments'>, subscriptionId: string): Promise<SubscriptionItem> {
  const [row] = await lockSubscription(db, { id: subscriptionId })
  if (!row) throw new Error(`no subscription ${subscriptionId}`)
  const { item_id, id, billing_entity_id, plan_id, pending_plan_id, site_id, clinic_id, status } = row
  return {
    id: item_id,
    subscription_id: id,
    billing_entity_id,
    plan_id,
    pending_plan_id,
    site_id,
    clinic_id,
    status,
  }
}

/** What `changeSubscriptionItem` with this plan would do now; changes nothing. */
export async function previewSubscriptionItem(
  context: BillingContext,
  { db, caller, params, query }: Call<typeof PreviewItem, 'payments'>,
): Promise<ChangePreview> {
  const [{ caller_id, subscription_id }] = answered(await findItemAsked(db, { ...caller, id: params.id }))
  const [row] = subscription_id ? await readSubscription(db, { id: subscription_id }) : []
  if (!row || row.status === 'canceled') refuse('not_found')
  if (!maySeeCost(await rolesIn(db, row, caller_id))) refuse('role.insufficient')
  const billingEntity = await billingEntityWished(db, row, query.billing_entity_id, caller_id)
  const wish = { ...wantedPlan(placeOf(row), billingEntity, query.plan_id), present_plan_id: row.plan_id }
  const [plan] = await findTerms(db, wish)
  if (!plan) refuse('plan.required', { field: 'plan_id' })

  const at = context.clock.now()
  const state = stateOf(row)
  const paymentStatus = await findPaymentStatus(db, row.id, billingEntity.id, at)
  const change = {
    kind: 'change',
    day: dayOf(at),
    to: { plan, payer: billingEntity.id },
    ...paymentStatus,
  } as const
  const { state: next, lines } = apply(state, change)
  return outlook(context, db, { state: next, lines, trial_ends_at: row.trial_ends_at, at })
}
