import type { SubjectKind } from '@byre/contract/subject-kinds'
import {
  inviteToBillingEntity,
  inviteToClinic,
  inviteToSite,
  listSiteInvites,
  type BillingEntityInvite,
  type ClinicInvite,
  type InvitedRole,
  type SiteInvite,
} from '@byre/contract/people/invites'
import {
  acceptSiteInvite,
  declineSiteInvite,
  listReceivedSiteInvites,
} from '@byre/contract/people/received-invites'
import { findMembership, type Subject } from '../customers/index.ts'
import type { Answer, CallOptions, Person, TestApp } from './test-app.ts'

/** Where a site's or clinic's invitations are posted: its own host by id. */
export const hostOf = ({ id }: { id: string }) => `${id}.localhost:4000`
/** The same where the port, or the domain, was chosen. */
export const hostAt = ({ config }: TestApp, { id }: { id: string }) =>
  `${id}.${new URL(config.publicUrl).host}`

interface Sent {
  email: string
  role?: InvitedRole
  hand_id?: string
}
type More = Pick<CallOptions<typeof inviteToSite>, 'headers' | 'at'>

export const inviteToSiteAs = (
  testApp: TestApp,
  as: Person,
  site: { id: string },
  { headers, at, ...body }: Sent & More,
) =>
  testApp.call(inviteToSite, {
    as,
    host: hostAt(testApp, site),
    body,
    ...(headers && { headers }),
    ...(at && { at }),
  })

/** The invitation of an answer that must be one. */
function made<I>(answer: Pick<Answer<typeof inviteToSite>, 'status' | 'body'>): I {
  if (answer.status !== 201) throw new Error(`no invite: ${JSON.stringify(answer.body)}`)
  return answer.body['data'] as I
}

export async function newSiteInvite(testApp: TestApp, as: Person, site: { id: string }, body: Sent) {
  return made<SiteInvite>(await inviteToSiteAs(testApp, as, site, body))
}

export async function newClinicInvite(testApp: TestApp, as: Person, clinic: { id: string }, body: Sent) {
  return made<ClinicInvite>(await testApp.call(inviteToClinic, { as, host: hostAt(testApp, clinic), body }))
}

export async function newBillingEntityInvite(
  testApp: TestApp,
  as: Person,
  billingEntity: { id: string },
  body: Sent,
) {
  const params = { id: billingEntity.id }
  return made<BillingEntityInvite>(await testApp.call(inviteToBillingEntity, { as, params, body }))
}

/** What Bob does with invitations to sites, and what Alice, who sent them, sees of it. */
export function betweenAliceAndBob(testApp: TestApp, { alice, bob }: Record<'alice' | 'bob', Person>) {
  let made = 0
  return {
    /** An address that nobody has. */
    someone: () => `someone-${(made += 1)}@ranch.example`,
    inviteBob: (site: { id: string }, role: InvitedRole = 'User', as = alice) =>
      newSiteInvite(testApp, as, site, { email: bob.email, role }),
    accept: (id: string, as = bob) => testApp.call(acceptSiteInvite, { as, params: { id } }),
    decline: (id: string, as = bob) => testApp.call(declineSiteInvite, { as, params: { id } }),
    received: (as: Person, query: Record<string, string> = {}) =>
      testApp.call(listReceivedSiteInvites, { as, query }),
    roleOf: (place: { id: string }, person: Person, kind: SubjectKind = 'site') =>
      findMembership(testApp.database.db, { kind, id: place.id } as Subject, person.id),
    /** How the invitation stands in Alice's own list. */
    async seenByAlice(site: { id: string }, id: string) {
      const { reply } = await testApp.call(listSiteInvites, { as: alice, host: hostOf(site), query: {} })
      return reply.invites.find((invite) => invite.id === id)?.status
    },
    /** Until a statement waits for a lock that another one holds. */
    async somebodyWaits() {
      const { pool } = testApp.database
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      while ((await pool.query(waiting)).rowCount === 0) await pool.query('select pg_sleep(0.005)')
    },
    async expire(id: string) {
      await testApp.database.pool.query(
        `update customers.invites set expired_at = now() - interval '1 second' where id = $1`,
        [id],
      )
    },
  }
}

export { inviteLimits } from '../customers/invites/invites.policy.ts'
