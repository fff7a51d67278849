import { t } from '../words.ts'
import * as z from 'zod/mini'
import { endpoint, nothing } from '../endpoint.ts'
import { email, id, idParams, time } from '../fields.ts'
import { listQuery, listReply } from '../lists.ts'
import { kindNames, type SubjectKind } from '../subject-kinds.ts'

/*
 * Invitations as those see them who run a place: they are posted to the site's or clinic's own host
 * `{id}.{BASE_DOMAIN}`, which names the place, and for billing entities to the portal. What whoever is
 * invited sees and answers is in received-invites.ts.
 */

export const inviteStatuses = ['sent', 'accepted', 'declined', 'revoked', 'expired'] as const
export type InviteStatus = (typeof inviteStatuses)[number]
/** @public A component of docs/openapi.json */
export const InviteState = z.enum(inviteStatuses)

/** An Owner is made by handing over, never by an invitation. */
export const invitedRoles = ['User', 'Admin'] as const
export type InvitedRole = (typeof invitedRoles)[number]
export const InvitedRoleName = z.enum(invitedRoles, t`Please choose User or Admin.`)

/** Also what the form checks: one call an address. */
export const NewInvite = z.object({
  email: email(),
  role: z._default(InvitedRoleName, 'User'),
  /** Someone on the list by name alone, who becomes whoever accepts. */
  hand_id: z.optional(id),
})
/** An invitation to a clinic says who invites; the session decides, so that it is not read. */
const newInvites = {
  site: NewInvite,
  clinic: z.extend(NewInvite, { invited_by: z.optional(z.string()) }),
  billing_entity: NewInvite,
} as const
/** @public A component of docs/openapi.json */
export const InviteChanges = z.object({
  role: InvitedRoleName,
  /** Takes back, for ten minutes and by whoever did it, that it was revoked: with the role that it had, and no mail. */
  action: z.optional(z.enum(['reopen'], 'action must be reopen.')),
})

/** `invited_by` is a user's id, `inviter_name` how they are called. */
const inviteFields = {
  id: z.string(),
  status: InviteState,
  role: InvitedRoleName,
  created_at: time,
  expired_at: time,
  invited_by: z.string(),
  inviter_name: z.string(),
}

const Named = z.object({ id: z.string(), name: z.string() })

/** What both sides are told of an invitation to this kind of place, and more. */
export function inviteTo<const K extends SubjectKind, const More extends z.core.$ZodShape>(
  kind: K,
  more: More,
) {
  return z.object({ ...inviteFields, ...more, ...({ [kind]: Named } as Record<K, typeof Named>) })
}

/**
 * What happened to the newest mail of an invitation.
 * @public A component of docs/openapi.json
 */
export const InviteMail = z.enum(['queued', 'sent', 'failed'])

const forInviters = {
  email: z.string(),
  hand_id: z.nullable(z.string()),
  mail: InviteMail,
  /** Why the mail failed, in words for the person who invited. */
  mail_problem: z.nullable(z.string()),
  /** What the mail's button opens: to be copied and sent by hand. */
  link: z.string(),
}

export const SiteInvite = inviteTo('site', forInviters)
export type SiteInvite = z.infer<typeof SiteInvite>
export const ClinicInvite = inviteTo('clinic', forInviters)
export type ClinicInvite = z.infer<typeof ClinicInvite>
export const BillingEntityInvite = inviteTo('billing_entity', forInviters)
export type BillingEntityInvite = z.infer<typeof BillingEntityInvite>

/** Where an invitation is answered. What stands after # never leaves the browser. */
export function inviteLink(publicUrl: string, inviteId: string, address: string): string {
  return `${publicUrl}/invites?invite=${inviteId}#to=${encodeURIComponent(address)}`
}

const wrongStatus = `status must be one of ${inviteStatuses.join(', ')}.`

/** All of a place's invitations, newest first, unless one status is asked for. */
const sentQuery = z.extend(listQuery(['-created_at', 'created_at', 'email', '-email', 'expired_at']), {
  status: z.optional(z.enum(inviteStatuses, wrongStatus)),
})

const reading = ['not_found', 'role.insufficient', 'place.stopped'] as const
const writing = [...reading, 'place.read_only'] as const

const replyOf = { site: SiteInvite, clinic: ClinicInvite, billing_entity: BillingEntityInvite } as const
const listOf = {
  site: listReply('invites', SiteInvite),
  clinic: listReply('invites', ClinicInvite),
  billing_entity: listReply('invites', BillingEntityInvite),
} as const

