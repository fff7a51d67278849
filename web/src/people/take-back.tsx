import { t } from '@byre/contract/words'
import { rich } from '../ui/rich.tsx'
import { toast } from '../lib/toast.ts'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { unlessGone } from './command-results.ts'
import { invitesOf, type SentInvite } from './place-invites.ts'
import type { PeopledSubject } from './place.ts'

interface TakeBackProps {
  subject: PeopledSubject
  invite: Pick<SentInvite, 'id' | 'email' | 'role'>
  onClose: () => void
}

export function TakeBack({ subject, invite, onClose }: TakeBackProps) {
  const takeBack = async () => {
    const invites = invitesOf(subject)
    await unlessGone(invites.revoke(invite.id))
    const undo = () =>
      void invites
        .reopen(invite.id, invite.role)
        .then(() => toast.success(t`The invite to ${invite.email} is open again.`), toast.failure)
    toast.success(t`The invite to ${invite.email} was taken back.`, undo)
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
      <p>{rich`The invite to ${(<strong>{invite.email}</strong>)} will be taken back: its link will stop working.`}</p>
    </ConfirmDialog>
  )
}
