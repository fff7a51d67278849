import { t } from '@byre/contract/words'
import { rich } from '../ui/rich.tsx'
import { toast } from '../lib/toast.ts'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { unlessGone } from './command-results.ts'
import { invitedRole, nameOf } from './member-names.ts'
import { invitesOf } from './place-invites.ts'
import type { AboutMember } from './place.ts'

/** Of somebody who is invited. */
export function TakeBack({ subject, member, onClose }: AboutMember) {
  const { id } = member
  const email = member.email ?? nameOf(member)
  const takeBack = async () => {
    const invites = invitesOf(subject)
    await unlessGone(invites.revoke(id))
    const undo = () =>
      void invites
        .reopen(id, invitedRole(member))
        .then(() => toast.success(t`The invite to ${email} is open again.`), toast.failure)
    toast.success(t`The invite to ${email} was taken back.`, undo)
    onClose()
  }
  return (
    <ConfirmDialog
      confirm={t`Take back`}
      busy={t`Taking back..`}
      danger
      onConfirm={takeBack}
      onCancel={onClose}
    >
      <p>{rich`The invite to ${(<strong>{email}</strong>)} will be taken back: its link will stop working.`}</p>
    </ConfirmDialog>
  )
}
