import type { Course } from '@byre/contract/herd/animals'
import type { Subject } from './subjects.ts'

/** Animals that got the same together each have a course of their own: what is next of it is due at the same time. */
const isSame = (one: Course, other: Course) =>
  one.event_id === other.event_id ||
  (one.product_name === other.product_name &&
    one.body['product'] === other.body['product'] &&
    one.due[0] === other.due[0])

export const ownCourse = ({ courses = [] }: Pick<Subject, 'courses'>, course: Course): Course | undefined =>
  courses.find((one) => isSame(one, course))

/** Courses that all of these animals are in. */
export function commonCourses(subjects: readonly Subject[]): Course[] {
  const [first, ...others] = subjects
  return (first?.courses ?? []).filter((course) => others.every((other) => ownCourse(other, course)))
}

/** By what is given next and when: who gets it together, the next first. */
export function dueTogether<A extends Course>(courses: readonly A[]): [A, ...A[]][] {
  const groups: [A, ...A[]][] = []
  for (const course of courses) {
    const group = groups.find(([first]) => isSame(first, course))
    if (group) group.push(course)
    else groups.push([course])
  }
  return groups.toSorted(([one], [other]) => (one.due[0]! < other.due[0]! ? -1 : 1))
}
