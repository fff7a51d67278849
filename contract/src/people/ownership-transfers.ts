import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, idParams, time } from '../fields.ts'
import { Member } from './members.ts'
import { kindNames, type PlaceKind } from '../place-kinds.ts'

/** The offer of a place to another member, who becomes its Owner by accepting; the giver is then an Admin. */
export const HandOver = z.object({
  from_user_id: z.string(),
  from_name: z.string(),
  to_user_id: z.string(),
  to_name: z.string(),
  created_at: time,
  expires_at: time,
})
export type HandOver = z.infer<typeof HandOver>

const pathOf = (kind: PlaceKind) => `/api/v1/${kindNames[kind].path}/:id/hand-over`

const getHandOverOf = <const K extends PlaceKind, const N extends string>(kind: K, name: N) =>
  endpoint({
    name,
    service: 'customers',
    method: 'GET',
    path: pathOf(kind),
    summary: `The open offer of a ${kindNames[kind].words}, for its Owners and whoever it is made to; else null`,
    who: { right: 'see', of: kind },
    params: idParams,
    reply: z.nullable(HandOver),
    refusals: ['not_found'],
  })

export const getSiteHandOver = getHandOverOf('site', 'getSiteHandOver')
export const getClinicHandOver = getHandOverOf('clinic', 'getClinicHandOver')
export const getBillingEntityHandOver = getHandOverOf('billing_entity', 'getBillingEntityHandOver')

const offerHandOverOf = <const K extends PlaceKind, const N extends string>(kind: K, name: N) =>
  endpoint({
    name,
    service: 'customers',
    method: 'POST',
    path: pathOf(kind),
    summary: `Offer a ${kindNames[kind].words} to another member for seven days, instead of any earlier offer`,
    who: { right: 'handOver', of: kind },
    params: idParams,
    body: z.object({ user_id: id }),
    reply: HandOver,
    status: 201,
    refusals: [
      'not_found',
      'role.insufficient',
      'session.reauth_required',
      'member.owns_already',
      'place.read_only',
    ],
  })

export const offerSiteHandOver = offerHandOverOf('site', 'offerSiteHandOver')
export const offerClinicHandOver = offerHandOverOf('clinic', 'offerClinicHandOver')
export const offerBillingEntityHandOver = offerHandOverOf('billing_entity', 'offerBillingEntityHandOver')

const withdrawHandOverOf = <const K extends PlaceKind, const N extends string>(kind: K, name: N) =>
  endpoint({
    name,
    service: 'customers',
    method: 'DELETE',
    path: pathOf(kind),
    summary: `Take the open offer of a ${kindNames[kind].words} back`,
    who: { right: 'handOver', of: kind },
    params: idParams,
    reply: z.null(),
    refusals: ['not_found', 'role.insufficient', 'hand_over.closed'],
  })

export const withdrawSiteHandOver = withdrawHandOverOf('site', 'withdrawSiteHandOver')
export const withdrawClinicHandOver = withdrawHandOverOf('clinic', 'withdrawClinicHandOver')
export const withdrawBillingEntityHandOver = withdrawHandOverOf(
  'billing_entity',
  'withdrawBillingEntityHandOver',
)

const acceptHandOverOf = <const K extends PlaceKind, const N extends string>(kind: K, name: N) =>
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

export const acceptSiteHandOver = acceptHandOverOf('site', 'acceptSiteHandOver')
export const acceptClinicHandOver = acceptHandOverOf('clinic', 'acceptClinicHandOver')
export const acceptBillingEntityHandOver = acceptHandOverOf('billing_entity', 'acceptBillingEntityHandOver')

const declineHandOverOf = <const K extends PlaceKind, const N extends string>(kind: K, name: N) =>
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

export const declineSiteHandOver = declineHandOverOf('site', 'declineSiteHandOver')
export const declineClinicHandOver = declineHandOverOf('clinic', 'declineClinicHandOver')
export const declineBillingEntityHandOver = declineHandOverOf(
  'billing_entity',
  'declineBillingEntityHandOver',
)
