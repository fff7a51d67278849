import { t, translated } from '@byre/contract/words'
import type { Delivery, Webhook } from '@byre/contract/webhooks'
import { testEvent } from '@byre/contract/webhook-events'
import { useEffect, useState } from 'react'
import { formatMoment } from '../lib/format.ts'
import { usePageIn } from '../lib/in-address.ts'
import { askAgain, useAsk } from '../lib/query.ts'
import { isNotFound } from '../lib/refusal.ts'
import { toast } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'
import { SendSince } from './send-since.tsx'
import { webhookCalls, type WebhookPlace } from './webhook-calls.ts'
import { DeliveryStatus } from './webhook-words.tsx'
import '../ui/fold.css'
import '../ui/pages.css'

interface DeliveriesProps {
  place: WebhookPlace
  webhook: Webhook
}

const atOnce = 10
/** While something is about to be sent the log follows it by itself. */
const followEveryMs = 3_000

/** What a webhook was sent in the last 30 days, newest first, and sending it once more. */
export function Deliveries({ place, webhook }: DeliveriesProps) {
  const calls = webhookCalls[place.kind]
  const { ask: send, busy } = useCall(calls.send)
  const [page, turn] = usePageIn('page')
  const [isAsking, setAsking] = useState(false)
  const which = { id: place.id, webhookId: webhook.id }
  const log = useAsk(
    calls.log,
    { ...which, page, per_page: atOnce },
    { keep: true, every: (log) => (log?.deliveries.some(isWaiting) ? followEveryMs : null) },
  )
  const isOpen = place.access === 'ok'
  // Removed by somebody else: the list says so, as soon as it is asked again.
  const isGone = isNotFound(log.error)
  useEffect(() => {
    if (isGone) askAgain()
  }, [isGone])
  if (isGone) return null

  const sendTest = async () => {
    try {
      await send(which)
      toast.success(t`A test is on its way.`)
    } catch (error) {
      toast.failure(error)
    }
  }
  return (
    <Card title={t`What was sent`}>
      {isOpen && (
        <div className="row">
          <Button
            busy={busy}
            busyLabel={t`Sending..`}
            onClick={() => void sendTest()}
          >{t`Send a test`}</Button>
          {webhook.status === 'on' && <Button onClick={() => setAsking(true)}>{t`Send again since…`}</Button>}
        </div>
      )}
      <Loaded
        ask={log}
        skeleton={<Skeleton height="22rem" />}
        failed={t`An error occurred while loading the log.`}
      >
        {({ deliveries, has_more }) => (
          <>
            <Log place={place} webhook={webhook} deliveries={deliveries} />
            {(page > 1 || has_more) && (
              <nav className="pages" aria-label={t`Pages of what was sent`}>
                <Button disabled={page === 1} onClick={() => turn(page - 1)}>{t`Newer`}</Button>
                <span role="status" className="figures">{t`Page ${page}`}</span>
                <Button disabled={!has_more} onClick={() => turn(page + 1)}>{t`Older`}</Button>
              </nav>
            )}
          </>
        )}
      </Loaded>
      {isAsking && <SendSince place={place} webhook={webhook} onClose={() => setAsking(false)} />}
    </Card>
  )
}

/** What a long message beside it would break within a word. */
const oneLine = { whiteSpace: 'nowrap' } as const

const isWaiting = ({ state }: Delivery) => state === 'waiting'

function Log({ place, webhook, deliveries }: DeliveriesProps & { deliveries: readonly Delivery[] }) {
  const maySend = place.access === 'ok' && webhook.status === 'on'
  const event = ({ event }: Delivery) => <code style={oneLine}>{event}</code>
  const state = ({ state }: Delivery) => (
    <span style={oneLine}>
      <DeliveryStatus of={state} />
    </span>
  )
  const tries = (delivery: Delivery) => <Tries of={delivery} />
  const again = (delivery: Delivery) =>
    maySend && !isWaiting(delivery) && delivery.event !== testEvent ? (
      <SendAgain place={place} webhook={webhook} delivery={delivery} />
    ) : null
  return (
    <Table
      caption={t`What was sent`}
      columns={[
        { header: t`Event`, cell: event },
        { header: t`When`, cell: ({ at }) => formatMoment(at) },
        { header: t`State`, cell: state },
        { header: t`Tries`, cell: tries },
        { header: t`Send again`, quietHeader: true, cell: again },
      ]}
      rows={deliveries}
      rowKey={({ id }) => id}
      empty={<p className="soft">{t`Nothing in the last 30 days.`}</p>}
    />
  )
}

function SendAgain({ place, webhook, delivery }: DeliveriesProps & { delivery: Delivery }) {
  const { ask, busy } = useCall(webhookCalls[place.kind].send)
  const { id, event, at } = delivery
  const send = async () => {
    try {
      await ask({ id: place.id, webhookId: webhook.id, delivery: id })
      toast.success(t`It is on its way again.`)
    } catch (error) {
      toast.failure(error)
    }
  }
  return (
    <Button
      style={oneLine}
      aria-label={t`Send again: ${event} of ${formatMoment(at)}`}
      busy={busy}
      busyLabel={t`Sending..`}
      onClick={() => void send()}
    >{t`Send again`}</Button>
  )
}

type Try = Delivery['tries'][number]

/** How the last try went; all of them, and what was sent, are folded behind it. */
function Tries({ of: { id, body, tries, next_try_at } }: { of: Delivery }) {
  const [last] = tries
  return (
    <details className="fold">
      <summary>
        {last ? `${tries.length > 1 ? t`${tries.length} tries: ` : ''}${outcome(last)}` : t`None yet`}
      </summary>
      <div className="stack">
        {next_try_at !== null && <p>{t`Next try ${formatMoment(next_try_at)}`}</p>}
        {tries.map((one) => (
          <p key={one.at}>
            {t`${formatMoment(one.at)}: ${outcome(one)}, ${one.duration_ms} ms`}
            {one.answer && (
              <>
                <br />
                <code className="soft">{one.answer}</code>
              </>
            )}
          </p>
        ))}
        <p>
          <code>{id}</code>
        </p>
        <p>
          <code>{body}</code>
        </p>
      </div>
    </details>
  )
}

const outcome = ({ status, failure }: Try) =>
  status === null ? (failure === null ? t`no answer` : translated(failure)) : t`answered ${status}`
