import * as contract from '@byre/contract/places/clinics'
import type { Context } from '../../context.ts'
import { deletePlace, restorePlace } from './deletions.actions.ts'
import { createPlace, createWhole } from './new-places.actions.ts'
import { wholePlace } from './new-places.queries.ts'
import { updatePlace } from './place-changes.actions.ts'
import { getPlace, listPlaces } from './places.actions.ts'
import type { Billing } from '../ports.ts'

export function clinicsRoutes({ serve, db, config }: Context<'customers'>, billing: Billing): void {
  serve(contract.listClinics, ({ caller, query }) => listPlaces('clinic', db, caller, query, config))
  const whole = wholePlace('clinic', billing)
  serve.inOneStatement(
    contract.createClinic,
    ({ command, actor, body, from }) =>
      createWhole('clinic', command, actor, body, from, { config, billing, whole }),
    ({ command, actor, body, from }) =>
      createPlace('clinic', command, actor, body, from, { config, billing }),
  )
  serve(contract.getClinic, ({ caller, params }) => getPlace('clinic', db, caller, params.id, config))
  serve.withCaller(contract.updateClinic, ({ command, caller, params, body, from }) =>
    updatePlace('clinic', command, caller, params.id, body, from, { config, billing }),
  )
  serve(contract.deleteClinic, ({ params, ...acting }) => deletePlace('clinic', params.id, acting, billing))
  serve(contract.restoreClinic, ({ params, ...acting }) =>
    restorePlace('clinic', params.id, acting, { config, billing }),
  )
}
