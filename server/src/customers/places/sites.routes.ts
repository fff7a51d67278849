import { validateDomain as validateDomainCall } from '@byre/contract/places/host-names'
import * as contract from '@byre/contract/places/sites'
import type { Context } from '../../context.ts'
import { deletePlace, restorePlace } from './deletions.actions.ts'
import { validateDomain } from '../domains/host-names.actions.ts'
import { createPlace } from './new-places.actions.ts'
import { placeInserts } from './new-places.queries.ts'
import { updatePlace } from './place-changes.actions.ts'
import { placeLists } from './place-lists.queries.ts'
import { getPlace, listPlaces } from './places.actions.ts'
import type { Billing } from '../ports.ts'

export function sitesRoutes({ serve, db, config }: Context<'customers'>, billing: Billing): void {
  const listing = { hosts: config, billing, lists: placeLists('site', billing) }
  serve(contract.listSites, (asked) => listPlaces('site', db, asked, listing))
  const inserts = placeInserts('site', billing)
  serve(contract.createSite, (asked) => createPlace('site', asked, { config, billing, inserts }))
  serve(contract.getSite, ({ caller, params }) => getPlace('site', db, { ...caller, id: params.id }, config))
  serve.withCaller(contract.updateSite, (asked) =>
    updatePlace('site', asked.params.id, asked, { config, billing }),
  )
  serve(contract.deleteSite, ({ params, ...acting }) => deletePlace('site', params.id, acting, billing))
  serve(contract.restoreSite, ({ params, ...acting }) =>
    restorePlace('site', params.id, acting, { config, billing }),
  )
  serve(validateDomainCall, ({ command, actor, body }) => validateDomain(command, actor, body, config))
}
