import { plural, t } from '@byre/contract/words'
import type { Webhook } from '@byre/contract/webhooks'
import * as z from 'zod/mini'
import { clock } from '../lib/clock.ts'
import { toast } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { FormShell } from '../ui/forms/form-shell.tsx'
import { SelectField } from '../ui/forms/select-field.tsx'
import { webhookCalls, type WebhookPlace } from './webhook-calls.ts'

const spans = [
  { value: '1', label: t`The last hour` },
  { value: '24', label: t`The last 24 hours` },
  { value: '72', label: t`The last 3 days` },
  { value: '168', label: t`The last 7 days` },
  { value: '720', label: t`The last 30 days` },
]
const Since = z.object({ hours: z.string() })
const hourMs = 3_600_000

interface SendSinceProps {
  place: WebhookPlace
  webhook: Webhook
  onClose: () => void
}

/** The events of a time are sent once more, for a program that was away. */
export function SendSince({ place, webhook, onClose }: SendSinceProps) {
  const { ask } = useCall(webhookCalls[place.kind].send)
  return (
    <Dialog title={t`Send again`} onClose={onClose}>
      <p>{t`All events of that time are sent once more, oldest first, also those that arrived: at most 1,000 at once.`}</p>
      <FormShell
        schema={Since}
        defaults={{ hours: '24' }}
        send={({ hours }) => {
          const since = new Date(clock.now() - Number(hours) * hourMs).toISOString()
          return ask({ id: place.id, webhookId: webhook.id, since })
        }}
        onDone={({ sent }) => {
          toast.success(
            t`${plural(sent, { one: '# event is on its way again.', other: '# events are on their way again.' })}`,
          )
          onClose()
        }}
        submit={t`Send again`}
        busy={t`Sending..`}
        guard={false}
        aside={<Button onClick={onClose}>{t`Cancel`}</Button>}
      >
        <SelectField name="hours" label={t`Events from`} options={spans} />
      </FormShell>
    </Dialog>
  )
}