/* Where a kind's invitations are: on the place's own host, or below the billing entity. */
const hosts = { site: 'tenant', clinic: 'tenant', billing_entity: 'portal' } as const
const paths = {
  site: '/api/v1/site-invites',
  clinic: '/api/v1/clinic-invites',
  billing_entity: '/api/v1/billing-entities/:id/invites',
} as const
const allParams = { site: nothing, clinic: nothing, billing_entity: idParams } as const
const oneParams = {
  site: idParams,
  clinic: idParams,
  billing_entity: z.object({ id, inviteId: id }),
} as const
const pathOfOne = (kind: SubjectKind) => `${paths[kind]}/${kind === 'billing_entity' ? ':inviteId' : ':id'}`

const shared = (kind: SubjectKind) =>
  ({ service: 'customers', host: hosts[kind], who: { right: 'invite', of: kind } }) as const

const inviteOf = <const K extends SubjectKind, const N extends string>(kind: K, name: N) =>
  endpoint({
    ...shared(kind),
    name,
    method: 'POST',
    path: paths[kind],
    summary: `Invite someone to a ${kindNames[kind].words}, or renew their open invitation; mails them`,
    params: allParams[kind],
    body: newInvites[kind],
    reply: replyOf[kind],
    status: 201,
    refusals: [...writing, 'member.already', 'invite.too_many'],
  })

export const inviteToSite = inviteOf('site', 'inviteToSite')
export const inviteToClinic = inviteOf('clinic', 'inviteToClinic')
export const inviteToBillingEntity = inviteOf('billing_entity', 'inviteToBillingEntity')

const listInvitesOf = <const K extends SubjectKind, const N extends string>(kind: K, name: N) =>
  endpoint({
    ...shared(kind),
    name,
    method: 'GET',
    path: paths[kind],
    summary: `The invitations to a ${kindNames[kind].words}`,
    params: allParams[kind],
    query: sentQuery,
    reply: listOf[kind],
    refusals: reading,
  })

export const listSiteInvites = listInvitesOf('site', 'listSiteInvites')
export const listClinicInvites = listInvitesOf('clinic', 'listClinicInvites')
export const listBillingEntityInvites = listInvitesOf('billing_entity', 'listBillingEntityInvites')

const changeInviteOf = <const K extends SubjectKind, const N extends string>(kind: K, name: N) =>
  endpoint({
    ...shared(kind),
    name,
    method: 'PUT',
    path: pathOfOne(kind),
    summary: `Change the role that an open invitation to a ${kindNames[kind].words} offers, or leave it as it was after all`,
    params: oneParams[kind],
    body: InviteChanges,
    reply: replyOf[kind],
    refusals: [...writing, 'invite.closed', 'request.stale'],
  })

export const changeSiteInvite = changeInviteOf('site', 'changeSiteInvite')
export const changeClinicInvite = changeInviteOf('clinic', 'changeClinicInvite')
export const changeBillingEntityInvite = changeInviteOf('billing_entity', 'changeBillingEntityInvite')

const revokeInviteOf = <const K extends SubjectKind, const N extends string>(kind: K, name: N) =>
  endpoint({
    ...shared(kind),
    name,
    method: 'DELETE',
    path: pathOfOne(kind),
    summary: `Take an invitation to a ${kindNames[kind].words} back`,
    params: oneParams[kind],
    reply: z.null(),
    refusals: [...reading, 'invite.closed'],
  })

export const revokeSiteInvite = revokeInviteOf('site', 'revokeSiteInvite')
export const revokeClinicInvite = revokeInviteOf('clinic', 'revokeClinicInvite')
export const revokeBillingEntityInvite = revokeInviteOf('billing_entity', 'revokeBillingEntityInvite')

const resendInviteOf = <const K extends SubjectKind, const N extends string>(kind: K, name: N) =>
  endpoint({
    ...shared(kind),
    name,
    method: 'POST',
    path: `${pathOfOne(kind)}/resend`,
    summary: `Mail an open or expired invitation to a ${kindNames[kind].words} again, good for seven more days`,
    params: oneParams[kind],
    reply: replyOf[kind],
    refusals: [...writing, 'invite.closed'],
  })

export const resendSiteInvite = resendInviteOf('site', 'resendSiteInvite')
export const resendClinicInvite = resendInviteOf('clinic', 'resendClinicInvite')
export const resendBillingEntityInvite = resendInviteOf('billing_entity', 'resendBillingEntityInvite')
