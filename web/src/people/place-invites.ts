import type { ReplyOf } from '@byre/contract/endpoint'
import {
  changeBillingEntityInvite,
  changeClinicInvite,
  changeSiteInvite,
  listBillingEntityInvites,
  listClinicInvites,
  listSiteInvites,
  resendBillingEntityInvite,
  resendClinicInvite,
  resendSiteInvite,
  revokeBillingEntityInvite,
  revokeClinicInvite,
  revokeSiteInvite,
  type BillingEntityInvite,
  type ClinicInvite,
  type InvitedRole,
  type InviteStatus,
  type SiteInvite,
} from '@byre/contract/people/invites'
import { call } from '../lib/api.ts'
import type { PeopledSubject } from './place.ts'

export type SentInvite = SiteInvite | ClinicInvite | BillingEntityInvite

interface Wanted {
  status: InviteStatus | null
  page: number
  per_page: number
}

/** The invitations that were sent to one place, wherever its kind has them. */
export interface PlaceInvites {
  /** What its list is kept under: the name of its call, then the place. */
  name: readonly [list: string, placeId: string]
  list: (
    wanted: Wanted,
    signal: AbortSignal,
  ) => Promise<ReplyOf<typeof listSiteInvites | typeof listClinicInvites | typeof listBillingEntityInvites>>
  change: (inviteId: string, role: InvitedRole) => Promise<SentInvite>
  revoke: (inviteId: string) => Promise<null>
  /** Takes that back, for some minutes. */
  reopen: (inviteId: string, role: InvitedRole) => Promise<SentInvite>
  resend: (inviteId: string) => Promise<SentInvite>
}

/* A site's and a clinic's are on its own host. */
const hosted = {
  site: {
    list: listSiteInvites,
    change: changeSiteInvite,
    revoke: revokeSiteInvite,
    resend: resendSiteInvite,
  },
  clinic: {
    list: listClinicInvites,
    change: changeClinicInvite,
    revoke: revokeClinicInvite,
    resend: resendClinicInvite,
  },
}

export function invitesOf({ kind, id, origin: host }: PeopledSubject): PlaceInvites {
  if (kind === 'billing_entity') {
    return {
      name: [listBillingEntityInvites.name, id],
      list: (wanted, signal) => call(listBillingEntityInvites, { ...wanted, id }, { signal }),
      change: (inviteId, role) => call(changeBillingEntityInvite, { id, inviteId, role }),
      revoke: (inviteId) => call(revokeBillingEntityInvite, { id, inviteId }),
      reopen: (inviteId, role) => call(changeBillingEntityInvite, { id, inviteId, role, action: 'reopen' }),
      resend: (inviteId) => call(resendBillingEntityInvite, { id, inviteId }),
    }
  }
  const calls = hosted[kind]
  const origin = host ?? undefined
  return {
    name: [calls.list.name, id],
    list: (wanted, signal) => call(calls.list, wanted, { signal, origin }),
    change: (inviteId, role) => call(calls.change, { id: inviteId, role }, { origin }),
    revoke: (inviteId) => call(calls.revoke, { id: inviteId }, { origin }),
    reopen: (inviteId, role) => call(calls.change, { id: inviteId, role, action: 'reopen' }, { origin }),
    resend: (inviteId) => call(calls.resend, { id: inviteId }, { origin }),
  }
}
