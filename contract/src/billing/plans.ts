import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idParams } from '../fields.ts'
import { listQuery, listReply } from '../lists.ts'

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
