import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { time } from '../fields.ts'
import { listReply } from '../lists.ts'
import { RoleName } from '../people/members.ts'
import { Currency } from './money.ts'
import { Subscription, subscriptionQuery } from './subscriptions.ts'

/** What the next period costs, to the cent with today's taxes, and who is charged for it. */
const NextCharge = z.object({
  /** Null: as soon as the payer has a card and owes nothing for the place. */
  at: z.nullable(time),
  billing_entity_id: z.string(),
  plan_id: z.string(),
  currency: Currency,
  subtotal: z.number(),
  tax: z.number(),
  total: z.number(),
})

/** A site or clinic as those who pay for it see it: its subscription, and what that costs next. */
export const PaidPlace = z.extend(Subscription, {
  item_id: z.string(),
  /** `waiting`: a period begins as soon as it can be paid for. */
  phase: z.enum(['trial', 'period', 'waiting', 'paused']),
  place_name: z.string(),
  /** The caller's own role in the place; null where they do not belong. */
  place_role: z.nullable(RoleName),
  /** Null where it ends. */
  next_charge: z.nullable(NextCharge),
})
export type PaidPlace = z.infer<typeof PaidPlace>

export const listPaidPlaces = endpoint({
  name: 'listPaidPlaces',
  service: 'payments',
  method: 'GET',
  path: '/api/v1/paid-places',
  summary: 'Live subscriptions with the names of their places and what is charged next',
  who: 'signed in',
  query: subscriptionQuery,
  reply: listReply('paid_places', PaidPlace),
})
