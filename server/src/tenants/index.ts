import { findTenant } from '../customers/index.ts'
import type { Context } from '../platform/context.ts'
import { tenantLabelOfName } from '../platform/hosts.ts'
import { queue } from '../platform/outbox.ts'
import { deleteOldHandOffs } from './hand-offs.queries.ts'
import { handOffRoutes } from './hand-offs.routes.ts'
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
  visitRoutes(context)
  outbox.handle(sweep, () => deleteOldHandOffs(db), '29 * * * *')

  return {
    /** Whether a certificate may be made for a name: a live tenant's, present or former. */
    async mayHaveCertificate(name: string): Promise<boolean> {
      const label = tenantLabelOfName(name, config)
      return label !== null && (await findTenant(db, label)) !== null
    },
  }
}
