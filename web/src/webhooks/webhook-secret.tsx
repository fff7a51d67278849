import { t } from '@byre/contract/words'
import type { Webhook } from '@byre/contract/webhooks'
import { useState } from 'react'
import { askAgain } from '../lib/query.ts'
import { useCall } from '../lib/use-call.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { webhookCalls, type WebhookPlace } from './webhook-calls.ts'

export function KeepSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <Dialog title={t`Copy the secret now`} onClose={onDone}>
      <p>{t`It is shown only now. Your program checks with it that a message came from us. Keep it as you keep a password.`}</p>
      <Facts>
        <Fact name={t`Secret`}>
          <code>{secret}</code>
        </Fact>
      </Facts>
      <div>
        <CopyButton text={secret} label={t`Copy the secret`} />
      </div>
      <div className="form-buttons">
        <Button kind="primary" onClick={onDone}>{t`I have copied it`}</Button>
      </div>
    </Dialog>
  )
}

interface RenewSecretProps {
  place: WebhookPlace
  webhook: Webhook
  onClose: () => void
}

/** Asks, then shows the new one. */
export function RenewSecret({ place, webhook, onClose }: RenewSecretProps) {
  const { ask } = useCall(webhookCalls[place.kind].renew)
  const [secret, setSecret] = useState<string | null>(null)
  if (secret !== null) return <KeepSecret secret={secret} onDone={onClose} />
  const renew = async () => {
    // Also where the answer was lost and the secret is another one.
    const renewed = await ask({ id: place.id, webhookId: webhook.id }).finally(askAgain)
    setSecret(renewed.secret)
  }
  return (
    <ConfirmDialog
      title={t`Make a new secret?`}
      confirm={t`Make a new secret`}
      busy={t`Making a new secret..`}
      onConfirm={renew}
      onCancel={onClose}
    >
      <p>{t`For 24 hours every message is signed with both, the new secret and the present one. Give your program the new one within that time.`}</p>
    </ConfirmDialog>
  )
}
