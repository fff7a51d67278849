import { t } from '@byre/contract/words'
import { rich } from '../ui/rich.tsx'
import { flushSync } from 'react-dom'
import { focusTitle } from '../ui/dialogs/focus-title.ts'
import { isNotFound } from '../lib/refusal.ts'
import { toast } from '../lib/toast.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'

/** Closes the dialog; what had focus may be gone. */
export function leaveBy(close: () => void): void {
  flushSync(close)
  focusTitle()
}

/** A key that was made, and its text, which is shown this once. */
export interface MadeKey {
  name: string
  text: string
}

export function KeepApiKey({ name, text, onDone }: MadeKey & { onDone: () => void }) {
  return (
    <Dialog title={t`Copy your key now`} onClose={onDone}>
      <p>{rich`The key ${(<strong>{name}</strong>)} is shown only now. Keep it as you keep a password: whoever has it can do what it may do.`}</p>
      <div className="secret">
        <code>{text}</code>
        <CopyButton text={text} label={t`Copy the key`} />
      </div>
      <div className="form-buttons">
        <Button kind="primary" onClick={onDone}>{t`I have copied it`}</Button>
      </div>
    </Dialog>
  )
}

interface RevokeKeyProps {
  name: string
  revoke: () => Promise<unknown>
  onClose: () => void
}

export function RevokeKey({ name, revoke, onClose }: RevokeKeyProps) {
  const confirm = async () => {
    // One that is gone already is what was wanted.
    await revoke().catch((error: unknown) => {
      if (!isNotFound(error)) throw error
    })
    toast.success(t`${name} was revoked.`)
    leaveBy(onClose)
  }
  return (
    <ConfirmDialog confirm={t`Revoke`} busy={t`Revoking..`} danger onConfirm={confirm} onCancel={onClose}>
      <p>{rich`Programs that use ${(<strong>{name}</strong>)} are refused from now on. This cannot be undone.`}</p>
    </ConfirmDialog>
  )
}
