import { commonCourses } from './courses.ts'
import { kinds, type RecordedKind } from './kinds.ts'
import type { Subject } from './subjects.ts'

/** What may be recorded of these animals. */
export function kindsFor(subjects: readonly Subject[], isUnpaid: boolean): RecordedKind[] {
  const isGone = subjects.some(({ card }) => card?.status === 'gone')
  const isMilked = subjects.some(({ card }) => card?.holds.some(({ commodity }) => commodity === 'milk'))
  const fits = (kind: RecordedKind) => {
    if (isGone !== (kind === 'entered')) return isGone && kind === 'noted'
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
