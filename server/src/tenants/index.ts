import type { Context } from '../context.ts'
import { platformOf, within, type Module } from '../platform/database/db.ts'
import { queue } from '../platform/jobs/outbox.ts'
import { mayHaveCertificate } from './certificates.actions.ts'
import { deleteOldAllowances } from './certificates.queries.ts'
import { deleteOldLaunchCodes } from './launch-codes.queries.ts'
import { launchCodeRoutes } from './launch-codes.routes.ts'
import { invitesRoutes } from './invites.routes.ts'
import { siteCallsOn, type ServeSite } from './site-calls.routes.ts'
import { visitRoutes } from './visits.routes.ts'

export { namesOf } from '../customers/index.ts'
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
