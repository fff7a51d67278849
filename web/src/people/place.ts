import type { BillingEntity } from '@byre/contract/billing/billing-entities'
import type { Clinic } from '@byre/contract/places/clinics'
import {
  acceptBillingEntityHandOver,
  acceptClinicHandOver,
  acceptSiteHandOver,
  declineBillingEntityHandOver,
  declineClinicHandOver,
  declineSiteHandOver,
  getBillingEntityHandOver,
  getClinicHandOver,
  getSiteHandOver,
  offerBillingEntityHandOver,
  offerClinicHandOver,
  offerSiteHandOver,
  withdrawBillingEntityHandOver,
  withdrawClinicHandOver,
  withdrawSiteHandOver,
} from '@byre/contract/people/ownership-transfers'
import {
  addClinicHand,
  addSiteHand,
  removeClinicHand,
  removeSiteHand,
  renameClinicHand,
  renameSiteHand,
} from '@byre/contract/people/unregistered-members'
import {
  changeBillingEntityUserRole,
  changeClinicUserRole,
  changeSiteUserRole,
  listBillingEntityUsers,
  listClinicUsers,
  listSiteUsers,
  removeBillingEntityUser,
  removeClinicUser,
  removeSiteUser,
  type Member,
} from '@byre/contract/people/members'
import type { SubjectKind } from '@byre/contract/subject-kinds'
import type { Role } from '@byre/contract/rights'
import type { Site } from '@byre/contract/places/sites'

/** A site, a clinic or billing information, as the screens of its people know it. */
export interface PeopledSubject {
  kind: SubjectKind
  id: string
  name: string
  /** The reader's own. */
  role: Role
  /** `read_only`: nothing about its people can be changed but one's own leaving; `stopped`: nor seen at its host. */
  access: Site['access_state']
  /** The origin of its own host, which its invitations are posted to; a payer has none. */
  origin: string | null
}

export function placeWithHost(kind: 'site' | 'clinic', place: Site | Clinic) {
  const { id, name, role, access_state: access, launch_url: launchUrl } = place
  return { kind, id, name, role, access, origin: originById(launchUrl, id) } satisfies PeopledSubject
}

/** Whom a dialog about one member is about. */
export interface AboutMember {
  subject: PeopledSubject
  member: Member
  onClose: () => void
}

export const billingEntityAsPlace = ({ id, name, role }: BillingEntity): PeopledSubject => ({
  kind: 'billing_entity',
  id,
  name,
  role,
  access: 'ok',
  origin: null,
})

/** `{id}.{BASE_DOMAIN}` in place of whichever name a launch begins with: an id is never given away. */
function originById(launchUrl: string, id: string): string {
  const url = new URL(launchUrl, location.href)
  return `${url.protocol}//${url.host.replace(/^[^.]+/, id)}`
}

/** Owners and Admins run a place; the rest belong to it. */
export const mayManage = ({ role }: PeopledSubject) => role !== 'User'

/** And may change it now: not while it is not paid for. */
export const isOpenTo = (subject: PeopledSubject) => mayManage(subject) && subject.access === 'ok'

/** In sentences: 'from this clinic'. */
export const words: Record<SubjectKind, string> = {
  site: 'site',
  clinic: 'clinic',
  billing_entity: 'billing information',
}

export const memberCalls = {
  site: { list: listSiteUsers, changeRole: changeSiteUserRole, remove: removeSiteUser },
  clinic: { list: listClinicUsers, changeRole: changeClinicUserRole, remove: removeClinicUser },
  billing_entity: {
    list: listBillingEntityUsers,
    changeRole: changeBillingEntityUserRole,
    remove: removeBillingEntityUser,
  },
}

export const ownershipTransferCalls = {
  site: {
    get: getSiteHandOver,
    offer: offerSiteHandOver,
    withdraw: withdrawSiteHandOver,
    accept: acceptSiteHandOver,
    decline: declineSiteHandOver,
  },
  clinic: {
    get: getClinicHandOver,
    offer: offerClinicHandOver,
    withdraw: withdrawClinicHandOver,
    accept: acceptClinicHandOver,
    decline: declineClinicHandOver,
  },
  billing_entity: {
    get: getBillingEntityHandOver,
    offer: offerBillingEntityHandOver,
    withdraw: withdrawBillingEntityHandOver,
    accept: acceptBillingEntityHandOver,
    decline: declineBillingEntityHandOver,
  },
}

/** People without an address are on the lists of sites and clinics alone. */
export const unregisteredMemberCalls = {
  site: { add: addSiteHand, rename: renameSiteHand, remove: removeSiteHand },
  clinic: { add: addClinicHand, rename: renameClinicHand, remove: removeClinicHand },
}
