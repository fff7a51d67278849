import { webhookLimits } from '@byre/contract/limits'
import { subjectKinds } from '@byre/contract/subject-kinds'
import * as contract from '@byre/contract/webhooks'
import { readFileSync } from 'node:fs'
import type { Context } from '../../context.ts'
import { trailReading } from '../../platform/audit/trail-reading.ts'
import { queue } from '../../platform/jobs/outbox.ts'
import { deliveriesOf, sendAgain } from './deliveries.actions.ts'
import { webhookReadings } from './gauges.actions.ts'
import { deliveryJob, sendToWebhook } from './sending.actions.ts'
import { webhookTelling } from './telling.actions.ts'
import { sendWebhookMails } from './webhook-mails.actions.ts'
import { addWebhook, changeWebhook, removeWebhookOf, renewSecret, webhooksOf } from './webhooks.actions.ts'
import { sweepWebhooks } from './webhooks.queries.ts'

const lists = {
  site: contract.listSiteWebhooks,
  clinic: contract.listClinicWebhooks,
  billing_entity: contract.listBillingEntityWebhooks,
}
const additions = {
  site: contract.addSiteWebhook,
  clinic: contract.addClinicWebhook,
  billing_entity: contract.addBillingEntityWebhook,
}
const changes = {
  site: contract.changeSiteWebhook,
  clinic: contract.changeClinicWebhook,
  billing_entity: contract.changeBillingEntityWebhook,
}
const removals = {
  site: contract.removeSiteWebhook,
  clinic: contract.removeClinicWebhook,
  billing_entity: contract.removeBillingEntityWebhook,
}
const renewals = {
  site: contract.renewSiteWebhookSecret,
  clinic: contract.renewClinicWebhookSecret,
  billing_entity: contract.renewBillingEntityWebhookSecret,
}
const logs = {
  site: contract.listSiteDeliveries,
  clinic: contract.listClinicDeliveries,
  billing_entity: contract.listBillingEntityDeliveries,
}
const sendings = {
  site: contract.sendToSiteWebhook,
  clinic: contract.sendToClinicWebhook,
  billing_entity: contract.sendToBillingEntityWebhook,
}

const sweep = queue<object>('customers.sweepWebhooks', {
  retryLimit: 3,
  retryDelaySeconds: 60,
  retryDelayMaxSeconds: 600,
})

/** Webhooks, what they are told, and that it is sent. */
export function webhooksRoutes(context: Context<'customers'>): void {
  const { serve, db, outbox, secrets, resolver, config, metrics } = context
  const { limitFactor, webhookTestCa } = config
  const trialCertificate = webhookTestCa === undefined ? undefined : readFileSync(webhookTestCa, 'utf8')
  const trail = trailReading(config.eventCursor)
  const own = { secrets, guard: { resolver, trialCertificate }, limitFactor, trail }

  for (const kind of subjectKinds) {
    const at = ({ id }: { id: string }) => ({ kind, placeId: id })
    const one = ({ id, webhookId }: { id: string; webhookId: string }) => ({ kind, placeId: id, webhookId })
    serve(lists[kind], ({ caller, params }) => webhooksOf(db, caller, at(params)))
    serve(additions[kind], ({ params, body, ...acting }) => addWebhook(own, acting, at(params), body))
    serve(changes[kind], ({ params, body, ...acting }) => changeWebhook(own, acting, one(params), body))
    serve(removals[kind], ({ params, ...acting }) => removeWebhookOf(acting, one(params)))
    serve(renewals[kind], ({ params, ...acting }) => renewSecret(own, acting, one(params)))
    serve(logs[kind], ({ caller, params, query }) => deliveriesOf(db, caller, one(params), query))
    serve(sendings[kind], ({ params, body, ...acting }) => sendAgain(own, acting, one(params), body))
  }
  metrics.addPart({ name: 'webhooks', read: () => webhookReadings(db, trail) })
  outbox.handle(deliveryJob, ({ data }) => sendToWebhook({ ...own, db, outbox }, data))
  outbox.alsoLook(webhookTelling(db, outbox, trail))
  outbox.handle(
    sweep,
    async () => {
      await sweepWebhooks(db, { days: webhookLimits.logDays })
    },
    '53 3 * * *',
  )
  sendWebhookMails(context)
}
