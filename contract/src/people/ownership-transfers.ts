import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, idParams, time } from '../fields.ts'
import { Member } from './members.ts'
import { kindNames, type SubjectKind } from '../subject-kinds.ts'

/** The offer of a place to another member, who becomes its Owner by accepting; the giver is then an Admin. */
export const OwnershipTransfer = z.object({
  from_user_id: z.string(),
  from_name: z.string(),
  to_user_id: z.string(),
  to_name: z.string(),
  created_at: time,
  expires_at: time,
})
export type OwnershipTransfer = z.infer<typeof OwnershipTransfer>

const pathOf = (kind: SubjectKind) => `/api/v1/${kindNames[kind].path}/:id/hand-over`

const getOwnershipTransferOf = <const K extends SubjectKind, const N extends string>(kind: K, name: N) =>
  endpoint({
    name,
    service: 'customers',
    method: 'GET',
    path: pathOf(kind),
    summary: `The open offer of a ${kindNames[kind].words}, for its Owners and whoever it is made to; else null`,
    who: { right: 'see', of: kind },
    params: idParams,
    reply: z.nullable(OwnershipTransfer),
    refusals: ['not_found'],
  })

export const getSiteHandOver = getOwnershipTransferOf('site', 'getSiteHandOver')
export const getClinicHandOver = getOwnershipTransferOf('clinic', 'getClinicHandOver')
export const getBillingEntityHandOver = getOwnershipTransferOf('billing_entity', 'getBillingEntityHandOver')

const offerOwnershipTransferOf = <const K extends SubjectKind, const N extends string>(kind: K, name: N) =>
  endpoint({
    name,
    service: 'customers',
    method: 'POST',
    path: pathOf(kind),
    summary: `Offer a ${kindNames[kind].words} to another member for seven days, instead of any earlier offer`,
    who: { right: 'transferOwnership', of: kind },
    params: idParams,
    body: z.object({ user_id: id }),
    reply: OwnershipTransfer,
    status: 201,
    refusals: [
      'not_found',
      'role.insufficient',
      'session.reauth_required',
      'member.owns_already',
      'place.read_only',
    ],
  })

export const offerSiteHandOver = offerOwnershipTransferOf('site', 'offerSiteHandOver')
export const offerClinicHandOver = offerOwnershipTransferOf('clinic', 'offerClinicHandOver')
export const offerBillingEntityHandOver = offerOwnershipTransferOf(
  'billing_entity',
  'offerBillingEntityHandOver',
)

const withdrawOwnershipTransferOf = <const K extends SubjectKind, const N extends string>(kind: K, name: N) =>
  endpoint({
    name,
    service: 'customers',
    method: 'DELETE',
    path: pathOf(kind),
    summary: `Take the open offer of a ${kindNames[kind].words} back`,
    who: { right: 'transferOwnership', of: kind },
    params: idParams,
    reply: z.null(),
    refusals: ['not_found', 'role.insufficient', 'hand_over.closed'],
  })

export const withdrawSiteHandOver = withdrawOwnershipTransferOf('site', 'withdrawSiteHandOver')
export const withdrawClinicHandOver = withdrawOwnershipTransferOf('clinic', 'withdrawClinicHandOver')
export const withdrawBillingEntityHandOver = withdrawOwnershipTransferOf(
  'billing_entity',
  'withdrawBillingEntityHandOver',
)

const acceptOwnershipTransferOf = <const K extends SubjectKind, const N extends string>(kind: K, name: N) =>
  endpoint({
    name,
    service: 'customers',
    method: 'POST',
    path: `${pathOf(kind)}/accept`,
    summary: `Become the Owner of a ${kindNames[kind].words} that was offered`,
    who: { right: 'takeOver', of: kind },
    params: idParams,
    /** The new Owner. */
    reply: Member,
    refusals: ['not_found', 'session.reauth_required', 'hand_over.closed', 'place.read_only'],
  })

export const acceptSiteHandOver = acceptOwnershipTransferOf('site', 'acceptSiteHandOver')
export const acceptClinicHandOver = acceptOwnershipTransferOf('clinic', 'acceptClinicHandOver')
export const acceptBillingEntityHandOver = acceptOwnershipTransferOf(
  'billing_entity',
  'acceptBillingEntityHandOver',
)

const declineOwnershipTransferOf = <const K extends SubjectKind, const N extends string>(kind: K, name: N) =>
  endpoint({
    name,
    service: 'customers',
    method: 'POST',
    path: `${pathOf(kind)}/decline`,
    summary: `Leave a ${kindNames[kind].words} that was offered with its Owner`,
    who: { right: 'takeOver', of: kind },
    params: idParams,
    reply: z.null(),
    refusals: ['not_found', 'hand_over.closed'],
  })

export const declineSiteHandOver = declineOwnershipTransferOf('site', 'declineSiteHandOver')
export const declineClinicHandOver = declineOwnershipTransferOf('clinic', 'declineClinicHandOver')
export const declineBillingEntityHandOver = declineOwnershipTransferOf(
  'billing_entity',
  'declineBillingEntityHandOver',
)
