import { limits } from '@byre/contract/limits'
import type { ChangePreview, previewNewItem as PreviewNewItem } from '@byre/contract/billing/subscriptions'
import { findMembership, findPayingEntity, findPlace, billingEntityAs } from '../../customers/index.ts'
import { answered } from '../../platform/authentication/authenticate.ts'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Call } from '../../platform/http/calls.ts'
import type { BillingContext } from '../billing.policy.ts'
import { findPaymentStatus } from '../billing-run/engine.actions.ts'
import { apply, begin, type State } from '../engine.policy.ts'
import { amountsOf } from '../invoices/invoices.policy.ts'
import { dateOf, dayOf } from '../periods.policy.ts'
import { lineOfPeriod, type Line } from '../proration.policy.ts'
import { accessToChoose, beginningOf, firstPeriodOf } from './subscription-changes.policy.ts'
import { idsOf, wantedPlan } from '../plan-choices.policy.ts'
import { findCaller, findLatest, findTerms, placeOf } from '../subscriptions.queries.ts'

interface Change {
  /** What the subscription would be after it. */
  state: State
  /** What would be charged at once. */
  lines: readonly Line[]
  trial_ends_at: string | null
  at: Date
}

/** When a change would begin and what it would cost, with the taxes of that day. */
export async function outlook(
  context: BillingContext,
  db: Db<'payments'>,
  { state, lines, trial_ends_at, at }: Change,
): Promise<ChangePreview> {
  const { plan, payer: billingEntity } = state.pending ?? state
  const address = (await findPayingEntity(db, billingEntity)) ?? { country: null, region: null }
  const { taxNumbers } = context.config
  const amounts = (lines: readonly Line[]) =>
    amountsOf({ lines, currency: plan.currency, billingEntity: address, date: dateOf(dayOf(at)), taxNumbers })
  return {
    plan_id: plan.id,
    ...beginningOf(state, lines.length > 0, trial_ends_at, at),
    ...amounts(lines),
    each_period: amounts([lineOfPeriod(plan, firstPeriodOf(state, plan, dayOf(at)))]),
  }
}

/** What `createSubscriptionItem` with the same fields would do now; changes nothing. */
export async function previewNewItem(
  context: BillingContext,
  { db, caller, query }: Call<typeof PreviewNewItem, 'payments'>,
): Promise<ChangePreview> {
  const place = placeOf({ site_id: query.site_id ?? null, clinic_id: query.clinic_id ?? null })
  const [{ caller_id }] = answered(await findCaller(db, caller))
  const ofPlace = await findMembership(db, place, caller_id)
  if (ofPlace === null) refuse('not_found')
  const terms = await billingEntityAs(db, query.billing_entity_id, caller_id)
  if (!terms) refuse('billing_entity.unknown', { field: 'billing_entity_id' })
  const billingEntity = accessToChoose(ofPlace, terms)
  const [latest] = await findLatest(db, idsOf(place))
  if (latest && latest.status !== 'canceled') refuse('subscription.exists')
  const [plan] = await findTerms(db, {
    ...wantedPlan(place, billingEntity, query.plan_id),
    present_plan_id: null,
  })
  if (!plan) refuse('plan.required', { field: 'plan_id' })

  const at = context.clock.now()
  const trial_ends_at = latest ? null : trialLeft((await findPlace(db, place))?.created_at ?? null, at)
  const chosen = begin(
    { plan, payer: billingEntity.id },
    trial_ends_at === null ? null : dayOf(trial_ends_at),
  )
  const paymentStatus = await findPaymentStatus(db, newId(), billingEntity.id, at)
  return outlook(context, db, {
    ...apply(chosen, { kind: 'settled', day: dayOf(at), ...paymentStatus }),
    trial_ends_at,
    at,
  })
}

/** A place's trial began with the place itself; null when it is over. */
function trialLeft(createdAt: string | null, at: Date): string | null {
  if (createdAt === null) return null
  const end = new Date(Date.parse(createdAt) + limits.trialDays * 86_400_000)
  return end > at ? end.toISOString() : null
}
