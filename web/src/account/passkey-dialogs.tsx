import { t } from '@byre/contract/words'
import { rich } from '../ui/rich.tsx'
import {
  addPasskey,
  beginPasskey,
  PasskeyName,
  removePasskey,
  renamePasskey,
  type Passkey,
  passkeyLimits,
} from '@byre/contract/accounts/second-factors'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { makePasskey } from '../lib/passkey.ts'
import { askAgain } from '../lib/query.ts'
import { isNotFound } from '../lib/refusal.ts'
import { toast } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { FormShell } from '../ui/forms/form-shell.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { BackupCodes } from './backup-codes.tsx'
import { focusTitle } from '../ui/dialogs/focus-title.ts'

/** Names the passkey, has the browser make it, and shows the backup codes that come with the first factor. */
export function AddPasskey({ onClose }: { onClose: () => void }) {
  const beginning = useCall(beginPasskey)
  const adding = useCall(addPasskey)
  const [codes, setCodes] = useState<readonly string[] | null>(null)

  const add = async ({ name }: { name: string }) => {
    const passkey = await makePasskey(await beginning.ask({}))
    // Also where the answer was lost and the passkey is there.
    return adding.ask({ name, passkey }).finally(askAgain)
  }
  const leave = () => {
    flushSync(onClose)
    focusTitle()
  }
  if (codes) return <BackupCodes codes={codes} onDone={leave} />
  return (
    <Dialog title={t`Add a passkey`} onClose={onClose}>
      <FormShell
        schema={PasskeyName}
        defaults={{ name: '' }}
        send={add}
        onDone={({ passkey, backup_codes }) => {
          toast.success(t`${passkey.name} was added.`)
          if (backup_codes) setCodes(backup_codes)
          else leave()
        }}
        submit={t`Add`}
        busy={t`Adding..`}
        guard={false}
        notice={false}
        aside={<Button onClick={onClose}>{t`Cancel`}</Button>}
      >
        <NameField />
      </FormShell>
    </Dialog>
  )
}

const NameField = () => (
  <TextField
    name="name"
    label={t`Name`}
    hint={t`So that you can tell it apart: 'Phone', or 'Blue key'. Your browser then asks where to save it.`}
    maxLength={passkeyLimits.name}
  />
)

interface PasskeyProps {
  passkey: Passkey
  onClose: () => void
}

export function RenamePasskey({ passkey: { id, name }, onClose }: PasskeyProps) {
  const { ask } = useCall(renamePasskey)
  return (
    <Dialog title={t`Rename a passkey`} onClose={onClose}>
      <FormShell
        schema={PasskeyName}
        defaults={{ name }}
        send={({ name }) => ask({ id, name })}
        onDone={onClose}
        submit={t`Rename`}
        busy={t`Renaming..`}
        guard={false}
        notice={false}
        aside={<Button onClick={onClose}>{t`Cancel`}</Button>}
      >
        <TextField name="name" label={t`Name`} maxLength={passkeyLimits.name} />
      </FormShell>
    </Dialog>
  )
}

export function RemovePasskey({ passkey: { id, name }, onClose }: PasskeyProps) {
  const { ask } = useCall(removePasskey)
  const remove = async () => {
    // One that is gone already is what was wanted.
    await ask({ id }).catch((error: unknown) => {
      if (!isNotFound(error)) throw error
    })
    toast.success(t`${name} was removed.`)
    flushSync(onClose)
    focusTitle()
  }
  return (
    <ConfirmDialog confirm={t`Remove`} busy={t`Removing..`} danger onConfirm={remove} onCancel={onClose}>
      <p>{rich`${(<strong>{name}</strong>)} will no longer sign you in. Your device may keep it; you can delete it there.`}</p>
    </ConfirmDialog>
  )
}
