import { validateDomain as validateDomainCall } from '@byre/contract/places/host-names'
import * as contract from '@byre/contract/places/sites'
import type { Context } from '../../context.ts'
import { deletePlace, restorePlace } from './deletions.actions.ts'
import { validateDomain } from '../domains/host-names.actions.ts'
import { createPlace, createWhole } from './new-places.actions.ts'
import { wholePlace } from './new-places.queries.ts'
import { updatePlace } from './place-changes.actions.ts'
import { getPlace, listPlaces } from './places.actions.ts'
import type { Billing } from '../ports.ts'

export function sitesRoutes({ serve, db, config }: Context<'customers'>, billing: Billing): void {
  serve(contract.listSites, ({ asker, query }) => listPlaces('site', db, asker, query, config))
  const whole = wholePlace('site', billing)
  serve.atOnce(
    contract.createSite,
    ({ deed, actor, body, from }) => createWhole('site', deed, actor, body, from, { config, billing, whole }),
    ({ deed, actor, body, from }) => createPlace('site', deed, actor, body, from, { config, billing }),
  )
  serve(contract.getSite, ({ asker, params }) => getPlace('site', db, asker, params.id, config))
  serve.asked(contract.updateSite, ({ deed, asker, params, body, from }) =>
    updatePlace('site', deed, asker, params.id, body, from, { config, billing }),
  )
  serve(contract.deleteSite, ({ deed, actor, params, from }) =>
    deletePlace('site', deed, actor, params.id, from, billing),
  )
  serve(contract.restoreSite, ({ deed, actor, params, body, from }) =>
    restorePlace('site', deed, actor, params.id, body, from, { config, billing }),
  )
  serve(validateDomainCall, ({ deed, actor, body }) => validateDomain(deed, actor, body, config))
}
