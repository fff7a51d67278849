import type { TimelineEvent } from '@byre/contract/herd/animals'
import type { AnimalCard } from '@byre/contract/herd/cards'
import type { HerdEvent } from '@byre/contract/herd/events'
import { recordEvents } from '@byre/contract/herd/records'
import { IconArrowBackUp, IconDots, IconNote, IconPencil, IconRepeat } from '@tabler/icons-react'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { clock } from '../../lib/clock.ts'
import { toast } from '../../lib/toast.ts'
import { Menu, MenuItem } from '../../ui/dialogs/menu.tsx'
import { useKeptFocus } from '../../ui/kept-focus.ts'
import { useAppCommand } from '../asks.ts'
import { useMe } from '../me.ts'
import { calendarDay, shortDay, shortMoment, useZone } from '../times.ts'
import { recordedAgain } from './again.ts'
import { isCorrectable } from './correctable.ts'
import { eventAnchor } from './event-link.tsx'
import { mayCorrect, mayRecordAgain, mayTakeBack } from './event-rights.ts'
import { eventIcons, eventWords, whoDid } from './event-words.ts'
import { KeysetPages } from './keyset-pages.tsx'

const TakeBack = lazy(async () => ({ default: (await import('./take-back.tsx')).TakeBack }))
const Correct = lazy(async () => ({ default: (await import('./correct.tsx')).Correct }))

interface TimelineProps {
  animal: AnimalCard
  /** The latest first. */
  events: readonly TimelineEvent[]
  before: readonly string[]
  next: string | null
  onTurn: (pages: readonly string[]) => void
}

type Asking = { what: 'take back' | 'correct'; event: TimelineEvent }

/** All that was recorded of an animal: what was taken back stays, struck through, with why. */
export function Timeline({ animal, events, before, next, onTurn }: TimelineProps) {
  const titleId = useId()
  const [asking, setAsking] = useState<Asking | null>(null)
  const list = useKeptFocus<HTMLOListElement>()
  const recordAgain = useRecordAgain(animal.id)
  const close = () => setAsking(null)
  return (
    <section className="stack" aria-labelledby={titleId}>
      <h2 id={titleId}>History</h2>
      <ol className="timeline" ref={list} tabIndex={-1}>
        {events.map((event) => (
          <Happened
            key={event.id}
            event={event}
            onTakeBack={() => setAsking({ what: 'take back', event })}
            onCorrect={() => setAsking({ what: 'correct', event })}
            onAgain={() => void recordAgain(event)}
          />
        ))}
      </ol>
      <KeysetPages of="history" words={['Newer', 'Older']} before={before} next={next} onTurn={onTurn} />
      {asking && (
        <Suspense>
          {asking.what === 'take back' ? (
            <TakeBack event={asking.event} onUndo={() => void recordAgain(asking.event)} onClose={close} />
          ) : (
            <Correct event={asking.event} animal={animal.id} onClose={close} />
          )}
        </Suspense>
      )}
    </section>
  )
}

/** Nothing takes back what was taken back: it is recorded once more, and by the same name if it must be sent again. */
function useRecordAgain(animal: string) {
  const { send } = useAppCommand(recordEvents, {})
  const made = useRef(new Map<string, HerdEvent>())
  const sending = useRef(false)
  return async (event: TimelineEvent) => {
    if (sending.current) return
    sending.current = true
    const again = made.current.get(event.id) ?? recordedAgain(event, animal)
    made.current.set(event.id, again)
    try {
      await send({ events: [again] })
      made.current.delete(event.id)
      toast.success('Recorded again.')
    } catch (error) {
      toast.failure(error)
    } finally {
      sending.current = false
    }
  }
}

interface HappenedProps {
  event: TimelineEvent
  onTakeBack: () => void
  onCorrect: () => void
  onAgain: () => void
}

function Happened({ event, onTakeBack, onCorrect, onAgain }: HappenedProps) {
  const me = useMe()
  const { title, details } = eventWords(event, me.unit)
  const Picture = eventIcons[event.kind] ?? IconNote
  const isVoided = event.voided !== null
  const may = {
    takeBack: mayTakeBack(event, me, clock.now()),
    correct: mayCorrect(event, me, clock.now()) && isCorrectable(event.kind),
    again: mayRecordAgain(event, me),
  }
  return (
    <li id={eventAnchor(event.id)} className="happened" data-void={isVoided}>
      <Picture size={20} aria-hidden />
      <div className="happened-words">
        <h3>{isVoided ? <del>{title}</del> : title}</h3>
        <When event={event} />
        {details.map((line) => (
          <p key={line}>{isVoided ? <del>{line}</del> : line}</p>
        ))}
        {isVoided && <p className="happened-void">Taken back: {event.voided}</p>}
      </div>
      {(may.takeBack || may.correct || may.again) && (
        <Menu label={`What to do with: ${title}`} face={<IconDots size={20} aria-hidden />}>
          {may.correct && (
            <MenuItem icon={IconPencil} onChoose={onCorrect}>
              Correct
            </MenuItem>
          )}
          {may.takeBack && (
            <MenuItem icon={IconArrowBackUp} onChoose={onTakeBack}>
              Take back
            </MenuItem>
          )}
          {may.again && (
            <MenuItem icon={IconRepeat} onChoose={onAgain}>
              Record again
            </MenuItem>
          )}
        </Menu>
      )}
    </li>
  )
}

const lateMs = 24 * 3_600_000

/** When it was by the site's clock, who did it, and when it was recorded where that was a day or more later. */
function When({ event }: { event: TimelineEvent }) {
  const zone = useZone()
  const { at, precision, day, received_at: received } = event
  const isLate = Date.parse(received) - Date.parse(at) >= lateMs
  return (
    <p className="soft happened-when">
      {precision === 'day' && day !== undefined ? calendarDay(day) : shortMoment(at, zone)}
      {` · ${whoDid(event)}`}
      {isLate && ` · recorded ${shortDay(received, zone)}`}
    </p>
  )
}
