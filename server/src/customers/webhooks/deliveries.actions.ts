import type { BodyOf, QueryOf } from '@byre/contract/endpoint'
import { rolesFor } from '@byre/contract/rights'
import { testEvent } from '@byre/contract/webhook-events'
import type { Delivery, listSiteDeliveries, sendToSiteWebhook as sendCall } from '@byre/contract/webhooks'
import { writeAudit } from '../../platform/audit/audit.ts'
import { answered, type Caller } from '../../platform/authentication/authenticate.ts'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { spend } from '../../platform/limits/limits.ts'
import type { Acting } from '../ports.ts'
import { insertTest, listDeliveries, sendAnew } from './deliveries.queries.ts'
import { deliveryJob } from './sending.actions.ts'
import { eventIdOf, messageBody, messageId, resends, sendsAtOnce } from './webhooks.policy.ts'
import {
  hostOf,
  keepingAccess,
  lineOf,
  ownWebhook,
  requireKeeper,
  type OfPlace,
  type WebhookContext,
} from './webhooks.actions.ts'

/** What a webhook was sent, newest first. */
export async function deliveriesOf(
  db: Db<'customers'>,
  caller: Caller,
  { kind, placeId: place_id, webhookId: webhook_id }: OfPlace,
  { page, per_page }: QueryOf<typeof listSiteDeliveries>,
) {
  const rows = answered(
    await listDeliveries(db, {
      ...caller,
      place_id,
      kind,
      keepers: rolesFor('connect', kind),
      webhook_id,
      limit: per_page + 1,
      offset: (page - 1) * per_page,
    }),
  )
  requireKeeper(rows[0].own_role, kind)
  if (rows[0].webhook_id === null) refuse('not_found')
  const deliveries = rows.flatMap(({ event_id, event, about, at, state, next_try_at, tries }): Delivery[] => {
    if (event_id === null || event === null || about === null || at === null || state === null) return []
    const body = messageBody({ event, at, about })
    return [{ id: messageId(event_id), event, at, state, next_try_at, body, tries: tries ?? [] }]
  })
  return { deliveries: deliveries.slice(0, per_page), has_more: deliveries.length > per_page }
}

/** Sends a test, one event again, or all since a time. */
export async function sendAgain(
  { limitFactor }: WebhookContext,
  { command, actor, from }: Acting,
  { webhookId: webhook_id, ...place }: OfPlace,
  { delivery, since }: BodyOf<typeof sendCall>,
): Promise<{ sent: number }> {
  await spend(command.db, resends(limitFactor), webhook_id)

  return command.transaction(async (db) => {
    const access = await keepingAccess(db, actor, place)
    const { webhook } = await ownWebhook(db, access, webhook_id)
    const own = { ...access, webhook_id }
    const isTest = delivery === undefined && since === undefined
    if (!isTest && webhook.off_because !== null) refuse('webhook.off')

    const about = JSON.stringify({ kind: place.kind, id: place.placeId })
    const events = isTest
      ? await insertTest(db, { ...own, event_id: newId(), event: testEvent, about })
      : await sendAnew(db, {
          ...own,
          event_id: delivery === undefined ? null : eventIdOf(delivery),
          since: since ?? null,
          test: testEvent,
          limit: sendsAtOnce,
        })
    if (delivery !== undefined && events.length === 0) refuse('not_found')
    for (const { event_id, tries } of events)
      await command.enqueue(db, deliveryJob, { webhook_id, event_id, tries })
    if (!isTest) {
      const after = { url: hostOf(webhook.url), events: events.length, ...(since ? { since } : {}) }
      await writeAudit(db, { ...lineOf(access, from), deed: 'sendToWebhook', after })
    }
    return { sent: events.length }
  })
}
