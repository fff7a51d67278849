import type { TimelineEvent } from '@byre/contract/herd/animals'
import type { HerdEvent } from '@byre/contract/herd/events'
import { line } from '@byre/contract/herd/fields'
import { recordEvents } from '@byre/contract/herd/records'
import { useId, useRef, useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useAppCommand } from '../asks.ts'
import { useMe } from '../me.ts'
import { useDiscarding } from '../recording/discarding.tsx'
import { takingBack } from './again.ts'
import { eventWords } from './event-words.ts'

interface TakeBackProps {
  event: TimelineEvent
  /** Records it again. */
  onUndo: () => void
  onClose: () => void
}

/** Asks why, and takes an event back: it stays where it is, struck through. */
export function TakeBack({ event, onUndo, onClose }: TakeBackProps) {
  const id = useId()
  const { unit } = useMe()
  const { send, busy } = useAppCommand(recordEvents, {})
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const { leave, question } = useDiscarding(
    { isDirty: reason !== '', isBusy: busy },
    'What you typed here is lost.',
  )
  const field = useRef<HTMLInputElement>(null)
  /** By its reason: sent again after a lost answer it is the same event. */
  const made = useRef(new Map<string, HerdEvent>())

  const takeBack = async () => {
    const said = reason.normalize('NFC').trim()
    const judged = line('A reason').safeParse(said)
    if (!judged.success) {
      setProblem(said === '' ? 'Please say why.' : (judged.error.issues[0]?.message ?? null))
      field.current?.focus()
      return
    }
    const taken = made.current.get(said) ?? takingBack(event, said)
    made.current.set(said, taken)
    await send({ events: [taken] })
    toast.success('Taken back.', event.head === 1 ? onUndo : undefined)
    onClose()
  }

  return (
    <>
      <ConfirmDialog
        title="Take this back?"
        confirm="Take back"
        busy="Taking back.."
        danger
        onConfirm={takeBack}
        onCancel={() => leave(onClose)}
      >
        <div className="stack">
          <p>
            {eventWords(event, unit).title}.{' '}
            {event.kind === 'feed_started' &&
              'It was fed to the whole pen, and is taken back for all of it. '}
            {event.head > 1 && `It was recorded of ${event.head} animals, and is taken back of all of them. `}
            It stays in sight, struck through, and what followed from it is worked out again.
          </p>
          <div className="field" data-invalid={problem !== null}>
            <label className="label" htmlFor={id}>
              Why?
            </label>
            <input
              ref={field}
              id={id}
              className="input"
              value={reason}
              maxLength={200}
              aria-invalid={problem !== null}
              aria-describedby={problem ? `${id}-error` : undefined}
              onChange={({ target }) => {
                setProblem(null)
                setReason(target.value)
              }}
            />
            {problem && (
              <p id={`${id}-error`} className="field-error" role="alert">
                {problem}
              </p>
            )}
          </div>
        </div>
      </ConfirmDialog>
      {question}
    </>
  )
}
