/*
 * Settle  by (which event does it) · label? (of its button, where several look alike)     a button, and a dialog that asks for a line
 */
import type { HerdEvent } from '@byre/contract/herd/events'
import { line } from '@byre/contract/herd/fields'
import { recordEvents } from '@byre/contract/herd/records'
import { useId, useRef, useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useAppCommand } from '../asks.ts'
import { useDiscarding } from '../recording/discarding.tsx'
import { nextEvent } from '../recording/ids.ts'

/** What settles, of one animal and one event. */
type Settling =
  | { kind: 'noted'; animal: string; finding: string; event: string }
  | { kind: 'hold_lifted' | 'course_closed'; animal: string; event: string }

const words = {
  noted: { does: 'It is right as it is', title: 'Is it right as it is?', ask: 'What did you find?' },
  hold_lifted: { does: 'Lift the hold', title: 'Lift this hold?', ask: 'Why may it go now?' },
  course_closed: { does: 'Close the course', title: 'Close this course?', ask: 'Why is it over?' },
} as const

interface Words {
  does: string
  title: string
  ask: string
}

/** Of findings that are not looked at alone: somebody must have done something. */
const notedOf: Readonly<Record<string, Words>> = {
  'late truth': {
    does: 'They were told',
    title: 'Have they been told?',
    ask: 'Whom did you tell, and when?',
  },
  'no approved tag': { does: 'It needs none', title: 'Does it need no tag?', ask: 'Why not?' },
  'tag to retire': { does: 'Retired', title: 'Has the number been retired?', ask: 'When, and by whom?' },
  'tag to cross-reference': {
    does: 'Reported',
    title: 'Has the new number been reported?',
    ask: 'When, and by whom?',
  },
  'unread head': { does: 'They were found', title: 'Were they found?', ask: 'Which animals were they?' },
  'possible double entry': { does: 'Both were given', title: 'Were both given?', ask: 'What did you find?' },
}

const wordsOf = (by: Settling): Words =>
  (by.kind === 'noted' ? notedOf[by.finding] : undefined) ?? words[by.kind]

interface SettleProps {
  by: Settling
  label?: string
}

export function Settle({ by, label }: SettleProps) {
  const [isOpen, setOpen] = useState(false)
  const { does } = wordsOf(by)
  return (
    <>
      <Button aria-label={label && `${does}: ${label}`} onClick={() => setOpen(true)}>
        {does}
      </Button>
      {isOpen && <SettleDialog by={by} onClose={() => setOpen(false)} />}
    </>
  )
}

/** It is of when it arrives. */
function eventOf(by: Settling, said: string): HerdEvent {
  const body =
    by.kind === 'noted'
      ? { text: said, settles: { finding: by.finding, event: by.event } }
      : { [by.kind === 'hold_lifted' ? 'hold' : 'course']: by.event, reason: said }
  const event = { ...nextEvent(), kind: by.kind, v: 1, precision: 'not_after', animals: [by.animal], body }
  return event as unknown as HerdEvent
}

function SettleDialog({ by, onClose }: { by: Settling; onClose: () => void }) {
  const id = useId()
  const { send, busy } = useAppCommand(recordEvents, {})
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const { leave, question } = useDiscarding(
    { isDirty: text !== '', isBusy: busy },
    'What you typed here is lost.',
  )
  const field = useRef<HTMLInputElement>(null)
  /** By what is said: sent again after a lost answer it is the same event. */
  const made = useRef(new Map<string, HerdEvent>())
  const { title, ask, does } = wordsOf(by)

  const settle = async () => {
    const said = text.normalize('NFC').trim()
    const judged = line('This').safeParse(said)
    if (!judged.success) {
      setProblem(said === '' ? 'Please say it in a few words.' : (judged.error.issues[0]?.message ?? null))
      field.current?.focus()
      return
    }
    const event = made.current.get(said) ?? eventOf(by, said)
    made.current.set(said, event)
    await send({ events: [event] })
    toast.success('Recorded.')
    onClose()
  }

  return (
    <>
      <ConfirmDialog
        title={title}
        confirm={does}
        busy="Recording.."
        onConfirm={settle}
        onCancel={() => leave(onClose)}
      >
        <div className="field" data-invalid={problem !== null}>
          <label className="label" htmlFor={id}>
            {ask}
          </label>
          <input
            ref={field}
            id={id}
            className="input"
            value={text}
            maxLength={200}
            aria-invalid={problem !== null}
            aria-describedby={problem ? `${id}-error` : undefined}
            onChange={({ target }) => {
              setProblem(null)
              setText(target.value)
            }}
          />
          {problem && (
            <p id={`${id}-error`} className="field-error" role="alert">
              {problem}
            </p>
          )}
        </div>
      </ConfirmDialog>
      {question}
    </>
  )
}
