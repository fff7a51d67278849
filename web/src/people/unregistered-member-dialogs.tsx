import { t } from '@byre/contract/words'
import { UnregisteredName } from '@byre/contract/people/unregistered-members'
import { call } from '../lib/api.ts'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { FormShell } from '../ui/forms/form-shell.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { InviteForm } from './invite-form.tsx'
import type { AboutMember } from './place.ts'
import { nameOf } from './member-names.ts'
import { unregisteredMemberCalls } from './place.ts'

/* What is done with someone on the list by name. */

export function RenameUnregisteredMember({ subject, member, onClose }: AboutMember) {
  if (subject.kind === 'billing_entity') return null
  const { rename } = unregisteredMemberCalls[subject.kind]
  return (
    <Dialog title={t`Rename ${nameOf(member)}`} onClose={onClose}>
      <FormShell
        schema={UnregisteredName}
        defaults={{ name: nameOf(member) }}
        send={({ name }) => call(rename, { id: subject.id, handId: member.id, name })}
        onDone={onClose}
        submit={t`Rename`}
        busy={t`Renaming..`}
        guard={false}
        notice={false}
      >
        <TextField name="name" label={t`Name`} autoComplete="off" />
      </FormShell>
    </Dialog>
  )
}

export function InviteUnregisteredMember({ subject, member, onClose }: AboutMember) {
  const name = nameOf(member)
  return (
    <Dialog title={t`Invite ${name} to join`} onClose={onClose}>
      <p>{t`Whoever accepts takes the place of ${name} on the list.`}</p>
      <InviteForm subject={subject} handId={member.id} onSent={onClose} />
    </Dialog>
  )
}
