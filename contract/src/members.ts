import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idParams, listQuery, listReply } from './fields.ts'

export const roles = ['Owner', 'Admin', 'User'] as const
export type Role = (typeof roles)[number]
export const RoleName = z.enum(roles)

/** Someone who belongs to a site, clinic or billing entity, with the role they really have. */
export const Member = z.object({
  id: z.string(),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  email: z.string(),
  role: RoleName,
})
export type Member = z.infer<typeof Member>

export const listSiteUsers = endpoint({
  name: 'listSiteUsers',
  service: 'customers',
  method: 'GET',
  path: '/api/v1/sites/:id/users',
  summary: 'Who belongs to a site',
  who: 'Owner, Admin, User',
  params: idParams,
  query: listQuery(['name', '-name', 'email', '-email']),
  reply: listReply('users', Member),
  refusals: ['not_found'],
})

export const listBillingEntityUsers = endpoint({
  name: 'listBillingEntityUsers',
  service: 'customers',
  method: 'GET',
  path: '/api/v1/billing-entities/:id/users',
  summary: 'Who belongs to a billing entity',
  who: 'Owner, Admin',
  params: idParams,
  query: listQuery(['name', '-name', 'email', '-email']),
  reply: listReply('users', Member),
  refusals: ['not_found', 'role.insufficient'],
})
