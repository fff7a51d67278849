import type { TimelineEvent } from '@byre/contract/herd/animals'
import type { AnimalCard } from '@byre/contract/herd/cards'
import type { HerdEvent } from '@byre/contract/herd/events'
import { recordEvents } from '@byre/contract/herd/records'
import { IconArrowBackUp, IconDots, IconNote, IconPencil, IconRepeat } from '@tabler/icons-react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { clock } from '../../lib/clock.ts'
import { wasLeftAt } from '../../lib/kept-scroll.ts'
import { toast } from '../../lib/toast.ts'
import { beyondPhone, useWidth } from '../../lib/width.ts'
import { Menu, MenuItem } from '../../ui/dialogs/menu.tsx'
import { useKeptFocus } from '../../ui/kept-focus.ts'
import { useAppCommand } from '../asks.ts'
import { dialogIn } from '../../ui/fetched/dialog-in.tsx'
import { FoldAway } from '../fold-away.tsx'
import { useMe } from '../me.ts'
import { calendarDay, shortDay, shortMoment, useZone } from '../times.ts'
import { recordedAgain } from './again.ts'
import { isCorrectable } from './correctable.ts'
import { eventAnchor, eventIn } from './event-link.tsx'
import { mayCorrect, mayRecordAgain, mayTakeBack } from './event-rights.ts'
import { eventIcons, eventWords, whoDid } from './event-words.ts'
import { KeysetPages } from './keyset-pages.tsx'

const TakeBack = dialogIn(async () => (await import('./take-back.tsx')).TakeBack)
const Correct = dialogIn(async () => (await import('./correct.tsx')).Correct)

interface TimelineProps {
  animal: AnimalCard
  /** The latest first. */
  events: readonly TimelineEvent[]
  before: readonly string[]
  next: string | null
  onTurn: (pages: readonly string[]) => void
}

type Asking = { what: 'take back' | 'correct'; event: TimelineEvent }

/** A page that is looked through, not scrolled through: the others are folded below it. */
const eventsOnPhone = 8

/** All that was recorded of an animal: what was taken back stays, struck through, with why. */
export function Timeline({ animal, events, before, next, onTurn }: TimelineProps) {
  const titleId = useId()
  const [asking, setAsking] = useState<Asking | null>(null)
  const list = useKeptFocus<HTMLDivElement>()
  const recordAgain = useRecordAgain(animal.id)
  const close = () => setAsking(null)
  const isPhone = !useWidth(beyondPhone)
  const named = useNamed(events)
  const shown = isPhone ? events.slice(0, eventsOnPhone) : events
  const rest = events.slice(shown.length)
  const one = (event: TimelineEvent) => (
    <Happened
      key={event.id}
      event={event}
      isBrief={isPhone}
      isNamed={event.id === named}
      onTakeBack={() => setAsking({ what: 'take back', event })}
      onCorrect={() => setAsking({ what: 'correct', event })}
      onAgain={() => void recordAgain(event)}
    />
  )
  return (
    <section className="stack" aria-labelledby={titleId}>
      <h2 id={titleId}>History</h2>
      <div ref={list} tabIndex={-1}>
        <ol className="timeline">{shown.map(one)}</ol>
        {rest.length > 0 && (
          <FoldAway
            summary={rest.length === 1 ? '1 older record' : `${rest.length} older records`}
            isOpen={rest.some(({ id }) => id === named)}
          >
            <ol className="timeline">{rest.map(one)}</ol>
          </FoldAway>
        )}
      </div>
      <KeysetPages of="history" words={['Newer', 'Older']} before={before} next={next} onTurn={onTurn} />
      {asking?.what === 'take back' && (
        <TakeBack event={asking.event} onUndo={() => void recordAgain(asking.event)} onClose={close} />
      )}
      {asking?.what === 'correct' && <Correct event={asking.event} animal={animal.id} onClose={close} />}
    </section>
  )
}

/** The event of this page that the address names: it is scrolled to once it is there, but for a page that comes back as it was left. */
function useNamed(events: readonly TimelineEvent[]): string | null {
  const { hash, key } = useLocation()
  const wanted = eventIn(hash)
  const named = events.some(({ id }) => id === wanted) ? wanted : null
  useLayoutEffect(() => {
    if (named !== null && !wasLeftAt(key)) document.getElementById(eventAnchor(named))?.scrollIntoView()
  }, [named, key])
  return named
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
  /** What it says on one line. */
  isBrief: boolean
  /** Whoever is here came for it. */
  isNamed: boolean
  onTakeBack: () => void
  onCorrect: () => void
  onAgain: () => void
}

function Happened({ event, isBrief, isNamed, onTakeBack, onCorrect, onAgain }: HappenedProps) {
  const me = useMe()
  const { title, details } = eventWords(event, me.unit)
  const Picture = eventIcons[event.kind] ?? IconNote
  const isVoided = event.voided !== null
  const said = (line: string) => (isVoided ? <del key={line}>{line}</del> : <span key={line}>{line}</span>)
  const may = {
    takeBack: mayTakeBack(event, me, clock.now()),
    correct: mayCorrect(event, me, clock.now()) && isCorrectable(event.kind),
    again: mayRecordAgain(event, me),
  }
  return (
    <li id={eventAnchor(event.id)} className="happened" data-void={isVoided} data-named={isNamed}>
      <Picture size={20} aria-hidden />
      <div className="happened-words">
        <h3>{isVoided ? <del>{title}</del> : title}</h3>
        <When event={event} />
        {isBrief ? (
          <p className="happened-brief">{details.map(said)}</p>
        ) : (
          details.map((line) => <p key={line}>{said(line)}</p>)
        )}
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
