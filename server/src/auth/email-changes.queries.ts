import { sql } from 'kysely'
import { prepared } from '../platform/database/db.ts'
import { undoDays } from './limits.policy.ts'
import './tables.ts'

/*
 * Whoever writes here holds the profile first (`holdUser` of customers), so that of several commands about
 * one address the second sees what the first did.
 */

const isPending = sql<boolean>`confirmed_at is null and ended_at is null and undone_at is null`
const isOld = sql<boolean>`coalesce(confirmed_at, asked_at) < now() - make_interval(days => ${sql.lit(undoDays)})`

const columns = ['id', 'user_id', 'email', 'previous_email'] as const

/** The change that waits for its code. */
export const findPending = prepared<'auth'>()((db, p: { user_id: string }) =>
  db.selectFrom('auth.email_changes').select(columns).where('user_id', '=', p.user_id).where(isPending),
)

/** A change that still waits for its code, for the mail that carries it. */
export const findPendingById = prepared<'auth'>()((db, p: { id: string }) =>
  db.selectFrom('auth.email_changes').select(columns).where('id', '=', p.id).where(isPending),
)

/** A change that its old address may undo, whatever became of it. */
export const findUndoable = prepared<'auth'>()((db, p: { id: string }) =>
  db
    .selectFrom('auth.email_changes')
    .select([...columns, 'since', sql<boolean>`undone_at is not null`.as('is_undone')])
    .where('id', '=', p.id)
    .where(sql<boolean>`not ${isOld}`),
)

interface NewChange {
  id: string
  user_id: string
  email: string
  previous_email: string
  session_id: string
}

/** `since`: whoever asks may have set something just before, so it counts from their sign-in, a day at most. */
export const insertChange = prepared<'auth'>()((db, p: NewChange) =>
  db.insertInto('auth.email_changes').values((e) => ({
    id: p.id,
    user_id: p.user_id,
    email: p.email,
    previous_email: p.previous_email,
    since: e.fn.coalesce(
      e
        .selectFrom('platform.sessions as s')
        .select(sql<string>`greatest(s.created_at, now() - interval '1 day')`.as('since'))
        .where('s.id', '=', p.session_id),
      sql<string>`now()`,
    ),
    confirmed_at: null,
    ended_at: null,
    undone_at: null,
  })),
)

/** Gives up the change that waits for its code, if there is one. */
export const endPending = prepared<'auth'>()((db, p: { user_id: string }) =>
  db
    .updateTable('auth.email_changes')
    .set({ ended_at: sql<string>`now()` })
    .where('user_id', '=', p.user_id)
    .where(isPending)
    .returning('id'),
)

/** Confirms a change; no row when it was given up or replaced meanwhile. */
export const markChangeConfirmed = prepared<'auth'>()((db, p: { id: string }) =>
  db
    .updateTable('auth.email_changes')
    .set({ confirmed_at: sql<string>`now()` })
    .where('id', '=', p.id)
    .where(isPending)
    .returning('id'),
)

/** Undoes a change and every later one, whose links are worth nothing from then on. */
export const markUndone = prepared<'auth'>()((db, p: { id: string; user_id: string }) =>
  db
    .updateTable('auth.email_changes')
    .set({ undone_at: sql<string>`now()` })
    .where('user_id', '=', p.user_id)
    .where('undone_at', 'is', null)
    .where('asked_at', '>=', (earlier) =>
      earlier.selectFrom('auth.email_changes as c').select('c.asked_at').where('c.id', '=', p.id),
    ),
)

/** Puts an account under another address; a unique violation when that is somebody's. */
export const setAddress = prepared<'auth'>()((db, p: { user_id: string; email: string }) =>
  db.updateTable('auth.emails').set({ email: p.email }).where('user_id', '=', p.user_id),
)

/** Changes whose code was never entered and that nobody waits for any more. */
export const listLapsed = prepared<'auth'>()((db, p: { limit: number }) =>
  db
    .selectFrom('auth.email_changes')
    .select(['id', 'user_id'])
    .where(isPending)
    .where(isOld)
    .orderBy('asked_at')
    .limit(p.limit),
)

/** Deletes what can neither be confirmed nor undone any more. */
export const deleteOldChanges = prepared<'auth'>()((db) =>
  db
    .deleteFrom('auth.email_changes')
    .where(isOld)
    .where(sql<boolean>`not (${isPending})`),
)
