import { useEffect, useState, type ReactNode } from 'react'
import { useWayGuard } from '../../lib/way-guard.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'

export interface FormState {
  /** Something is typed that was not there when the form began. */
  isDirty: boolean
  /** It is being sent: what follows is its own way on, not a loss. */
  isBusy: boolean
}

/**
 * Asks 'Discard changes?' before a changed form is left: by closing its dialog, which goes by `leave`, by a link or Back, and
 * by the browser's own question where the page itself is left. `question` is to be drawn beside the form.
 */
export function useDiscarding(
  { isDirty, isBusy }: FormState,
  words: string,
): { leave: (go: () => void) => void; question: ReactNode } {
  const [asked, setAsked] = useState<{ go: () => void } | null>(null)
  const held = useWayGuard(({ from, to }) => isDirty && !isBusy && from !== to)
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isDirty])

  const leave = (go: () => void) => {
    if (isBusy) return
    if (isDirty) setAsked({ go })
    else go()
  }
  const question = (asked ?? held) && (
    <ConfirmDialog
      title="Discard changes?"
      confirm="Discard"
      danger
      onCancel={() => {
        setAsked(null)
        held?.stay()
      }}
      onConfirm={() => {
        setAsked(null)
        if (held) held.goOn()
        else asked?.go()
      }}
    >
      {words}
    </ConfirmDialog>
  )
  return { leave, question }
}
