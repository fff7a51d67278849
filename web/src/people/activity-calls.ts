import {
  exportBillingEntityActivity,
  exportClinicActivity,
  exportSiteActivity,
  listBillingEntityActivity,
  listClinicActivity,
  listSiteActivity,
} from '@byre/contract/activity'

export const activityCalls = {
  site: { list: listSiteActivity, export: exportSiteActivity },
  clinic: { list: listClinicActivity, export: exportClinicActivity },
  billing_entity: { list: listBillingEntityActivity, export: exportBillingEntityActivity },
}
