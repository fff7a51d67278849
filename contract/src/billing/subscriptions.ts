import { t } from '../words.ts'
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { clinicId, idParams, billingEntityId, siteId, time } from '../fields.ts'
import { listQuery, listReply } from '../lists.ts'
import { amounts } from './money.ts'
import { chosenBillingEntityId, planId } from './choices.ts'

const subscriptionStatuses = ['trialing', 'active', 'past_due', 'read_only', 'stopped', 'canceled'] as const
const Status = z.enum(subscriptionStatuses)

/** What one site or clinic has subscribed to: one subscription a place, with exactly one item. */
export const Subscription = z.object({
  id: z.string(),
  billing_entity_id: z.string(),
  site_id: z.nullable(z.string()),
  clinic_id: z.nullable(z.string()),
  status: Status,
  trial_ends_at: z.nullable(time),
  current_period_start: z.nullable(time),
  current_period_end: z.nullable(time),
  cancel_at: z.nullable(time),
  /** Asked to pause from the period's end until then. */
  resumes_at: z.nullable(time),
  plan_id: z.string(),
  /** From the next period on, as the next one. */
  pending_plan_id: z.nullable(z.string()),
  pending_billing_entity_id: z.nullable(z.string()),
})
export type Subscription = z.infer<typeof Subscription>

export const SubscriptionItem = z.object({
  id: z.string(),
  subscription_id: z.string(),
  billing_entity_id: z.string(),
  plan_id: z.string(),
  pending_plan_id: z.nullable(z.string()),
  site_id: z.nullable(z.string()),
  clinic_id: z.nullable(z.string()),
  status: Status,
})
export type SubscriptionItem = z.infer<typeof SubscriptionItem>

/** By place, by payer, or all that the caller runs. */
export const subscriptionQuery = z.extend(listQuery(['created_at', '-created_at']), {
  site_id: z.optional(siteId),
  clinic_id: z.optional(clinicId),
  billing_entity_id: z.optional(billingEntityId),
})

export const listSubscriptions = endpoint({
  name: 'listSubscriptions',
  service: 'payments',
  method: 'GET',
  path: '/api/v1/subscriptions',
  summary: 'The live subscriptions of places and payers that the signed-in user runs',
  who: 'signed in',
  query: subscriptionQuery,
  reply: listReply('subscriptions', Subscription),
})

export const getSubscription = endpoint({
  name: 'getSubscription',
  service: 'payments',
  method: 'GET',
  path: '/api/v1/subscriptions/:id',
  summary: 'One subscription',
  who: { right: 'seeCost', of: 'billing_entity' },
  params: idParams,
  reply: Subscription,
  refusals: ['not_found'],
})

export const listSubscriptionItems = endpoint({
  name: 'listSubscriptionItems',
  service: 'payments',
  method: 'GET',
  path: '/api/v1/subscription-items',
  summary: 'The live subscription items of places and payers that the signed-in user runs',
  who: 'signed in',
  query: subscriptionQuery,
  reply: listReply('subscription_items', SubscriptionItem),
})

/** For a place that has none: who pays for which plan. */
const newItem = {
  billing_entity_id: chosenBillingEntityId,
  plan_id: planId,
  site_id: z.optional(siteId),
  clinic_id: z.optional(clinicId),
}

const newItemRefusals = [
  'not_found',
  'role.insufficient',
  'payer.right_missing',
  'billing_entity.unknown',
  'plan.required',
  'subscription.exists',
] as const

function onePlace<S extends z.ZodMiniObject<typeof newItem>>(schema: S) {
  return schema.check((payload: z.core.ParsePayload<z.output<S>>) => {
    const { site_id, clinic_id } = payload.value as { site_id?: string; clinic_id?: string }
    if ((site_id === undefined) !== (clinic_id === undefined)) return
    const message = t`Please choose one site or clinic.`
    payload.issues.push({ code: 'custom', message, path: ['site_id'], input: undefined })
  })
}

export const createSubscriptionItem = endpoint({
  name: 'createSubscriptionItem',
  service: 'payments',
  method: 'POST',
  path: '/api/v1/subscription-items',
  summary: 'Choose a plan for a site or clinic that has none',
  who: { right: 'changePlan', of: 'place' },
  body: onePlace(z.object(newItem)),
  reply: SubscriptionItem,
  status: 201,
  refusals: newItemRefusals,
})

/** What may be asked of an item instead of another plan. */
const itemActions = ['remove', 'keep', 'pause', 'resume'] as const
const actionMissing = t`Please choose a plan, or one of remove, keep, pause and resume.`
const dayMissing = t`Please choose the day on which it resumes.`

export const changeSubscriptionItem = endpoint({
  name: 'changeSubscriptionItem',
  service: 'payments',
  method: 'POST',
  path: '/api/v1/subscription-items/:id',
  summary:
    'One of: another plan; `remove` (ends with the trial or period, else at once); `pause` until `resumes_on`; `keep` (takes either back, for a day also what ended at once); `resume`',
  who: { right: 'stopPaying', of: 'billing_entity' },
  params: idParams,
  body: z
    .object({
      plan_id: z.optional(planId),
      action: z.optional(z.enum(itemActions, actionMissing)),
      /** With `pause`: a UTC day after the present period, `2027-03-01`. */
      resumes_on: z.optional(
        z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, dayMissing)),
      ),
    })
    .check(({ value, issues }) => {
      const refuse = (field: string, message: string) =>
        issues.push({ code: 'custom', message, path: [field], input: undefined })
      if ((value.plan_id === undefined) === (value.action === undefined)) refuse('action', actionMissing)
      if (value.action === 'pause' && value.resumes_on === undefined) refuse('resumes_on', dayMissing)
    }),
  reply: SubscriptionItem,
  refusals: [
    'not_found',
    'role.insufficient',
    'payer.right_missing',
    'plan.required',
    'subscription.not_possible',
  ],
})

/** What a change to a plan would do and cost, to the cent, if it were made now. */
export const ChangePreview = z.object({
  plan_id: z.string(),
  begins: z.enum(['now', 'with a card', 'with the next period', 'after the trial', 'after the pause']),
  /** Null: as soon as the payer has a card and owes nothing. */
  begins_at: z.nullable(time),
  /** What would be charged now; no lines where it begins later. */
  ...amounts,
  /** What each whole period costs from then on, with today's taxes. */
  each_period: z.object(amounts),
})
export type ChangePreview = z.infer<typeof ChangePreview>

export const previewSubscriptionItem = endpoint({
  name: 'previewSubscriptionItem',
  service: 'payments',
  method: 'GET',
  path: '/api/v1/subscription-items/:id/preview',
  summary: 'What a change to a plan would cost, and when it would begin',
  who: { right: 'seeCost', of: 'billing_entity' },
  params: idParams,
  query: z.object({
    plan_id: planId,
    /** Another payer than the present one, as a change of the place names it. */
    billing_entity_id: z.optional(chosenBillingEntityId),
  }),
  reply: ChangePreview,
  refusals: ['not_found', 'role.insufficient', 'plan.required', 'billing_entity.unknown'],
})

export const previewNewItem = endpoint({
  name: 'previewNewItem',
  service: 'payments',
  method: 'GET',
  path: '/api/v1/subscription-previews',
  summary: 'What choosing a plan for a place that has none would cost, and when it would begin',
  who: { right: 'changePlan', of: 'place' },
  query: onePlace(z.object(newItem)),
  reply: ChangePreview,
  refusals: newItemRefusals,
})
