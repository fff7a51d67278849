import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, idParams, listQuery, listReply, time } from './fields.ts'

export const subscriptionStatuses = [
  'trialing',
  'active',
  'past_due',
  'read_only',
  'stopped',
  'canceled',
] as const
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
  plan_id: z.string(),
  pending_plan_id: z.nullable(z.string()),
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

const subscriptionQuery = z.extend(listQuery(['created_at', '-created_at']), {
  site_id: z.optional(id),
  clinic_id: z.optional(id),
  billing_entity_id: z.optional(id),
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
  who: 'Owner, Admin',
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
