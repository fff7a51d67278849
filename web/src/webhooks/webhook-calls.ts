import type { SubjectKind } from '@byre/contract/subject-kinds'
import * as contract from '@byre/contract/webhooks'

/** Whose webhooks they are: a site, a clinic or a payer. */
export interface WebhookPlace {
  kind: SubjectKind
  id: string
  name: string
  /** Nothing is added or changed where it is not `ok`. */
  access: 'ok' | 'read_only' | 'stopped'
}

export const webhookCalls = {
  site: {
    list: contract.listSiteWebhooks,
    add: contract.addSiteWebhook,
    change: contract.changeSiteWebhook,
    remove: contract.removeSiteWebhook,
    renew: contract.renewSiteWebhookSecret,
    log: contract.listSiteDeliveries,
    send: contract.sendToSiteWebhook,
  },
  clinic: {
    list: contract.listClinicWebhooks,
    add: contract.addClinicWebhook,
    change: contract.changeClinicWebhook,
    remove: contract.removeClinicWebhook,
    renew: contract.renewClinicWebhookSecret,
    log: contract.listClinicDeliveries,
    send: contract.sendToClinicWebhook,
  },
  billing_entity: {
    list: contract.listBillingEntityWebhooks,
    add: contract.addBillingEntityWebhook,
    change: contract.changeBillingEntityWebhook,
    remove: contract.removeBillingEntityWebhook,
    renew: contract.renewBillingEntityWebhookSecret,
    log: contract.listBillingEntityDeliveries,
    send: contract.sendToBillingEntityWebhook,
  },
}
