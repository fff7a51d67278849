import { t } from '@byre/contract/words'
import { beginTotp, confirmTotp, ConfirmTotp, removeTotp } from '@byre/contract/accounts/second-factors'
import type { ReplyOf } from '@byre/contract/endpoint'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { askAgain } from '../lib/query.ts'
import { toast } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { Button } from '../ui/button.tsx'
import { CodeField } from '../ui/forms/code-field.tsx'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { FormShell } from '../ui/forms/form-shell.tsx'
import { BackupCodes } from './backup-codes.tsx'
import { focusTitle } from '../ui/dialogs/focus-title.ts'
import { QrCode } from './qr-code.tsx'

type Begun = ReplyOf<typeof beginTotp>

export function SetUpTotp({ onUnderWay }: { onUnderWay: (isUnderWay: boolean) => void }) {
  const beginning = useCall(beginTotp)
  const [begun, setBegun] = useState<Begun | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)

  const begin = async () => {
    try {
      setBegun(await beginning.ask({}))
      onUnderWay(true)
    } catch (error) {
      toast.failure(error)
    }
  }
  const leave = () => {
    const isSetUp = codes !== null
    flushSync(() => {
      setBegun(null)
      setCodes(null)
      onUnderWay(false)
    })
    if (!isSetUp) return
    askAgain()
    focusTitle()
  }
  const confirmed = (codes: readonly string[] | null) => {
    toast.success(t`Your authenticator app is set up.`)
    if (codes) return setCodes(codes)
    flushSync(() => {
      setBegun(null)
      onUnderWay(false)
    })
    askAgain()
    focusTitle()
  }
  return (
    <>
      <Button
        busy={beginning.busy}
        busyLabel={t`Preparing..`}
        onClick={() => void begin()}
      >{t`Set up an app`}</Button>
      {begun && !codes && <ConfirmApp begun={begun} onConfirmed={confirmed} onClose={leave} />}
      {codes && <BackupCodes codes={codes} onDone={leave} />}
    </>
  )
}

interface ConfirmAppProps {
  begun: Begun
  onConfirmed: (codes: readonly string[] | null) => void
  onClose: () => void
}

function ConfirmApp({ begun: { secret, uri }, onConfirmed, onClose }: ConfirmAppProps) {
  const { ask } = useCall(confirmTotp)
  const entry = useRef<HTMLDivElement>(null)
  useEffect(() => entry.current?.querySelector('input')?.focus(), [])
  return (
    <Dialog title={t`Set up an authenticator app`} onClose={onClose}>
      <p>{t`Scan this with your app, such as Google Authenticator, 1Password or Aegis. Then enter the code it shows.`}</p>
      <QrCode text={uri} label={t`QR picture for your authenticator app`} />
      <p>{t`Or type this secret into the app:`}</p>
      <div className="secret">
        <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
        <CopyButton text={secret} label={t`Copy the secret`} />
      </div>
      <div ref={entry}>
        <FormShell
          schema={ConfirmTotp}
          defaults={{ code: '' }}
          send={ask}
          onDone={({ backup_codes }) => onConfirmed(backup_codes)}
          submit={t`Confirm`}
          busy={t`Confirming..`}
          guard={false}
          notice={false}
          aside={<Button onClick={onClose}>{t`Cancel`}</Button>}
        >
          <CodeField name="code" label={t`Code from the app`} sendsWhenFull />
        </FormShell>
      </div>
    </Dialog>
  )
}

export function RemoveTotp() {
  const { ask } = useCall(removeTotp)
  const [isConfirming, setIsConfirming] = useState(false)
  const remove = async () => {
    await ask({})
    toast.success(t`Your authenticator app was removed.`)
    flushSync(() => setIsConfirming(false))
    focusTitle()
  }
  return (
    <>
      <Button onClick={() => setIsConfirming(true)}>{t`Remove the app`}</Button>
      {isConfirming && (
        <ConfirmDialog
          confirm={t`Remove`}
          busy={t`Removing..`}
          danger
          onConfirm={remove}
          onCancel={() => setIsConfirming(false)}
        >
          <p>{t`You will no longer be asked for a code from your authenticator app. Without a passkey, your backup codes stop working, too, and your password alone signs you in.`}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
