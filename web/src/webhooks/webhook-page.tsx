import { t } from '@byre/contract/words'
import { rich } from '../ui/rich.tsx'
import { webhookEventsOf } from '@byre/contract/webhook-events'
import type { Webhook } from '@byre/contract/webhooks'
import { IconArrowLeft, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { formatMoment } from '../lib/format.ts'
import { lettingGo } from '../lib/query.ts'
import { isNotFound } from '../lib/refusal.ts'
import { toast } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Deliveries } from './deliveries.tsx'
import { webhookCalls, type WebhookPlace } from './webhook-calls.ts'
import { WebhookForm } from './webhook-form.tsx'
import { RenewSecret } from './webhook-secret.tsx'
import { hostOf, WebhookStatus } from './webhook-words.tsx'
import { NotPaidFor } from './not-paid-for.tsx'

interface WebhookPageProps {
  place: WebhookPlace
  webhook: Webhook
  onClose: () => void
}

/** One webhook: what it is, what can be done with it, and what it was sent. */
export function WebhookPage({ place, webhook, onClose }: WebhookPageProps) {
  const [asking, setAsking] = useState<'change' | 'renew' | 'remove' | null>(null)
  const close = () => setAsking(null)
  const props = { place, webhook, onClose: close }
  return (
    <div className="stack">
      <div>
        <Button kind="quiet" icon={IconArrowLeft} onClick={onClose}>{t`All webhooks`}</Button>
      </div>
      <Card title={hostOf(webhook.url)}>
        <NotPaidFor place={place} />
        <WebhookFacts place={place} webhook={webhook} />
        <div className="actions">
          {place.access === 'ok' && (
            <>
              <Button onClick={() => setAsking('change')}>{t`Change`}</Button>
              <Switch place={place} webhook={webhook} />
              <Button onClick={() => setAsking('renew')}>{t`New secret`}</Button>
            </>
          )}
          <Button
            kind="removal"
            icon={IconTrash}
            className="action-last"
            onClick={() => setAsking('remove')}
          >{t`Remove`}</Button>
        </div>
      </Card>
      <Deliveries place={place} webhook={webhook} />
      {asking === 'change' && <WebhookForm {...props} />}
      {asking === 'renew' && <RenewSecret {...props} />}
      {asking === 'remove' && <RemoveWebhook {...props} onRemoved={onClose} />}
    </div>
  )
}

function WebhookFacts({ place, webhook }: Omit<WebhookPageProps, 'onClose'>) {
  const { url, events, failing_since, former_secret_until, created_at } = webhook
  const words: Readonly<Record<string, string>> = webhookEventsOf[place.kind]
  return (
    <Facts>
      <Fact name={t`State`}>
        <WebhookStatus of={webhook} />
        {failing_since !== null && t` since ${formatMoment(failing_since)}`}
      </Fact>
      <Fact name={t`Address`}>{url}</Fact>
      <Fact name={t`Sends`}>
        <ul>
          {events.map((event) => (
            <li key={event}>{words[event] ?? event}</li>
          ))}
        </ul>
      </Fact>
      {former_secret_until !== null && (
        <Fact
          name={t`Secrets`}
        >{t`Both the new one and the one before, until ${formatMoment(former_secret_until)}`}</Fact>
      )}
      <Fact name={t`Added`}>{formatMoment(created_at)}</Fact>
    </Facts>
  )
}

/** Off and on again is undone by the same button. */
function Switch({ place, webhook: { id, url, status } }: Omit<WebhookPageProps, 'onClose'>) {
  const { ask, busy } = useCall(webhookCalls[place.kind].change)
  const isOn = status === 'on'
  const turn = async () => {
    try {
      await ask({ id: place.id, webhookId: id, status: isOn ? 'off' : 'on' })
      toast.success(
        isOn
          ? t`${hostOf(url)} is told nothing from now on. What happens is kept for 30 days.`
          : t`${hostOf(url)} is told what happens from now on.`,
      )
    } catch (error) {
      toast.failure(error)
    }
  }
  return (
    <Button busy={busy} busyLabel={isOn ? t`Switching off..` : t`Switching on..`} onClick={() => void turn()}>
      {isOn ? t`Switch off` : t`Switch on`}
    </Button>
  )
}

interface RemoveWebhookProps extends WebhookPageProps {
  onRemoved: () => void
}

function RemoveWebhook({ place, webhook: { id, url }, onClose, onRemoved }: RemoveWebhookProps) {
  const { ask } = useCall(webhookCalls[place.kind].remove)
  const remove = async () => {
    // One that is gone already is what was wanted.
    await lettingGo(id, () => ask({ id: place.id, webhookId: id })).catch((error: unknown) => {
      if (!isNotFound(error)) throw error
    })
    toast.success(t`The webhook to ${hostOf(url)} was removed.`)
    flushSync(onClose)
    onRemoved()
  }
  return (
    <ConfirmDialog confirm={t`Remove`} busy={t`Removing..`} danger onConfirm={remove} onCancel={onClose}>
      <p>{rich`${(<strong>{hostOf(url)}</strong>)} is told nothing any more, and the log of what it was sent is gone. This cannot be undone.`}</p>
    </ConfirmDialog>
  )
}
