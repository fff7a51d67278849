import type { TimelineEvent } from '@byre/contract/herd/animals'
import type { Me } from '@byre/contract/herd/settings'

/* What may be done with an event; the server judges again. */

const ownForMs = 24 * 3_600_000
/** Recorded also where payment is wanting, of what stands in the menu of an event. */
const alwaysKept = new Set([
  'treated',
  'died',
  'hold_set',
  'course_closed',
  'hold_lifted',
  'history_declared',
])

/** Managers anything, others what they recorded within a day; nothing twice, and no void. */
export function mayTakeBack(event: TimelineEvent, { rights, person }: Me, now: number): boolean {
  if (event.kind === 'void' || event.voided !== null) return false
  if (rights.includes('voidAny')) return true
  const isRecent = now - Date.parse(event.received_at) <= ownForMs
  return rights.includes('voidOwn') && event.person === person.id && isRecent
}

/** Of one animal alone: the others of it are not known here. */
const mayRecord = ({ kind, head }: TimelineEvent, { rights, place }: Me) =>
  head === 1 && rights.includes('record') && (place.access_state === 'ok' || alwaysKept.has(kind))

export const mayRecordAgain = (event: TimelineEvent, me: Me): boolean =>
  event.voided !== null && event.kind !== 'void' && mayRecord(event, me)

export const mayCorrect = (event: TimelineEvent, me: Me, now: number): boolean =>
  mayTakeBack(event, me, now) && mayRecord(event, me)
