import { getAnimal, listAnimals, type Course } from '@byre/contract/herd/animals'
import type { AnimalCard } from '@byre/contract/herd/cards'
import { useEffect, useState } from 'react'
import { callApp } from '../../lib/app-call.ts'
import type { RecordedOf } from './record.tsx'

/** An animal that something was done to, with what is known of it where that was read. */
export interface Subject {
  id: string
  name: string
  card?: AnimalCard
  /** Of which doses are still to come. */
  courses?: readonly Course[]
}

const pageSize = 200
/** Of more animals than these, what the others are is taken from the first. */
const cardsAtMost = 40
const atOnce = 6

const nameOf = ({ main_tag, name }: AnimalCard) => main_tag || name || 'An animal without a tag'

/** All that stand in a pen now, by the server's list; of a selection, what is known of each. */
async function subjectsOf(of: RecordedOf, signal: AbortSignal): Promise<Subject[]> {
  return 'pen' in of ? inPen(of.pen.id, signal) : withCards(of.animals, signal)
}

async function inPen(pen: string, signal: AbortSignal): Promise<Subject[]> {
  const all: Subject[] = []
  let after: string | null = null
  do {
    const page: { animals: AnimalCard[]; next: string | null } = await callApp(
      listAnimals,
      { pen, limit: String(pageSize), ...(after !== null && { after }) },
      { signal },
    )
    all.push(...page.animals.map((card) => ({ id: card.id, name: nameOf(card), card })))
    after = page.next
  } while (after !== null)
  return all
}

async function withCards(
  animals: readonly Pick<Subject, 'id' | 'name' | 'courses'>[],
  signal: AbortSignal,
): Promise<Subject[]> {
  const all: Subject[] = animals.map((animal) => ({ ...animal }))
  const read = all.slice(0, cardsAtMost)
  for (let from = 0; from < read.length; from += atOnce)
    await Promise.all(
      read.slice(from, from + atOnce).map(async (subject) => {
        const { animal, courses } = await callApp(getAnimal, { id: subject.id, limit: '1' }, { signal })
        Object.assign(subject, { card: animal, courses })
      }),
    )
  return all
}

export type Reading =
  | { is: 'reading' }
  | { is: 'failed'; error: unknown; again: () => void }
  | { is: 'read'; subjects: Subject[] }

/** Read once, when the dialog opens: who moves meanwhile was there when it was done. */
export function useSubjects(of: RecordedOf): Reading {
  const [attempt, setAttempt] = useState({ of })
  const [reading, setReading] = useState<Reading>({ is: 'reading' })
  useEffect(() => {
    const controller = new AbortController()
    const again = () => {
      setReading({ is: 'reading' })
      setAttempt({ of: attempt.of })
    }
    subjectsOf(attempt.of, controller.signal).then(
      (subjects) => setReading({ is: 'read', subjects }),
      (error: unknown) => {
        if (!controller.signal.aborted) setReading({ is: 'failed', error, again })
      },
    )
    return () => controller.abort()
  }, [attempt])
  return reading
}
