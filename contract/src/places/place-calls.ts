import * as z from 'zod/mini'
import { placesQuery, restoreBody } from './place-fields.ts'

/*
 * What a call about sites has in common with the one about clinics; each spreads it, with a name, a path, fields and a
 * reply of its own.
 */

const service = 'customers'

export const listing = { service, method: 'GET', who: 'signed in', query: placesQuery } as const

export const creating = { service, method: 'POST', who: 'signed in', status: 201 } as const

export const getting = { service, method: 'GET', refusals: ['not_found'] } as const

export const changing = { service, method: 'PUT' } as const

export const deleting = {
  service,
  method: 'DELETE',
  reply: z.null(),
  refusals: ['not_found', 'role.insufficient'],
} as const

export const restoring = {
  service,
  method: 'POST',
  body: restoreBody,
  refusals: ['not_found', 'role.insufficient', 'subdomain.unavailable'],
} as const

const choiceRefusals = [
  'subdomain.unavailable',
  'domain.invalid',
  'domain.unavailable',
  'plan.required',
  'billing_entity.unknown',
] as const

export const createRefusals = [...choiceRefusals, 'role.insufficient', 'product.disabled'] as const

export const changeRefusals = [
  'not_found',
  'role.insufficient',
  'payer.right_missing',
  ...choiceRefusals,
  'place.read_only',
  'request.stale',
] as const
