import type { TrailReading } from '../../platform/audit/trail-reading.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Reading } from '../../platform/metrics/metrics.ts'
import { countWebhooks, findUntoldSeconds, type WebhookGauge } from './gauges.queries.ts'

/** What operators' machines watch of webhooks. */
export async function webhookReadings(db: Db<'customers'>, trail: TrailReading): Promise<Reading[]> {
  const [gauges, untold] = await Promise.all([countWebhooks(db), findUntoldSeconds(db, trail)])
  const byKind = (count: (gauge: WebhookGauge) => number) =>
    Object.fromEntries(gauges.map((gauge) => [gauge.kind, count(gauge)]))
  const ofAll = (count: (gauge: WebhookGauge) => number) =>
    gauges.reduce((sum, gauge) => sum + count(gauge), 0)
  return [
    {
      name: 'byre_webhooks',
      about: 'Webhooks by how they stand.',
      label: 'state',
      counts: {
        on: ofAll(({ on }) => on),
        failing: ofAll(({ failing }) => failing),
        off: ofAll(({ off }) => off),
      },
    },
    {
      name: 'byre_webhook_messages_waiting',
      about: 'Messages to webhooks that wait to be sent or tried again.',
      label: 'kind',
      counts: byKind(({ waiting }) => waiting),
    },
    {
      name: 'byre_webhook_messages_failed',
      about: 'Messages to webhooks that were given up in the last 30 days.',
      label: 'kind',
      counts: byKind(({ failed }) => failed),
    },
    {
      name: 'byre_webhook_overdue_seconds',
      about: 'For how long the oldest message to a webhook should have been tried.',
      label: 'kind',
      counts: byKind(({ overdue_seconds }) => overdue_seconds),
    },
    {
      name: 'byre_webhook_untold_seconds',
      about: 'For how long the oldest event has stood that webhooks were not told of.',
      label: 'of',
      counts: { database: untold },
    },
  ]
}
