import { t } from './words.ts'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { firstOnly, id, idParams, time } from './fields.ts'
import { webhookLimits } from './limits.ts'
import { whole } from './lists.ts'
import { kindNames, type SubjectKind } from './subject-kinds.ts'
import { webhookEventsOf } from './webhook-events.ts'

/* Addresses of other people's programs that are told what happens at a place, by Standard Webhooks. */

/** Of printable ASCII, without a name or password before the host and without a part after #. */
const httpsAddress = /^https:\/\/[A-Za-z0-9.:[\]-]+(?:[/?][!"$-~]*)?$/
const addressNeeded = t`Please give an https address.`

const url = z
  .string(addressNeeded)
  .check(
    z.maxLength(
      webhookLimits.urlLength,
      firstOnly(t`The address must be ${webhookLimits.urlLength} characters or less.`),
    ),
    z.regex(httpsAddress, addressNeeded),
  )

const eventsOf = (kind: SubjectKind) => {
  const known = Object.keys(webhookEventsOf[kind])
  return z.pipe(
    z
      .string(t`Please choose what to send.`)
      .check(
        z.refine(
          (text) => listed(text).length > 0 && listed(text).every((event) => known.includes(event)),
          t`Please choose what to send.`,
        ),
      ),
    z.transform((text) => known.filter((event) => listed(text).includes(event))),
  )
}
const listed = (text: string) => text.split(',').map((event) => event.trim())

export const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  /** Off: nothing is sent; what happens meanwhile is kept, to be sent again. */
  status: z.enum(['on', 'off']),
  /** Why it is off: somebody switched it off, it failed for three days, or it said that it is gone (410). */
  off_because: z.nullable(z.enum(['asked', 'failing', 'gone'])),
  /** Since when nothing it was sent has arrived. */
  failing_since: z.nullable(time),
  /** Until then what is sent is signed by the secret before this one, too. */
  former_secret_until: z.nullable(time),
  created_at: time,
})
export type Webhook = z.infer<typeof Webhook>

/** With its secret, which is never shown again. @public */
export const NewWebhook = z.extend(Webhook, { secret: z.string() })

const Try = z.object({
  at: time,
  /** Of the answer; null: there was none. */
  status: z.nullable(z.number()),
  duration_ms: z.number(),
  /** How the answer began. */
  answer: z.string(),
  /** Why there was no answer; null: there was one. */
  failure: z.nullable(z.string()),
})

const Delivery = z.object({
  /** As `webhook-id` says it. */
  id: z.string(),
  event: z.string(),
  at: time,
  /** `missed`: it happened while the webhook was off. */
  state: z.enum(['waiting', 'delivered', 'failed', 'missed']),
  next_try_at: z.nullable(time),
  /** What is sent, as it is signed. */
  body: z.string(),
  /** The newest first. */
  tries: z.array(Try),
})
export type Delivery = z.infer<typeof Delivery>

const webhookParams = z.object({ id, webhookId: id })
const mayKeep = <const K extends SubjectKind>(kind: K) => ({ right: 'connect', of: kind }) as const
const under = (kind: SubjectKind) => `/api/v1/${kindNames[kind].path}/:id/webhooks` as const
const words = (kind: SubjectKind) => kindNames[kind].words

const listOf = <const K extends SubjectKind, const N extends string>(kind: K, name: N) =>
  endpoint({
    name,
    service: 'customers',
    method: 'GET',
    path: under(kind),
    summary: `The webhooks of a ${words(kind)}, without their secrets`,
    who: mayKeep(kind),
    params: idParams,
    reply: z.object({ webhooks: z.array(Webhook) }),
    refusals: ['not_found', 'role.insufficient'],
  })

const addOf = <const K extends SubjectKind, const N extends string>(kind: K, name: N) =>
  endpoint({
    name,
    service: 'customers',
    method: 'POST',
    path: under(kind),
    summary: `Have events of a ${words(kind)} sent to an https address; its secret is shown once`,
    who: mayKeep(kind),
    params: idParams,
    body: z.object({ url, events: eventsOf(kind) }),
    reply: NewWebhook,
    status: 201,
    refusals: [
      'not_found',
      'role.insufficient',
      'place.read_only',
      'webhook.address',
      'webhook.exists',
      'webhook.too_many',
    ],
    // The answer holds a secret; the same address twice is refused.
    idempotency: 'ignored',
  })

const changeOf = <const K extends SubjectKind, const N extends string>(kind: K, name: N) =>
  endpoint({
    name,
    service: 'customers',
    method: 'PUT',
    path: `${under(kind)}/:webhookId`,
    summary: `Change the address or events of a webhook of a ${words(kind)}, or switch it on or off`,
    who: mayKeep(kind),
    params: webhookParams,
    body: z.object({
      url: z.optional(url),
      events: z.optional(eventsOf(kind)),
      status: z.optional(z.enum(['on', 'off'], 'status must be on or off.')),
    }),
    reply: Webhook,
    refusals: ['not_found', 'role.insufficient', 'place.read_only', 'webhook.address', 'webhook.exists'],
  })

