import { t } from '@byre/contract/words'
import { testEvent } from '@byre/contract/webhook-events'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transactions.ts'
import { queue, type Outbox } from '../../platform/jobs/outbox.ts'
import { spendQuietly } from '../../platform/limits/limits.ts'
import { guardedPost, type Posted } from '../../platform/outgoing/guarded-post.ts'
import { signatureHeaders } from '../../platform/outgoing/signatures.ts'
import { platformOf } from '../../platform/database/db.ts'
import { byProduct } from '../access.policy.ts'
import { findDue, insertTry, lockWebhook, setDelivery, setHealth } from './deliveries.queries.ts'
import { mailKeepers } from './webhook-mails.actions.ts'
import { openSigningSecret } from './webhook-secrets.actions.ts'
import { hostOf, type WebhookContext } from './webhooks.actions.ts'
import { endAfter, hasArrived, messageBody, messageId, nextTrySeconds, sends } from './webhooks.policy.ts'
import { missWaiting } from './webhooks.queries.ts'

/** One try; those after it are jobs of their own. */
interface DueTry {
  webhook_id: string
  event_id: string
  /** How often it was tried before: a try that was made is not made again by a job that comes twice. */
  tries: number
}

export const deliveryJob = queue<DueTry>('customers.sendToWebhook', {
  retryLimit: 1000,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 300,
  keepSeconds: 7 * 24 * 3600,
})

type Due = Awaited<ReturnType<typeof findDue>>[number]
type Sending = WebhookContext & { db: Db<'customers'>; outbox: Outbox }

/** Sends one event to one webhook and writes down how that went, and what follows. */
export async function sendToWebhook(context: Sending, job: DueTry): Promise<void> {
  const { db, outbox, limitFactor } = context
  const [due] = await findDue(db, { ...job, test: testEvent })
  if (!due) return
  if (!(await spendQuietly(platformOf(db), sends(limitFactor), job.webhook_id)))
    return outbox.send(platformOf(db), deliveryJob, job, { afterSeconds: 60 })

  const at = new Date()
  const posted = await post(context, due, job.event_id, at)
  await transaction(db, (db) => recordTry(db, outbox, job, { due, posted, at }))
}

const unreadable = t`Its secret cannot be read any more. Give it a new one.`

async function post({ secrets, guard }: Sending, due: Due, eventId: string, at: Date): Promise<Posted> {
  const opened = openSigningSecret(secrets, due.id, due.secret)
  if (!opened) return { status: null, durationMs: 0, answer: '', failure: unreadable }
  const former = due.former_secret && openSigningSecret(secrets, due.id, due.former_secret)
  const keys = [opened.plain, ...(former ? [former.plain] : [])]

  const body = messageBody(due)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Byre-Webhooks/1',
    ...signatureHeaders(keys, { id: messageId(eventId), at, body }),
  }
  return guardedPost(guard, { url: due.url, headers, body })
}

async function recordTry(
  db: Db<'customers'>,
  outbox: Outbox,
  job: DueTry,
  { due, posted, at }: { due: Due; posted: Posted; at: Date },
): Promise<void> {
  const { status, durationMs: duration_ms, answer, failure } = posted
  const [webhook] = await lockWebhook(db, { id: job.webhook_id })
  if (!webhook) return
  const webhook_id = byProduct(webhook.id)
  const { event_id, tries } = job
  const made = { webhook_id, event_id, tries, at: at.toISOString(), status, duration_ms, answer, failure }
  const [round] = await insertTry(db, made)
  if (!round) return

  const isTest = due.event === testEvent
  if (hasArrived(status)) {
    await setDelivery(db, { webhook_id, event_id, state: 'delivered', seconds: null })
    if (!isTest && webhook.failing_since !== null)
      await setHealth(db, { id: webhook_id, failing_since: null, off_because: null })
    return
  }

  const seconds = nextTrySeconds(due.event, round.tries - round.round_from)
  const isOff = webhook.off_because !== null && !isTest
  // Switched off while this was under way: it waits to be sent again by somebody.
  if (!isOff)
    await setDelivery(db, { webhook_id, event_id, state: seconds === null ? 'failed' : 'waiting', seconds })
  if (isTest || isOff) return

  const failing_since = webhook.failing_since ?? at.toISOString()
  const off_because = endAfter({
    event: due.event,
    status,
    isLast: seconds === null,
    roundAt: new Date(round.round_at),
    failingSince: new Date(failing_since),
  })
  await setHealth(db, { id: webhook_id, failing_since, off_because })
  if (off_because !== null) await end(db, outbox, webhook, off_because)
  else if (seconds !== null)
    await outbox.send(platformOf(db), deliveryJob, { ...job, tries: round.tries }, { afterSeconds: seconds })
}

type Held = NonNullable<Awaited<ReturnType<typeof lockWebhook>>[number]>

async function end(
  db: Db<'customers'>,
  outbox: Outbox,
  { id, kind, place_id, url, added_by }: Held,
  off_because: 'failing' | 'gone',
): Promise<void> {
  await missWaiting(db, { webhook_id: byProduct(id) })
  await writeAudit(db, {
    actor_id: null,
    deed: 'endWebhook',
    kind,
    subject_id: place_id,
    after: { url: hostOf(url), status: 'off', reason: off_because },
    from: { request_id: '', network: '' },
  })
  await mailKeepers(db, outbox, { webhook_id: id, kind, place_id, added_by })
}
