import { t } from '@byre/contract/words'
import type { KeyboardEvent } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { useOnline } from '../../lib/online.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../button.tsx'
import type { Memory } from './form-memory.ts'
import type { Texts } from './form-schema.ts'
import { useProblems } from './missing-notice.tsx'

/** Waits for what is missing, which the notice names, and for the connection, which `WhileOffline` does. */
export function SubmitButton({
  isBeside,
  busy,
  busyLabel,
  children,
}: {
  isBeside: boolean | undefined
  busy: boolean
  busyLabel: string
  children: string
}) {
  const waits = useProblems().size > 0
  const online = useOnline()
  return (
    <Button
      type="submit"
      kind={isBeside ? 'plain' : 'primary'}
      disabled={(waits || !online) && !busy}
      busy={busy}
      busyLabel={busyLabel}
    >
      {children}
    </Button>
  )
}

export function WhileOffline() {
  const online = useOnline()
  return (
    <p role="status" className={online ? 'unseen' : 'hint'}>
      {!online && t`You are offline. What you typed stays here, and can be sent when you are back.`}
    </p>
  )
}

/** The final check before sending says its first message as an alert (specification 7.2). */
export function sayFirst(errors: FieldErrors<Texts>) {
  const first = Object.values(errors)[0]?.message
  if (first) toast.error(first)
}

/** Enter in a form that cannot be sent yet says why, instead of doing nothing. */
export function showProblemsOnEnter(event: KeyboardEvent, memory: Memory, show: () => void) {
  const inField = event.target instanceof HTMLInputElement && event.target.type !== 'radio'
  if (event.key === 'Enter' && inField && memory.problems.size > 0) {
    event.preventDefault()
    show()
  }
}