const removeOf = <const K extends SubjectKind, const N extends string>(kind: K, name: N) =>
  endpoint({
    name,
    service: 'customers',
    method: 'DELETE',
    path: `${under(kind)}/:webhookId`,
    summary: `Remove a webhook of a ${words(kind)} with its log`,
    who: mayKeep(kind),
    params: webhookParams,
    reply: z.null(),
    refusals: ['not_found', 'role.insufficient'],
  })

const renewOf = <const K extends SubjectKind, const N extends string>(kind: K, name: N) =>
  endpoint({
    name,
    service: 'customers',
    method: 'POST',
    path: `${under(kind)}/:webhookId/secret`,
    summary: `Give a webhook of a ${words(kind)} a new secret, shown once; the present one is good for a day more`,
    who: mayKeep(kind),
    params: webhookParams,
    reply: NewWebhook,
    refusals: ['not_found', 'role.insufficient', 'place.read_only'],
    idempotency: 'ignored',
  })

const listDeliveriesOf = <const K extends SubjectKind, const N extends string>(kind: K, name: N) =>
  endpoint({
    name,
    service: 'customers',
    method: 'GET',
    path: `${under(kind)}/:webhookId/deliveries`,
    summary: `What was sent to a webhook of a ${words(kind)} in the last 30 days, newest first, with every try`,
    who: mayKeep(kind),
    params: webhookParams,
    query: z.object({
      per_page: z._default(whole(1, 100, 'per_page must be 1 to 100.'), 25),
      page: z._default(whole(1, 100, 'page must be 1 to 100.'), 1),
    }),
    reply: z.object({ deliveries: z.array(Delivery), has_more: z.boolean() }),
    refusals: ['not_found', 'role.insufficient'],
  })

const deliveryId = z
  .string()
  .check(
    z.regex(
      /^msg_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
      t`Please give an id such as webhook-id says.`,
    ),
  )

const since = z.pipe(
  z.string().check(
    z.regex(
      /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z)?$/,
      firstOnly(t`Please give a date or a UTC time.`),
    ),
    z.refine((text) => !Number.isNaN(Date.parse(text)), t`Please give a date or a UTC time.`),
  ),
  z.transform((text) => new Date(text).toISOString()),
)

const sendOf = <const K extends SubjectKind, const N extends string>(kind: K, name: N) =>
  endpoint({
    name,
    service: 'customers',
    method: 'POST',
    path: `${under(kind)}/:webhookId/deliveries`,
    summary: `Send a webhook of a ${words(kind)} one event again, all since a time, or, where neither is given, a test`,
    who: mayKeep(kind),
    params: webhookParams,
    body: z.object({ delivery: z.optional(deliveryId), since: z.optional(since) }),
    /** How many are sent: 1,000 at most. */
    reply: z.object({ sent: z.number() }),
    status: 201,
    refusals: ['not_found', 'role.insufficient', 'place.read_only', 'webhook.off'],
  })

export const listSiteWebhooks = listOf('site', 'listSiteWebhooks')
export const listClinicWebhooks = listOf('clinic', 'listClinicWebhooks')
export const listBillingEntityWebhooks = listOf('billing_entity', 'listBillingEntityWebhooks')
export const addSiteWebhook = addOf('site', 'addSiteWebhook')
export const addClinicWebhook = addOf('clinic', 'addClinicWebhook')
export const addBillingEntityWebhook = addOf('billing_entity', 'addBillingEntityWebhook')
export const changeSiteWebhook = changeOf('site', 'changeSiteWebhook')
export const changeClinicWebhook = changeOf('clinic', 'changeClinicWebhook')
export const changeBillingEntityWebhook = changeOf('billing_entity', 'changeBillingEntityWebhook')
export const removeSiteWebhook = removeOf('site', 'removeSiteWebhook')
export const removeClinicWebhook = removeOf('clinic', 'removeClinicWebhook')
export const removeBillingEntityWebhook = removeOf('billing_entity', 'removeBillingEntityWebhook')
export const renewSiteWebhookSecret = renewOf('site', 'renewSiteWebhookSecret')
export const renewClinicWebhookSecret = renewOf('clinic', 'renewClinicWebhookSecret')
export const renewBillingEntityWebhookSecret = renewOf('billing_entity', 'renewBillingEntityWebhookSecret')
export const listSiteDeliveries = listDeliveriesOf('site', 'listSiteDeliveries')
export const listClinicDeliveries = listDeliveriesOf('clinic', 'listClinicDeliveries')
export const listBillingEntityDeliveries = listDeliveriesOf('billing_entity', 'listBillingEntityDeliveries')
export const sendToSiteWebhook = sendOf('site', 'sendToSiteWebhook')
export const sendToClinicWebhook = sendOf('clinic', 'sendToClinicWebhook')
export const sendToBillingEntityWebhook = sendOf('billing_entity', 'sendToBillingEntityWebhook')
