import {
  inviteToBillingEntity,
  inviteToClinic,
  inviteToSite,
  type BillingEntityInvite,
  type ClinicInvite,
  type InvitedRole,
  type SiteInvite,
} from '@byre/contract/invites'
import type { Answer, CallOptions, Person, World } from './world.ts'

/** Where a site's or clinic's invitations are posted: its own host by id. */
export const hostOf = ({ id }: { id: string }) => `${id}.localhost:4000`

interface Sent {
  email: string
  role?: InvitedRole
  hand_id?: string
}
type More = Pick<CallOptions<typeof inviteToSite>, 'headers' | 'at'>

export const inviteToSiteAs = (world: World, as: Person, site: { id: string }, body: Sent, more: More = {}) =>
  world.call(inviteToSite, { as, host: hostOf(site), body, ...more })

/** The invitation of an answer that must be one. */
function made<I>(answer: Pick<Answer<typeof inviteToSite>, 'status' | 'body'>): I {
  if (answer.status !== 201) throw new Error(`no invite: ${JSON.stringify(answer.body)}`)
  return answer.body['data'] as I
}

export async function newSiteInvite(world: World, as: Person, site: { id: string }, body: Sent) {
  return made<SiteInvite>(await inviteToSiteAs(world, as, site, body))
}

export async function newClinicInvite(world: World, as: Person, clinic: { id: string }, body: Sent) {
  return made<ClinicInvite>(await world.call(inviteToClinic, { as, host: hostOf(clinic), body }))
}

export async function newPayerInvite(world: World, as: Person, payer: { id: string }, body: Sent) {
  const params = { id: payer.id }
  return made<BillingEntityInvite>(await world.call(inviteToBillingEntity, { as, params, body }))
}
