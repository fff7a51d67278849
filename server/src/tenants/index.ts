import type { SiteId } from '@byre/contract/subject-kinds'
import type { Context } from '../context.ts'
import { colleaguesAt, findTenant } from '../customers/index.ts'
import { platformOf, within, type Module, type PlatformDb } from '../platform/database/db.ts'
import { tenantOrigin, type HostConfig } from '../platform/hosts.ts'
import { queue } from '../platform/jobs/outbox.ts'
import { mayHaveCertificate } from './certificates.actions.ts'
import { deleteOldAllowances } from './certificates.queries.ts'
import { deleteOldLaunchCodes } from './launch-codes.queries.ts'
import { launchCodeRoutes } from './launch-codes.routes.ts'
import { invitesRoutes } from './invites.routes.ts'
import { siteCallsOn, type ServeSite } from './site-calls.routes.ts'
import { visitRoutes } from './visits.routes.ts'

export { membersAmong, namesOf } from '../customers/index.ts'
export { signOutTokenOf } from './sessions.actions.ts'
export type { SiteAccess, SiteCaller } from './site-access.policy.ts'
export type { ServeSite, SiteCall } from './site-calls.routes.ts'

const sweep = queue<object>('tenants.sweep', {
  retryLimit: 3,
  retryDelaySeconds: 60,
  retryDelayMaxSeconds: 600,
})

/** Tenants' hosts and the portal's half of a launch. */
export function tenants(context: Context<'tenants'>) {
  const { db, config, outbox } = context
  launchCodeRoutes(context)
  invitesRoutes(context)
  visitRoutes(context)
  outbox.handle(
    sweep,
    async () => {
      await deleteOldLaunchCodes(db)
      await deleteOldAllowances(db)
    },
    '29 * * * *',
  )
  return { mayHaveCertificate: (name: string) => mayHaveCertificate(db, config, name) }
}

/** What another module serves its calls of the site app with. */
export const siteCalls = <M extends Module>(context: Context<M>): ServeSite<M> =>
  siteCallsOn(context, within<'tenants'>(platformOf(context.db)))

const toldAtMost = 1000

/** What a mail about a site says of it, and who could be told, its Owners first; null where there is no such site. */
export async function siteForMail(db: PlatformDb, config: HostConfig, id: SiteId) {
  const named = await findTenant(db, id)
  if (!named) return null
  const { name, subdomain } = named.tenant
  const { people } = await colleaguesAt(db, { kind: 'site', id }, toldAtMost)
  return { name, origin: tenantOrigin(subdomain, config), people }
}
