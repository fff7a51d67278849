import { sql } from 'kysely'
import { auditRow, type AuditLine } from '../../platform/audit/audit.ts'
import { prepared, sharedWrite, type Db } from '../../platform/database/db.ts'
import { sessionsAtMost } from '../limits.policy.ts'
import '../tables.ts'

/*
 * `platform.sessions` has its readers everywhere (platform/authentication/authenticate.ts) and its only writer here. A session
 * ends by losing its row; what hangs on it goes with it.
 */

interface Hashes {
  access_hash: Buffer
  refresh_hash: Buffer
}

interface NewSession extends Hashes {
  id: string
  user_id: string
  user_agent: string
  network: string
  /** Whether all that the account can show was shown just now. */
  is_fresh: boolean
}

export const accessSeconds = 900

const accessEnds = sql<string>`now() + interval '15 minutes'`
const never = sql`to_timestamp(0)`
const isAlive = sql<boolean>`idle_expires_at > now() and absolute_expires_at > now() and user_state = 'active'`

/**
 * Begins a session and writes the audit line of it, in one statement; those longest unused end with it, so
 * that it is within the limit.
 */
export async function insertSession(db: Db<'auth'>, session: NewSession, line: AuditLine): Promise<void> {
  const { id: audit_id, network: _, ...audit } = auditRow(line)
  await insertSessionRow(db, { ...audit, ...session, audit_id })
}

const insertSessionRow = prepared<'auth'>()(
  (db, p: NewSession & Omit<ReturnType<typeof auditRow>, 'id'> & { audit_id: string }) =>
    db
      .with('ended', (inner) =>
        inner.deleteFrom('platform.sessions').where('id', 'in', (oldest) =>
          oldest
            .selectFrom('platform.sessions')
            .select('id')
            .where('user_id', '=', p.user_id)
            .orderBy('last_seen_at', 'desc')
            .orderBy('id', 'desc')
            .offset(sessionsAtMost - 1),
        ),
      )
      .with('session', (inner) =>
        inner
          .insertInto('platform.sessions')
          .values({
            id: p.id,
            user_id: p.user_id,
            access_hash: p.access_hash,
            access_expires_at: accessEnds,
            refresh_hash: p.refresh_hash,
            previous_refresh_hash: null,
            idle_expires_at: sql<string>`now() + interval '7 days'`,
            absolute_expires_at: sql<string>`now() + interval '30 days'`,
            user_agent: p.user_agent,
            network: p.network,
            fresh_at: sql<string>`case when ${p.is_fresh}::boolean then now() else ${never} end`,
          })
          .returning('id'),
      )
      .insertInto('platform.audit')
      .values({
        id: p.audit_id,
        actor_id: p.actor_id,
        deed: p.deed,
        kind: p.kind,
        subject_id: p.subject_id,
        before: p.before,
        after: p.after,
        network: p.network,
        request_id: p.request_id,
      }),
)

interface Rotation extends Hashes {
  presented: Buffer
  network: string
}

/** Rounded: a time is kept to the millisecond, and so may be up to half a one later than what was reckoned. */
const secondsLeft = (time: string) => sql<number>`round(extract(epoch from ${sql.ref(time)} - now()))::int`

