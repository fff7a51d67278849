import { t } from '@byre/contract/words'
import { lazy, Suspense, useEffect, type RefObject } from 'react'
import { currentSession } from '../../lib/session.ts'
import { useWayGuard } from '../../lib/way-guard.ts'

const fetchDialog = () => import('../dialogs/confirm-dialog.tsx')
const ConfirmDialog = lazy(async () => ({ default: (await fetchDialog()).ConfirmDialog }))

interface GuardProps {
  when: boolean
  /** True from the moment the form was taken: what follows is its own way on, not a loss. */
  sent: RefObject<boolean>
  onDiscard: () => void
}

/**
 * Asks 'Discard changes?' before a changed form is left, within the app by a dialog and out of it by
 * the browser's own question. A session that ended elsewhere is never held up: the draft is kept.
 */
export function DiscardGuard({ when, sent, onDiscard }: GuardProps) {
  const held = useWayGuard(
    ({ from, to }) => when && !sent.current && from !== to && currentSession() !== null,
  )

  useEffect(() => {
    if (!when) return
    // Fetched while the form is being filled in, so that it is there even without a network.
    void fetchDialog()
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [when])

  return (
    <Suspense>
      {held && (
        <ConfirmDialog
          title={t`Discard changes?`}
          confirm={t`OK`}
          danger
          onCancel={held.stay}
          onConfirm={() => {
            onDiscard()
            held.goOn()
          }}
        >{t`You might have unsaved changes. You will lose these changes if you continue.`}</ConfirmDialog>
      )}
    </Suspense>
  )
}
