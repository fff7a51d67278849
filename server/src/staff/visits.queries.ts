import type { SupportVisit } from '@byre/contract/staff/visits'
import { visitWaitHours } from '@byre/contract/staff/visits'
import { sql } from 'kysely'
import { withCaller } from '../platform/authentication/authenticate.ts'
import { prepared } from '../platform/database/db.ts'

/* Visits of staff; who may read by one stands in the view `platform.reading_callers`. */

const waits = sql<string>`now() + make_interval(hours => ${sql.lit(visitWaitHours)})`
const isOpen = sql<boolean>`state in ('asked', 'allowed', 'running')`
const isInTime = sql<boolean>`until > now()`

/** As it is now: what ran out of time says so. */
const stateNow = sql<SupportVisit['state']>`case
  when v.until <= now() and v.state in ('asked', 'allowed') then 'expired'
  when v.until <= now() and v.state = 'running' then 'ended' else v.state end`

const shown = ['v.id', 'v.reason', 'v.minutes', 'v.asked_at', 'v.started_at', 'v.until'] as const

/** What was asked of the caller, newest first. */
export const listVisitsOfCaller = prepared<'staff'>()((db, p: { token_hash: Buffer; limit: number }) =>
  withCaller(db, p.token_hash)
    .selectFrom('caller')
    .leftJoinLateral(
      (e) =>
        e
          .selectFrom('platform.staff_visits as v')
          .select([...shown, 'v.staff_name as staff', 'v.looked_at', stateNow.as('state')])
          .whereRef('v.user_id', '=', 'caller.user_id')
          .orderBy('v.id', 'desc')
          .limit(p.limit)
          .as('v'),
      (join) => join.onTrue(),
    )
    .select('caller.user_id as caller_id')
    .selectAll('v')
    .orderBy('v.id', 'desc'),
)

/** One of somebody's, as they see it. */
export const findVisitOf = prepared<'staff'>()((db, p: { id: string; user_id: string }) =>
  db
    .selectFrom('platform.staff_visits as v')
    .select([...shown, 'v.staff_name as staff', 'v.looked_at', stateNow.as('state')])
    .where('v.id', '=', p.id)
    .where('v.user_id', '=', p.user_id),
)

/** What one of the staff has asked of somebody, newest first. */
export const listVisitsBy = prepared<'staff'>()(
  (db, p: { staff_id: string; user_id: string; limit: number }) =>
    db
      .selectFrom('platform.staff_visits as v')
      .select([...shown, stateNow.as('state')])
      .where('v.staff_id', '=', p.staff_id)
      .where('v.user_id', '=', p.user_id)
      .orderBy('v.id', 'desc')
      .limit(p.limit),
)

/** One of one of the staff, as they see it. */
export const findVisitBy = prepared<'staff'>()((db, p: { id: string; staff_id: string }) =>
  db
    .selectFrom('platform.staff_visits as v')
    .select([...shown, 'v.user_id', stateNow.as('state')])
    .where('v.id', '=', p.id)
    .where('v.staff_id', '=', p.staff_id),
)

/** Closes what ran out of time. */
export const closeStale = prepared<'staff'>()((db, p: { staff_id: string; user_id: string }) =>
  db
    .updateTable('platform.staff_visits')
    .set({ state: 'ended' })
    .where('staff_id', '=', p.staff_id)
    .where('user_id', '=', p.user_id)
    .where(isOpen)
    .where(sql<boolean>`until <= now()`),
)

interface Asking {
  id: string
  staff_id: string
  staff_name: string
  user_id: string
  reason: string
  minutes: number
}

/** No row where one of theirs is open already. */
export const insertVisit = prepared<'staff'>()((db, p: Asking) =>
  db
    .insertInto('platform.staff_visits')
    .values({
      id: p.id,
      staff_id: p.staff_id,
      staff_name: p.staff_name,
      user_id: p.user_id,
      reason: p.reason,
      minutes: p.minutes,
      until: waits,
      started_at: null,
      session_id: null,
      token_hash: null,
    })
    .onConflict((conflict) => conflict.columns(['staff_id', 'user_id']).where(isOpen).doNothing())
    .returning('id'),
)

/** No row where it waits for no answer any more. */
export const markAllowed = prepared<'staff'>()((db, p: { id: string; user_id: string }) =>
  db
    .updateTable('platform.staff_visits')
    .set({ state: 'allowed', until: waits })
    .where('id', '=', p.id)
    .where('user_id', '=', p.user_id)
    .where('state', '=', 'asked')
    .where(isInTime)
    .returning('id'),
)

/** Whoever is visited says no, or no longer; no row where it is over. */
export const markDeclined = prepared<'staff'>()((db, p: { id: string; user_id: string }) =>
  db
    .updateTable('platform.staff_visits')
    .set({
      state: sql<'declined' | 'revoked'>`case when state = 'asked' then 'declined' else 'revoked' end`,
      token_hash: null,
    })
    .where('id', '=', p.id)
    .where('user_id', '=', p.user_id)
    .where(isOpen)
    .where(isInTime)
    .returning(['id', 'state']),
)

interface Starting {
  id: string
  staff_id: string
  session_id: string
  token_hash: Buffer
}

/** Begins what was allowed, or goes on with it under another token until the same time; no row where it was not. */
export const markStarted = prepared<'staff'>()((db, p: Starting) =>
  db
    .updateTable('platform.staff_visits')
    .set({
      state: 'running',
      started_at: sql<string>`coalesce(started_at, now())`,
      until: sql<string>`case when state = 'running' then until else now() + make_interval(mins => minutes) end`,
      session_id: p.session_id,
      token_hash: p.token_hash,
    })
    .where('id', '=', p.id)
    .where('staff_id', '=', p.staff_id)
    .where('state', 'in', sql<never>`('allowed', 'running')`)
    .where(isInTime)
    .returning(['id', 'user_id', 'until', 'minutes', 'reason']),
)

/** No row where it is over. */
export const markEnded = prepared<'staff'>()((db, p: { id: string; staff_id: string }) =>
  db
    .updateTable('platform.staff_visits')
    .set({ state: 'ended', token_hash: null })
    .where('id', '=', p.id)
    .where('staff_id', '=', p.staff_id)
    .where(isOpen)
    .where(isInTime)
    .returning(['id', 'user_id', 'reason']),
)

/** Closes one whose time is over; no row where it was ended before. */
export const markOver = prepared<'staff'>()((db, p: { id: string }) =>
  db
    .updateTable('platform.staff_visits')
    .set({ state: 'ended', token_hash: null })
    .where('id', '=', p.id)
    .where('state', '=', 'running')
    .where(sql<boolean>`until <= now()`)
    .returning(['id', 'user_id', 'staff_id', 'staff_name', 'reason']),
)

/** Notes a place or payer that was opened; no row where it was before. */
export const noteLook = prepared<'staff'>()((db, p: { id: string; subject_id: string }) =>
  db
    .updateTable('platform.staff_visits')
    .set({ looked_at: sql<string[]>`array_append(looked_at, ${p.subject_id}::uuid)` })
    .where('id', '=', p.id)
    .where(sql<boolean>`not ${p.subject_id}::uuid = any(looked_at)`)
    .returning(['user_id', 'staff_id', 'staff_name', 'reason']),
)
