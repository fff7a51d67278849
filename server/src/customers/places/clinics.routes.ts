import * as contract from '@byre/contract/places/clinics'
import type { Context } from '../../context.ts'
import { deletePlace, restorePlace } from './deletions.actions.ts'
import { createPlace } from './new-places.actions.ts'
import { placeInserts } from './new-places.queries.ts'
import { updatePlace } from './place-changes.actions.ts'
import { placeLists } from './place-lists.queries.ts'
import { getPlace, listPlaces } from './places.actions.ts'
import type { Billing } from '../ports.ts'

export function clinicsRoutes({ serve, db, config }: Context<'customers'>, billing: Billing): void {
  const listing = { hosts: config, billing, lists: placeLists('clinic', billing) }
  serve(contract.listClinics, (asked) => listPlaces('clinic', db, asked, listing))
  const inserts = placeInserts('clinic', billing)
  serve(contract.createClinic, (asked) => createPlace('clinic', asked, { config, billing, inserts }))
  serve(contract.getClinic, ({ caller, params }) =>
    getPlace('clinic', db, { ...caller, id: params.id }, config),
  )
  serve.withCaller(contract.updateClinic, (asked) =>
    updatePlace('clinic', asked.params.id, asked, { config, billing }),
  )
  serve(contract.deleteClinic, ({ params, ...acting }) => deletePlace('clinic', params.id, acting, billing))
  serve(contract.restoreClinic, ({ params, ...acting }) =>
    restorePlace('clinic', params.id, acting, { config, billing }),
  )
}
