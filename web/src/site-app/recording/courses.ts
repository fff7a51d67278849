import type { Course } from '@byre/contract/herd/animals'
import type { Subject } from './subjects.ts'

/** Courses that all of these animals are in. */
export function commonCourses(subjects: readonly Subject[]): Course[] {
  const [first, ...others] = subjects
  return (first?.courses ?? []).filter(({ event_id }) =>
    others.every(({ courses = [] }) => courses.some((one) => one.event_id === event_id)),
  )
}
