import type { BodyOf, QueryOf } from '@byre/contract/endpoint'
import type { InvitedRole, inviteToSite, listSiteInvites } from '@byre/contract/people/invites'
import type { Actor, Asker } from '../../platform/authentication/actor.ts'
import { within, type PlatformDb } from '../../platform/database/db.ts'
import type { Deed } from '../../platform/idempotency/deed.ts'
import type { Facts } from '../../platform/http/request-facts.ts'
import { listInvites } from './invite-lists.actions.ts'
import {
  changeInvite,
  invite,
  resendInvite,
  revokeInvite,
  type InviteMeans,
  type Inviting,
  type InvitingPlace,
} from './invites.actions.ts'

type TenantKind = 'site' | 'clinic'

/** A deed of the module that serves a place's own host. */
interface HostDeed {
  deed: Pick<Deed<'tenants'>, 'transaction' | 'enqueue'>
  actor: Actor
  from: Facts
}

const ours = ({ deed, actor, from }: HostDeed): Inviting => ({
  deed: {
    transaction: (work) => deed.transaction((db) => work(within<'customers'>(db))),
    enqueue: (...job) => deed.enqueue(...job),
  },
  actor,
  from,
})

/** The deeds about a site's or clinic's invitations, for the module that serves its host. */
export function placeInvites(means: InviteMeans) {
  return {
    invite: <K extends TenantKind>(
      doing: HostDeed,
      place: InvitingPlace<K>,
      body: BodyOf<typeof inviteToSite>,
    ) => invite(ours(doing), place, body, means),
    list: <K extends TenantKind>(
      db: PlatformDb,
      asker: Asker,
      place: InvitingPlace<K>,
      query: QueryOf<typeof listSiteInvites>,
    ) => listInvites(within<'customers'>(db), asker, place, query, means),
    change: <K extends TenantKind>(doing: HostDeed, place: InvitingPlace<K>, id: string, role: InvitedRole) =>
      changeInvite(ours(doing), place, id, role, means),
    revoke: (doing: HostDeed, place: InvitingPlace, id: string) => revokeInvite(ours(doing), place, id),
    resend: <K extends TenantKind>(doing: HostDeed, place: InvitingPlace<K>, id: string) =>
      resendInvite(ours(doing), place, id, means),
  }
}
