import { t } from '@byre/contract/words'
import { webhookLimits } from '@byre/contract/limits'
import type { SubjectKind } from '@byre/contract/subject-kinds'
import { webhookEventsOf } from '@byre/contract/webhook-events'
import type { Webhook } from '@byre/contract/webhooks'
import { useId, useState } from 'react'
import { askAgain } from '../lib/query.ts'
import { toast } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { CheckBox } from '../ui/forms/check-box.tsx'
import { useField } from '../ui/forms/field.tsx'
import { FormShell } from '../ui/forms/form-shell.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { webhookCalls, type WebhookPlace } from './webhook-calls.ts'
import { KeepSecret } from './webhook-secret.tsx'
import { hostOf } from './webhook-words.tsx'

interface WebhookFormProps {
  place: WebhookPlace
  /** Null: a new one, whose secret is shown this once. */
  webhook: Webhook | null
  onClose: () => void
}

export function WebhookForm({ place, webhook, onClose }: WebhookFormProps) {
  const calls = webhookCalls[place.kind]
  const { ask: add } = useCall(calls.add)
  const { ask: change } = useCall(calls.change)
  const [secret, setSecret] = useState<string | null>(null)
  if (secret !== null) return <KeepSecret secret={secret} onDone={onClose} />
  const all = Object.keys(webhookEventsOf[place.kind])
  return (
    <Dialog title={webhook ? t`Change this webhook` : t`Add a webhook`} onClose={onClose}>
      <FormShell
        schema={calls.add.body}
        defaults={{ url: webhook?.url ?? '', events: (webhook?.events ?? all).join(',') }}
        send={async ({ url, events }) => {
          if (webhook) {
            await change({ id: place.id, webhookId: webhook.id, url, events })
            return null
          }
          // Also where the answer was lost and the webhook is there.
          return (await add({ id: place.id, url, events }).finally(askAgain)).secret
        }}
        onDone={(secret, { url }) => {
          if (secret !== null) return setSecret(secret)
          toast.success(t`The webhook to ${hostOf(url)} was changed.`)
          onClose()
        }}
        submit={webhook ? t`Save` : t`Add the webhook`}
        busy={webhook ? t`Saving..` : t`Adding the webhook..`}
        guard={false}
        aside={<Button onClick={onClose}>{t`Cancel`}</Button>}
      >
        <TextField
          name="url"
          label={t`Address`}
          type="url"
          hint={t`Where your program listens: https, and open to the internet.`}
          maxLength={webhookLimits.urlLength}
        />
        <EventsField kind={place.kind} />
      </FormShell>
    </Dialog>
  )
}

/** Which events are sent, as the call takes them: with commas between. */
function EventsField({ kind }: { kind: SubjectKind }) {
  const label = t`What to send`
  const field = useField({ name: 'events', label })
  const id = useId()
  const chosen = field.value.split(',').filter(Boolean)
  const turn = (event: string, isOn: boolean) =>
    field.onChange((isOn ? [...chosen, event] : chosen.filter((other) => other !== event)).join(','))
  return (
    <fieldset className="field" aria-describedby={field.error && `${id}-error`}>
      <legend className="label">{label}</legend>
      {Object.entries<string>(webhookEventsOf[kind]).map(([event, words], at) => (
        <CheckBox
          key={event}
          ref={at === 0 ? field.ref : undefined}
          isOn={chosen.includes(event)}
          onTurn={(isOn) => turn(event, isOn)}
          onBlur={field.onBlur}
        >
          {words} <code className="soft">{event}</code>
        </CheckBox>
      ))}
      {field.error && (
        <p id={`${id}-error`} className="field-error">
          {field.error}
        </p>
      )}
    </fieldset>
  )
}
