import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { billingEntityId } from '../fields.ts'
import { Currency } from './money.ts'

/** What was invoiced in one UTC month, credits taken off, with tax, in minor units. */
const SpentMonth = z.object({
  /** `2026-11` */
  month: z.string(),
  currency: Currency,
  paid: z.number(),
  owed: z.number(),
})

/** What is charged on one UTC day if nothing changes, with today's taxes. */
const ComingDay = z.object({
  /** `2026-12-01` */
  day: z.string(),
  currency: Currency,
  total: z.number(),
  places: z.number(),
})

export const Spending = z.object({
  /** Twelve for each currency that something was invoiced in, the oldest first. */
  months: z.array(SpentMonth),
  /** Those of the next 30 days that have a charge. */
  coming: z.array(ComingDay),
})
export type Spending = z.infer<typeof Spending>

export const getSpending = endpoint({
  name: 'getSpending',
  service: 'payments',
  method: 'GET',
  path: '/api/v1/spending',
  summary:
    'Twelve months of what the payers that the signed-in user runs were invoiced, and the next 30 days',
  who: 'signed in',
  query: z.object({ billing_entity_id: z.optional(billingEntityId) }),
  reply: Spending,
})
