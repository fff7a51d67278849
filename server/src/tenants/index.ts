import type { Context } from '../context.ts'
import { queue } from '../platform/jobs/outbox.ts'
import { mayHaveCertificate } from './certificates.actions.ts'
import { deleteOldAllowances } from './certificates.queries.ts'
import { deleteOldHandOffs } from './launch-codes.queries.ts'
import { handOffRoutes } from './launch-codes.routes.ts'
import { invitesRoutes } from './invites.routes.ts'
import { visitRoutes } from './visits.routes.ts'

const sweep = queue<object>('tenants.sweep', {
  retryLimit: 3,
  retryDelaySeconds: 60,
  retryDelayMaxSeconds: 600,
})

/** Tenants' hosts and the portal's half of a launch. */
export function tenants(context: Context<'tenants'>) {
  const { db, config, outbox } = context
  handOffRoutes(context)
  invitesRoutes(context)
  visitRoutes(context)
  outbox.handle(
    sweep,
    async () => {
      await deleteOldHandOffs(db)
      await deleteOldAllowances(db)
    },
    '29 * * * *',
  )
  return { mayHaveCertificate: (name: string) => mayHaveCertificate(db, config, name) }
}
