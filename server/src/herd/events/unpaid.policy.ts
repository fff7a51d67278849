import type { EventKind } from '@byre/contract/herd/event-bodies'
import type { HerdEvent } from '@byre/contract/herd/events'

/** What is recorded also where payment is wanting: what food is safe by. */
const alwaysKept: ReadonlySet<EventKind> = new Set([
  'treated',
  'group_treated',
  'course_closed',
  'dose_skipped',
  'feed_started',
  'feed_stopped',
  'died',
  'hold_set',
  'hold_lifted',
  'history_declared',
  'void',
])

/** Whether these do not wait for payment. An animal that nobody has met is entered where it is treated, held or dead at once. */
export function isKeptUnpaid(events: readonly HerdEvent[]): boolean {
  const kept = events.filter(({ kind }) => alwaysKept.has(kind))
  const concerned = new Set(kept.flatMap(({ animals }) => animals))
  return events.every(
    ({ kind, animals }) =>
      alwaysKept.has(kind) || (kind === 'entered' && animals.every((id) => concerned.has(id))),
  )
}
