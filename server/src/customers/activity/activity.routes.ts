import * as contract from '@byre/contract/activity'
import { subjectKinds } from '@byre/contract/subject-kinds'
import type { Context } from '../../context.ts'
import { exportPlaceActivity, listPlaceActivity } from './activity.actions.ts'

const lists = {
  site: contract.listSiteActivity,
  clinic: contract.listClinicActivity,
  billing_entity: contract.listBillingEntityActivity,
}
const tables = {
  site: contract.exportSiteActivity,
  clinic: contract.exportClinicActivity,
  billing_entity: contract.exportBillingEntityActivity,
}

export function activityRoutes({ serve, db }: Context<'customers'>): void {
  for (const kind of subjectKinds) {
    serve(lists[kind], ({ caller, params, query }) =>
      listPlaceActivity(db, caller, { kind, placeId: params.id }, query),
    )
    serve(tables[kind], ({ caller, params, query }) =>
      exportPlaceActivity(db, caller, { kind, placeId: params.id }, query),
    )
  }
}
