import type { HerdEvent } from '@byre/contract/herd/events'
import { recordEvents } from '@byre/contract/herd/records'
import { useRef, useState } from 'react'
import { Refusal, sentenceOf } from '../../lib/refusal.ts'
import { useAppCommand } from '../asks.ts'
import { fieldOf, type Draft } from './drafts.ts'
import { nextEvent, type EventName } from './ids.ts'
import type { Subject } from './subjects.ts'
import type { TimeAndPerson } from './when.ts'

/** Of one call: fewer than the server takes, for each may say much. */
const eventsACall = 100
const animalsACall = 1000

/** Why not all is recorded: which field, of which animal, in a sentence. */
export interface Unsent {
  field: string | null
  message: string
  /** Nobody knows whether the last call arrived; going on finds out. */
  isUnknown: boolean
}

/** What was sent: the form's kind, when and by whom, of which animals, and how the form calls what the ledger calls otherwise. */
export interface SentForm {
  kind: string
  envelope: TimeAndPerson
  subjects: readonly Subject[]
  fields: Readonly<Record<string, string>>
}

export interface Progress {
  done: number
  of: number
}

/**
 * Sends drafts call by call. An event keeps its name until it is acknowledged, whatever is changed in the form meanwhile, so that
 * a second press or a lost answer records nothing twice; what is recorded is not sent again.
 */
export function useSending() {
  const { send } = useAppCommand(recordEvents, {})
  const names = useRef(new Map<string, EventName>())
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const recorded = useRef(new Set<string>())
  /** Animals of a call whose answer is lost. */
  const unknown = useRef<readonly string[]>([])
  const [progress, setProgress] = useState<Progress | null>(null)
  const busy = useRef(false)

  const named = (kind: string, first: string) => {
    const key = `${kind} ${first}`
    const name = names.current.get(key) ?? nextEvent()
    names.current.set(key, name)
    return name
  }
  const acknowledge = (animals: readonly string[]) => {
    for (const animal of animals) recorded.current.add(animal)
    setDone(new Set(recorded.current))
  }

  /** Null once everything is recorded. */
  const sendAll = async (drafts: readonly Draft[], form: SentForm): Promise<Unsent | null> => {
    if (busy.current) return null
    busy.current = true
    const animals = drafts.flatMap((draft) => draft.animals).length
    const before = recorded.current.size
    const show = () => setProgress({ done: recorded.current.size - before, of: animals })
    show()
    try {
      for (const call of callsOf(drafts)) {
        const events = call.map(
          (draft) =>
            ({
              ...named(form.kind, draft.animals[0]!),
              kind: draft.kind,
              v: 1,
              ...form.envelope,
              animals: draft.animals,
              body: draft.body,
            }) as HerdEvent,
        )
        try {
          await send({ events })
          acknowledge(call.flatMap((draft) => draft.animals))
        } catch (error) {
          if (error instanceof Refusal && error.code === 'event.id_taken' && unknown.current.length > 0) {
            acknowledge(unknown.current)
            unknown.current = []
            return { field: null, message: arrivedBefore, isUnknown: false }
          }
          const failure = unsent(error, call, form)
          if (failure.isUnknown) unknown.current = call.flatMap((draft) => draft.animals)
          return failure
        }
        unknown.current = []
        show()
      }
      return null
    } finally {
      busy.current = false
      setProgress(null)
    }
  }
  const forget = () => {
    recorded.current = new Set()
    unknown.current = []
    names.current.clear()
    setDone(new Set())
  }
  return { sendAll, done, progress, forget, isBusy: () => busy.current }
}

const arrivedBefore =
  'What you sent before had arrived after all, as it was then. It is recorded once. If it was wrong, take it back on the animal’s page.'

function callsOf(drafts: readonly Draft[]): Draft[][] {
  const calls: Draft[][] = []
  let animals = 0
  for (const draft of drafts) {
    const last = calls.at(-1)
    if (!last || last.length >= eventsACall || animals + draft.animals.length > animalsACall) {
      calls.push([draft])
      animals = draft.animals.length
    } else {
      last.push(draft)
      animals += draft.animals.length
    }
  }
  return calls
}

function unsent(error: unknown, call: readonly Draft[], { subjects, fields }: SentForm): Unsent {
  const isUnknown = !(error instanceof Refusal) || error.status >= 500
  const named = error instanceof Refusal ? error.fieldErrors[0] : undefined
  const [, at, ...path] = (named?.field ?? '').split('.')
  const draft = call[Number(at)]
  if (!named || !draft) return { field: null, message: sentenceOf(error), isUnknown }
  const of = subjects.find(({ id }) => id === draft.animals[0])
  const who = draft.animals.length === 1 && of && subjects.length > 1 ? `${of.name}: ` : ''
  const inBody = path[0] === 'body' ? path.slice(1) : path
  return { field: fieldOf(inBody, fields), message: `${who}${named.message}`, isUnknown }
}
