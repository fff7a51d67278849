import { t } from '@byre/contract/words'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { UnregisteredName } from '@byre/contract/people/unregistered-members'
import { toast } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { FormShell } from '../ui/forms/form-shell.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { unregisteredMemberCalls } from './place.ts'

/** Someone without an address of their own, such as a seasonal hand. */
export function AddUnregisteredMember({ kind, placeId }: { kind: 'site' | 'clinic'; placeId: string }) {
  const [open, setOpen] = useState(false)
  const { ask } = useCall(unregisteredMemberCalls[kind].add)
  return (
    <div>
      <Button icon={IconPlus} onClick={() => setOpen(true)}>{t`Add someone by name`}</Button>
      {open && (
        <Dialog title={t`Add someone by name`} onClose={() => setOpen(false)}>
          <p>{t`For someone without an e-mail address. You can invite them to join later.`}</p>
          <FormShell
            schema={UnregisteredName}
            defaults={{ name: '' }}
            send={({ name }) => ask({ id: placeId, name })}
            onDone={(_, { name }) => {
              toast.success(t`${name} is on the list.`)
              setOpen(false)
            }}
            submit={t`Add`}
            busy={t`Adding..`}
            guard={false}
            notice={false}
          >
            <TextField name="name" label={t`Name`} autoComplete="off" />
          </FormShell>
        </Dialog>
      )}
    </div>
  )
}
