import { commonCourses } from './courses.ts'
import { kinds, type RecordedKind } from './kinds.ts'
import type { Subject } from './subjects.ts'

/** Said of an animal at any time; the rest was done to it, while it was here. */
const saidLater: ReadonlySet<RecordedKind> = new Set([
  'noted',
  'history_declared',
  'same_animal',
  'hold_set',
  'tag_removed',
  'entered',
])
/** What somebody may remember of an animal that died or left since. */
const remembered: ReadonlySet<RecordedKind> = new Set([
  ...saidLater,
  'treated',
  'dose',
  'weighed',
  'observed',
  'calved',
])

const isOver = ({ card }: Subject) => card !== undefined && card.status !== 'here'

/** It was before they died or left, and not now. */
export const isOfBefore = (kind: RecordedKind, subjects: readonly Subject[]): boolean =>
  subjects.some(isOver) && !saidLater.has(kind)

/** What may be recorded of these animals. */
export function kindsFor(subjects: readonly Subject[], isUnpaid: boolean): RecordedKind[] {
  const isGone = subjects.some(({ card }) => card?.status === 'gone')
  const isMilked = subjects.some(({ card }) => card?.holds.some(({ commodity }) => commodity === 'milk'))
  const fits = (kind: RecordedKind) => {
    if (kind === 'entered') return isGone
    if (subjects.some(isOver) && !remembered.has(kind)) return false
    if (kind === 'dose') return commonCourses(subjects).length > 0
    if (kind === 'milked') return isMilked
    return kind !== 'tag_removed' || (subjects[0]?.card?.tags ?? []).length > 0
  }
  return (Object.keys(kinds) as RecordedKind[]).filter(
    (kind) =>
      fits(kind) &&
      (!isUnpaid || kinds[kind].isAlwaysKept === true) &&
      (subjects.length === 1 || kinds[kind].isOfOne !== true),
  )
}
