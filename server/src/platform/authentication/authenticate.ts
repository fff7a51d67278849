import { sql, type QueryCreator } from 'kysely'
import { noteCaller } from '../request-trace.ts'
import { platformOf, quickRead, type Db, type Module, type Of, type PlatformDb } from '../database/db.ts'
import { refuse } from '../errors.ts'
import { tokenHash } from '../secrets.ts'
import type { PlatformTables } from '../tables.ts'
import { isKeyText, meansKey, meansVisit } from './key-text.ts'

/*
 * Who calls: the person that a bearer's token belongs to, by a live session or by an API key that works, found in the
 * database with this very call. What a key may do is judged before (`../http/key-gate.ts`); here both are one. A key that
 * belongs to a place calls as nobody: its own id stands where a person's would.
 */

/** Who does a command, as looked up in the database with this very call. */
export interface Actor {
  /** Of a place's own key the key's id. */
  user_id: string
  /** Of a key, the key's own id. */
  session_id: string
  /** Whether a password or passkey was shown at most 15 minutes ago (step-up). */
  is_fresh: boolean
}

/** Who asks, not yet looked up: a read joins the look-up into its own statement (`withCaller`). */
export interface Caller {
  token_hash: Buffer
  /** Whether it is an API key. */
  is_key: boolean
  /** Whether it is the token of a visit (`visits.ts`), which reads and does nothing else. */
  is_visit: boolean
}

/** The caller of a bearer header, by a session's token or a key; refuses when there is none or it is neither of ours. */
export function callerOf(authorization: string | undefined): Caller {
  const token = /^Bearer ([A-Za-z0-9_-]{20,200})$/i.exec(authorization ?? '')?.[1]
  const is_key = token !== undefined && meansKey(token)
  if (!token || (is_key && !isKeyText(token))) refuse('session.required')
  return { token_hash: tokenHash(token), is_key, is_visit: meansVisit(token) }
}

/**
 * Begins a read with the CTE `caller`: one row (`caller.user_id`, `caller.session_id`) for a live session or a key that
 * works, else none. Select from `caller` and left-join the rest, with `caller.user_id as caller_id` among the
 * columns: no row at all then means no session, a row with nulls that nothing is there for this user.
 */
export function withCaller<M extends Module>(db: Db<M>, tokenHash: Buffer) {
  const callerQuery = platformOf(db).with('caller', (inner) =>
    inner
      .selectFrom('platform.readers')
      .select(['user_id', 'session_id'])
      .where('token_hash', '=', tokenHash),
  )
  // Kysely cannot follow a handle whose module is a type parameter; the tables are M's and the CTE.
  return callerQuery as unknown as QueryCreator<
    Of<M> & PlatformTables & { caller: { user_id: string; session_id: string } }
  >
}

/** The rows of a read that began with `withCaller`; refuses when the session is not alive. */
export function answered<Row extends { caller_id: string }>(rows: Row[]): [Row, ...Row[]] {
  if (!rows[0]) refuse('session.required')
  noteCaller(rows[0].caller_id)
  return rows as [Row, ...Row[]]
}

/** An idempotency key's row, when the look-up found one. */
export interface StoredReply {
  body_hash: Buffer
  state: 'running' | 'done'
  is_leased: boolean
  status: number | null
  reply: string | null
}

const findActorRow = quickRead<'platform'>()(
  (db, p: { token_hash: Buffer; route: string; key: string }) =>
    db
      .selectFrom('platform.callers as s')
      .leftJoinLateral(
        (e) =>
          e
            .selectFrom('platform.idempotency_keys')
            .select(['body_hash', 'state', 'lease_until', 'status', 'reply'])
            .where('scope', '=', sql<string>`s.user_id::text`)
            .where('route', '=', p.route)
            .where('key', '=', p.key)
            // Looked up by its key, however small the table was when this was planned.
            .limit(1)
            .as('k'),
        (join) => join.onTrue(),
      )
      .select([
        's.user_id',
        's.session_id',
        sql<boolean>`coalesce(s.fresh_at > now() - interval '15 minutes', false)`.as('is_fresh'),
        'k.body_hash',
        'k.state',
        sql<boolean>`coalesce(k.lease_until > now(), false)`.as('is_leased'),
        'k.status',
        'k.reply',
      ])
      .where('s.token_hash', '=', p.token_hash),
  { token_hash: 'bytea', route: 'text', key: 'text' },
)

/** Who asks, and what is known of the key they sent; refuses when the session is not alive. */
export async function findActor(
  db: PlatformDb,
  caller: Caller,
  route = '',
  key = '',
): Promise<{ actor: Actor; stored: StoredReply | null }> {
  const [row] = await findActorRow(db, { token_hash: caller.token_hash, route, key })
  if (!row) refuse('session.required')
  noteCaller(row.user_id)
  const actor = { user_id: row.user_id, session_id: row.session_id, is_fresh: row.is_fresh }
  return { actor, stored: row.state && row.body_hash ? (row as StoredReply) : null }
}

/** Refuses unless a password or passkey was shown at most 15 minutes ago (specification 3.4). */
export function requireFresh(actor: Actor): void {
  if (!actor.is_fresh) refuse('session.reauth_required')
}
