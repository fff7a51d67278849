import { t } from '../words.ts'
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, idParams, time } from '../fields.ts'
import { listQuery, listReply } from '../lists.ts'
import { kindNames, type SubjectKind } from '../subject-kinds.ts'
import { roles } from '../rights.ts'
import { InviteMail } from './invites.ts'

export const RoleName = z.enum(roles)

/**
 * Someone who belongs to a site, clinic or billing entity, with the role they really have. Without an
 * address it is an unregistered member: someone put on the list by name, who cannot sign in.
 */
export const Member = z.object({
  id: z.string(),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  role: RoleName,
  /** When they came to belong here. */
  created_at: time,
})
export type Member = z.infer<typeof Member>

/** In a list: someone who belongs there, or with `invite` someone who was invited and has not answered. */
export const ListedMember = z.extend(Member, {
  invite: z.optional(
    z.object({
      hand_id: z.nullable(z.string()),
      expired_at: time,
      inviter_name: z.string(),
      mail: InviteMail,
      mail_problem: z.nullable(z.string()),
      link: z.string(),
    }),
  ),
})
export type ListedMember = z.infer<typeof ListedMember>

/** By name and by role those with an account come first, then who is invited, then who is there by name alone. */
const memberSorts = [
  'name',
  '-name',
  'email',
  '-email',
  'role',
  '-role',
  'created_at',
  '-created_at',
] as const

const userParams = z.object({ id, userId: id })

const listUsersOf = <const K extends SubjectKind, const N extends string>(kind: K, name: N) =>
  endpoint({
    name,
    service: 'customers',
    method: 'GET',
    path: `/api/v1/${kindNames[kind].path}/:id/users`,
    summary: `Who belongs to a ${kindNames[kind].words}`,
    who: { right: 'listMembers', of: kind },
    params: idParams,
    query: z.extend(listQuery(memberSorts), {
      /** With 1 also who is invited and has not answered, for those who may invite. */
      invites: z._default(z.enum(['0', '1'], 'invites must be 0 or 1.'), '0'),
    }),
    reply: listReply('users', ListedMember),
    refusals: ['not_found', 'role.insufficient'],
  })

export const listSiteUsers = listUsersOf('site', 'listSiteUsers')
export const listClinicUsers = listUsersOf('clinic', 'listClinicUsers')
export const listBillingEntityUsers = listUsersOf('billing_entity', 'listBillingEntityUsers')

const changeRoleOf = <const K extends SubjectKind, const N extends string>(kind: K, name: N) =>
  endpoint({
    name,
    service: 'customers',
    method: 'PUT',
    path: `/api/v1/${kindNames[kind].path}/:id/users/:userId`,
    summary: `Give a member of a ${kindNames[kind].words} another role, or put one back who was just removed; what concerns an Owner only by an Owner`,
    who: { right: 'changeRole', of: kind },
    params: userParams,
    body: z.object({
      role: z.enum(roles, t`Please choose a role.`),
      /** Takes back, for a minute and by whoever did it, that somebody was removed: with the role that they had. */
      action: z.optional(z.enum(['put_back'], 'action must be put_back.')),
    }),
    reply: Member,
    refusals: [
      'not_found',
      'role.insufficient',
      'session.reauth_required',
      'place.last_owner',
      'place.read_only',
      'member.gone',
    ],
  })

export const changeSiteUserRole = changeRoleOf('site', 'changeSiteUserRole')
export const changeClinicUserRole = changeRoleOf('clinic', 'changeClinicUserRole')
export const changeBillingEntityUserRole = changeRoleOf('billing_entity', 'changeBillingEntityUserRole')

const removeUserOf = <const K extends SubjectKind, const N extends string>(kind: K, name: N) =>
  endpoint({
    name,
    service: 'customers',
    method: 'DELETE',
    path: `/api/v1/${kindNames[kind].path}/:id/users/:userId`,
    summary: `Remove a member from a ${kindNames[kind].words}, or leave it oneself`,
    who: { right: 'leave', of: kind },
    params: userParams,
    reply: z.null(),
    refusals: ['not_found', 'role.insufficient', 'place.last_owner', 'place.read_only'],
  })

export const removeSiteUser = removeUserOf('site', 'removeSiteUser')
export const removeClinicUser = removeUserOf('clinic', 'removeClinicUser')
export const removeBillingEntityUser = removeUserOf('billing_entity', 'removeBillingEntityUser')

export const addBillingEntityUser = endpoint({
  name: 'addBillingEntityUser',
  service: 'customers',
  method: 'POST',
  path: '/api/v1/billing-entities/:id/users/:userId',
  summary: 'Add someone who already shares a place with the caller; others are invited',
  who: { right: 'addMember', of: 'billing_entity' },
  params: userParams,
  body: z.object({ role: z._default(z.enum(['Admin', 'User'], t`Please choose a role.`), 'User') }),
  reply: Member,
  status: 201,
  refusals: ['not_found', 'role.insufficient', 'member.already'],
})
