import { useEffect, type RefObject } from 'react'
import { currentSession } from '../../lib/session.ts'
import { useWayGuard } from '../../lib/way-guard.ts'
import { dialogIn } from '../fetched/dialog-in.tsx'

const fetchDialog = async () => (await import('./discard-dialog.tsx')).DiscardDialog
const DiscardDialog = dialogIn(fetchDialog)

interface GuardProps {
  when: boolean
  /** True from the moment the form was taken: what follows is its own way on, not a loss. */
  sent: RefObject<boolean>
  onDiscard: () => void
}

/**
 * Asks 'Discard changes?' before a changed form is left, within the app by a dialog and out of it by
 * the browser's own question. Where the dialog cannot be fetched nobody leaves. A session that ended elsewhere is never held up: the draft is kept.
 */
export function DiscardGuard({ when, sent, onDiscard }: GuardProps) {
  const held = useWayGuard(
    ({ from, to }) => when && !sent.current && from !== to && currentSession() !== null,
  )

  useEffect(() => {
    if (!when) return
    // Fetched while the form is being filled in, so that it is there even without a network.
    fetchDialog().catch(() => undefined)
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [when])

  if (!held) return null
  const goOn = () => {
    onDiscard()
    held.goOn()
  }
  return <DiscardDialog onClose={held.stay} onConfirm={goOn} />
}
