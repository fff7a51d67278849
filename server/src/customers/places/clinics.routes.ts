import * as contract from '@byre/contract/places/clinics'
import type { Context } from '../../context.ts'
import { deletePlace, restorePlace } from './deletions.actions.ts'
import { createPlace, createWhole } from './new-places.actions.ts'
import { wholePlace } from './new-places.queries.ts'
import { updatePlace } from './place-changes.actions.ts'
import { getPlace, listPlaces } from './places.actions.ts'
import type { Billing } from '../ports.ts'

export function clinicsRoutes({ serve, db, config }: Context<'customers'>, billing: Billing): void {
  serve(contract.listClinics, ({ asker, query }) => listPlaces('clinic', db, asker, query, config))
  const whole = wholePlace('clinic', billing)
  serve.atOnce(
    contract.createClinic,
    ({ deed, actor, body, from }) =>
      createWhole('clinic', deed, actor, body, from, { config, billing, whole }),
    ({ deed, actor, body, from }) => createPlace('clinic', deed, actor, body, from, { config, billing }),
  )
  serve(contract.getClinic, ({ asker, params }) => getPlace('clinic', db, asker, params.id, config))
  serve.asked(contract.updateClinic, ({ deed, asker, params, body, from }) =>
    updatePlace('clinic', deed, asker, params.id, body, from, { config, billing }),
  )
  serve(contract.deleteClinic, ({ deed, actor, params, from }) =>
    deletePlace('clinic', deed, actor, params.id, from, billing),
  )
  serve(contract.restoreClinic, ({ deed, actor, params, body, from }) =>
    restorePlace('clinic', deed, actor, params.id, body, from, { config, billing }),
  )
}
