import type { ReplyOf } from '@byre/contract/endpoint'
import type { startVisit } from '@byre/contract/staff/visits'
import { authKey } from '../lib/session.ts'

/*
 * A visit of staff: in this tab alone the page reads as somebody else. Whose session a tab has is found as it is loaded
 * (`lib/session.ts`), so that a visit begins and ends with a load, and nothing of one person is left for the other.
 */

const visitKey = 'byre.visit'
const endingKey = 'byre.visit.ending'

export interface Visit {
  id: string
  /** Who is visited. */
  name: string
  until: string
  /** The page of the back office that it began on. */
  from: string
}

/** The visit that this tab shows; null: none. */
export function shownVisit(): Visit | null {
  const kept = sessionStorage.getItem(visitKey)
  return kept === null ? null : (JSON.parse(kept) as Visit)
}

/** Loads the portal as whoever is visited. */
export function showVisit(id: string, { token, until, user }: ReplyOf<typeof startVisit>) {
  const record = { id: user.id, user: { ...user, groups: ['User'] }, uuid: user.id, token, refresh: token }
  const visit: Visit = { id, name: user.name, until, from: location.pathname }
  sessionStorage.setItem(visitKey, JSON.stringify(visit))
  sessionStorage.setItem(authKey, JSON.stringify(record))
  location.assign('/')
}

/** Back to the back office, which ends the visit with the staff's own session, unless it is over. */
export function leaveVisit(isOver = false) {
  const visit = shownVisit()
  sessionStorage.removeItem(authKey)
  sessionStorage.removeItem(visitKey)
  if (visit && !isOver) sessionStorage.setItem(endingKey, visit.id)
  location.assign(visit?.from ?? '/')
}

/** The visit that was left and is still to be ended; each is said once. */
export function takeEndingVisit(): string | null {
  const id = sessionStorage.getItem(endingKey)
  sessionStorage.removeItem(endingKey)
  return id
}