/** `user` is how the caller says whose token it is: a user's id, or an address. */
const rotating = (by: 'id' | 'email') =>
  sharedWrite<'auth'>()<Rotation & { user: string }, { expires_in: number }>(
    {
      presented: 'bytea',
      access_hash: 'bytea',
      refresh_hash: 'bytea',
      network: 'text',
      user: by === 'id' ? 'uuid' : 'text',
    },
    (db) =>
      db
        .with('free', (q) =>
          q
            .selectFrom('platform.sessions as s')
            .innerJoin('callers as c', 'c.presented', 's.refresh_hash')
            .select(['s.id', 'c.nth', 'c.access_hash', 'c.refresh_hash', 'c.presented', 'c.network'])
            // No index answers this comparison, so the token's is used; by the person's, every version of their sessions would be read.
            // No session is without a person, so an address that nobody has matches none (docs/decisions/0186).
            .where(
              's.user_id',
              'is not distinct from',
              by === 'id'
                ? sql<string>`c.user`
                : sql<string>`(select e.user_id from auth.emails as e where e.email = c.user)`,
            )
            .where(isAlive)
            .orderBy('s.id')
            .forNoKeyUpdate('s')
            .skipLocked(),
        )
        .updateTable('platform.sessions as s')
        .from('free as f')
        .set({
          access_hash: sql<Buffer>`f.access_hash`,
          access_expires_at: sql<string>`least(now() + interval '15 minutes', s.absolute_expires_at)`,
          refresh_hash: sql<Buffer>`f.refresh_hash`,
          previous_refresh_hash: sql<Buffer>`f.presented`,
          rotated_at: sql<string>`now()`,
          idle_expires_at: sql<string>`least(now() + interval '7 days', s.absolute_expires_at)`,
          last_seen_at: sql<string>`now()`,
          network: sql<string>`f.network`,
        })
        .whereRef('s.id', '=', 'f.id')
        .returning([secondsLeft('s.access_expires_at').as('expires_in'), 'f.nth']),
  )

/** Exchanges a refresh token that is in force for the next pair; no row when it is not, or somebody else exchanges it just now. */
export const rotateSession = { byId: rotating('id'), byEmail: rotating('email') }

/** A session for whoever must judge a token that could not be exchanged; locked until that is done. */
export const lockSession = prepared<'auth'>()((db, p: { id: string }) =>
  db
    .selectFrom('platform.sessions as s')
    .innerJoin('auth.emails as e', 'e.user_id', 's.user_id')
    .select([
      's.id',
      's.user_id',
      'e.email',
      's.refresh_hash',
      's.previous_refresh_hash',
      isAlive.as('is_alive'),
      sql<boolean>`s.rotated_at > now() - interval '10 seconds'`.as('is_just_rotated'),
      secondsLeft('s.access_expires_at').as('expires_in'),
    ])
    .where('s.id', '=', p.id)
    .forUpdate('s'),
)

export const deleteSession = prepared<'auth'>()((db, p: { id: string }) =>
  db.deleteFrom('platform.sessions').where('id', '=', p.id),
)

/** Ends the session of either token; `id` is the one a genuine refresh token names. */
export const deleteSessionOf = prepared<'auth'>()((db, p: { hash: Buffer; id: string | null }) =>
  db
    .deleteFrom('platform.sessions')
    .where((s) =>
      s.or([s('access_hash', '=', p.hash), s('refresh_hash', '=', p.hash), sql<boolean>`id = ${p.id}::uuid`]),
    )
    .returning(['id', 'user_id']),
)

/**
 * Ends all sessions of a user, but for the one kept; with them sign-ins that wait for the second factor,
 * and that any device is trusted to do without it.
 */
export const deleteSessionsOf = prepared<'auth'>()((db, p: { user_id: string; kept: string | null }) =>
  db
    .with('tickets', (q) => q.deleteFrom('auth.sign_in_tickets').where('user_id', '=', p.user_id))
    .with('trust', (q) => q.deleteFrom('auth.trusted_devices').where('user_id', '=', p.user_id))
    .deleteFrom('platform.sessions')
    .where('user_id', '=', p.user_id)
    .where(sql<boolean>`id is distinct from ${p.kept}::uuid`)
    .returning('id'),
)

/** Asks the other sessions of a user again who it is: what they showed is no longer all there is to show. */
export const endFreshness = prepared<'auth'>()((db, p: { user_id: string; kept: string }) =>
  db
    .updateTable('platform.sessions')
    .set({ fresh_at: sql<string>`${never}` })
    .where('user_id', '=', p.user_id)
    .where('id', '!=', p.kept),
)

/** Holds a session; fresh from now on where its password was shown just now. No row when it has ended. */
export const keepSession = prepared<'auth'>()((db, p: { id: string; is_proven: boolean }) =>
  db
    .updateTable('platform.sessions')
    .set({ fresh_at: sql<string>`case when ${p.is_proven}::boolean then now() else fresh_at end` })
    .where('id', '=', p.id)
    .returning('id'),
)
