import type { Course } from '@byre/contract/herd/animals'
import type { Stored } from '@byre/rules/fold-events'

/** A treatment of which doses are still to come, with how many. */
export interface PlannedJson {
  planned: number
  /** JSON of `Stored`. */
  record: string
}

/**
 * Doses that are still to come: of those that were planned and not skipped, the last ones. `stored`: what skips doses of these
 * animals or takes an event back.
 */
export function coursesOf(courses: readonly PlannedJson[], stored: readonly Stored[]): Course[] {
  const takenBack = new Set(stored.flatMap(({ event }) => (event.kind === 'void' ? [event.body.event] : [])))
  const skipped = new Set(
    stored.flatMap(({ event }) =>
      event.kind === 'dose_skipped' && !takenBack.has(event.id)
        ? [`${event.body.course} ${event.body.due}`]
        : [],
    ),
  )
  return courses.flatMap(({ planned: left, record }) => {
    const { event } = JSON.parse(record) as Stored
    if (event.kind !== 'treated' && event.kind !== 'group_treated') return []
    const { planned = [], ...body } = event.body
    const waiting = planned.filter((due) => !skipped.has(`${event.id} ${due}`)).toSorted()
    return [{ event_id: event.id, product_name: body.product_name, due: waiting.slice(-left), body }]
  })
}
