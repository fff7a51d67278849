import { t } from '@byre/contract/words'
import { rich } from '../ui/rich.tsx'
import { useNavigate } from 'react-router'
import { call } from '../lib/api.ts'
import { askOn, lettingGo } from '../lib/query.ts'
import { useSession } from '../lib/session.ts'
import { toast } from '../lib/toast.ts'
import { goUnasked } from '../lib/way-guard.ts'
import { paths } from '../paths.ts'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { unlessGone } from './command-results.ts'
import { memberCalls, type PeopledSubject } from './place.ts'

/** Leaving a place oneself; its last Owner is told why that cannot be. */
export function Leave({ subject, onClose }: { subject: PeopledSubject; onClose: () => void }) {
  const navigate = useNavigate()
  const me = useSession()?.uuid ?? ''
  const leave = async () => {
    const isLeft = await lettingGo(subject.id, () =>
      unlessGone(call(memberCalls[subject.kind].remove, { id: subject.id, userId: me })),
    )
    if (!isLeft) {
      // Removed before: the page finds out and says so.
      askOn(subject.id)
      return onClose()
    }
    toast.success(t`You left ${subject.name}.`)
    goUnasked(() => void navigate(paths.home(), { replace: true }))
  }
  return (
    <ConfirmDialog confirm={t`Leave`} busy={t`Leaving..`} danger onConfirm={leave} onCancel={onClose}>
      <p>{rich`You will not see ${(<strong>{subject.name}</strong>)} any more, unless somebody invites you again.`}</p>
    </ConfirmDialog>
  )
}
