import { validateDomain as validateDomainCall } from '@byre/contract/host-names'
import * as contract from '@byre/contract/sites'
import type { Context } from '../platform/context.ts'
import { deletePlace, restorePlace } from './deletions.actions.ts'
import { validateDomain } from './host-names.actions.ts'
import { createSite } from './new-sites.actions.ts'
import type { Billing } from './ports.ts'
import { updateSite } from './site-changes.actions.ts'
import { getSite, listSites } from './sites.actions.ts'

export function sitesRoutes({ serve, db, config }: Context<'customers'>, billing: Billing): void {
  serve(contract.listSites, ({ asker, query }) => listSites(db, asker, query, config))
  serve(contract.createSite, ({ deed, actor, body, from }) =>
    createSite(deed, actor, body, from, { config, billing }),
  )
  serve(contract.getSite, ({ asker, params }) => getSite(db, asker, params.id, config))
  serve(contract.updateSite, ({ deed, actor, params, body, from }) =>
    updateSite(deed, actor, params.id, body, from, { config, billing }),
  )
  serve(contract.deleteSite, ({ deed, actor, params, from }) =>
    deletePlace('site', deed, actor, params.id, from, billing),
  )
  serve(contract.restoreSite, ({ deed, actor, params, body, from }) =>
    restorePlace('site', deed, actor, params.id, body, from, { config, billing }),
  )
  serve(validateDomainCall, ({ deed, actor, body }) => validateDomain(deed, actor, body, config))
}
