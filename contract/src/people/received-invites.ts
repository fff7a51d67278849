import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, idParams } from '../fields.ts'
import { listQuery, listReply } from '../lists.ts'
import { inviteStatuses, inviteTo } from './invites.ts'
import { kindNames, type SubjectKind } from '../subject-kinds.ts'

/*
 * Invitations as whoever is invited sees them: they belong to the confirmed address of who is signed in,
 * and to nobody else do they exist. `total` of the list with `per_page: 1` is the number for a badge.
 */

export const ReceivedSiteInvite = inviteTo('site', {})
export type ReceivedSiteInvite = z.infer<typeof ReceivedSiteInvite>
export const ReceivedClinicInvite = inviteTo('clinic', {})
export type ReceivedClinicInvite = z.infer<typeof ReceivedClinicInvite>
export const ReceivedBillingEntityInvite = inviteTo('billing_entity', {})
export type ReceivedBillingEntityInvite = z.infer<typeof ReceivedBillingEntityInvite>

const replyOf = {
  site: ReceivedSiteInvite,
  clinic: ReceivedClinicInvite,
  billing_entity: ReceivedBillingEntityInvite,
} as const
const listOf = {
  site: listReply('invites', ReceivedSiteInvite),
  clinic: listReply('invites', ReceivedClinicInvite),
  billing_entity: listReply('invites', ReceivedBillingEntityInvite),
} as const

const pathOf = {
  site: '/api/v1/site-invites',
  clinic: '/api/v1/clinic-invites',
  billing_entity: '/api/v1/billing-entity-invites',
} as const satisfies Record<SubjectKind, string>

/** Those that can still be answered, unless another status, or `all`, is asked for. */
const receivedQuery = z.extend(listQuery(['-created_at', 'created_at', 'expired_at', '-expired_at']), {
  status: z._default(
    z.enum([...inviteStatuses, 'all'], `status must be one of ${inviteStatuses.join(', ')}, all.`),
    'sent',
  ),
  /** This one alone, wherever in the list it stands. */
  id: z.optional(id),
})

const listReceivedOf = <const K extends SubjectKind, const N extends string>(kind: K, name: N) =>
  endpoint({
    name,
    service: 'customers',
    method: 'GET',
    path: pathOf[kind],
    summary: `The invitations to a ${kindNames[kind].words} that the signed-in user received`,
    who: 'signed in',
    query: receivedQuery,
    reply: listOf[kind],
  })

export const listReceivedSiteInvites = listReceivedOf('site', 'listReceivedSiteInvites')
export const listReceivedClinicInvites = listReceivedOf('clinic', 'listReceivedClinicInvites')
export const listReceivedBillingEntityInvites = listReceivedOf(
  'billing_entity',
  'listReceivedBillingEntityInvites',
)

const acceptInviteOf = <const K extends SubjectKind, const N extends string>(kind: K, name: N) =>
  endpoint({
    name,
    service: 'customers',
    method: 'PUT',
    path: `${pathOf[kind]}/:id/accept`,
    summary: `Accept an invitation to a ${kindNames[kind].words} and become a member of it`,
    who: 'signed in',
    params: idParams,
    reply: replyOf[kind],
    refusals: ['not_found', 'invite.not_accepted', 'place.read_only', 'place.stopped'],
  })

export const acceptSiteInvite = acceptInviteOf('site', 'acceptSiteInvite')
export const acceptClinicInvite = acceptInviteOf('clinic', 'acceptClinicInvite')
export const acceptBillingEntityInvite = acceptInviteOf('billing_entity', 'acceptBillingEntityInvite')

const declineInviteOf = <const K extends SubjectKind, const N extends string>(kind: K, name: N) =>
  endpoint({
    name,
    service: 'customers',
    method: 'PUT',
    path: `${pathOf[kind]}/:id/decline`,
    summary: `Decline an invitation to a ${kindNames[kind].words}`,
    who: 'signed in',
    params: idParams,
    reply: replyOf[kind],
    refusals: ['not_found', 'invite.not_declined'],
  })

export const declineSiteInvite = declineInviteOf('site', 'declineSiteInvite')
export const declineClinicInvite = declineInviteOf('clinic', 'declineClinicInvite')
export const declineBillingEntityInvite = declineInviteOf('billing_entity', 'declineBillingEntityInvite')
