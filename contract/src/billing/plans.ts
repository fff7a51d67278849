import { t } from '../words.ts'
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idParams, plain, time } from '../fields.ts'
import { limits } from '../limits.ts'
import { listQuery, listReply } from '../lists.ts'
import { countries } from '../regions.ts'
import { costs } from './money.ts'

export const Plan = z.object({
  id: z.string(),
  name: z.string(),
  product: z.enum(['sites', 'clinics']),
  currency: z.enum(['cad', 'usd']),
  /** Minor units, without tax. */
  amount: z.number(),
  interval: z.enum(['month', 'year']),
  interval_count: z.number(),
  description: z.string(),
  features: z.array(z.string()),
  trial_days: z.number(),
  active: z.boolean(),
})
export type Plan = z.infer<typeof Plan>

export const listPlans = endpoint({
  name: 'listPlans',
  service: 'payments',
  method: 'GET',
  path: '/api/v1/plans',
  summary: 'The plans on offer',
  who: 'signed in',
  query: z.extend(listQuery(['amount', '-amount', 'name', '-name']), {
    product: z.optional(z.enum(['sites', 'clinics'], 'product must be sites or clinics.')),
    currency: z.optional(z.enum(['cad', 'usd'], 'currency must be cad or usd.')),
    interval: z.optional(z.enum(['month', 'year'], 'interval must be month or year.')),
  }),
  reply: listReply('plans', Plan),
})

export const getPlan = endpoint({
  name: 'getPlan',
  service: 'payments',
  method: 'GET',
  path: '/api/v1/plans/:id',
  summary: 'One plan, also one no longer on offer',
  who: 'signed in',
  params: idParams,
  reply: Plan,
  refusals: ['not_found'],
})

/** What a period of a plan costs whoever pays from an address, in minor units, and when a new place is charged first. */
const PlanPrice = z.object({
  plan_id: z.string(),
  ...costs,
  /** The day after the free trial of a place that is made now. */
  first_charge_at: time,
})
export type PlanPrice = z.infer<typeof PlanPrice>

const nameOfRegion = plain(limits.text.addressPart, t`Region`)

export const getPlanPrice = endpoint({
  name: 'getPlanPrice',
  service: 'payments',
  method: 'GET',
  path: '/api/v1/plans/:id/price',
  summary:
    'What a plan costs with the taxes of a country and region today, and when a new place is charged first',
  who: 'signed in',
  params: idParams,
  query: z.object({
    country: z.optional(z.enum(countries, `country must be one of ${countries.join(', ')}.`)),
    region: z.optional(nameOfRegion),
  }),
  reply: PlanPrice,
  refusals: ['not_found'],
})
