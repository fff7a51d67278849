import { sql } from 'kysely'
import { withCaller } from '../../platform/authentication/authenticate.ts'
import { callersList } from '../../platform/authentication/proven-lists.ts'
import { prepared } from '../../platform/database/db.ts'
import { countedTo } from '../../platform/lists.ts'
import { eventCommands, type EventCommand } from '../devices.policy.ts'
import '../tables.ts'

/** The live sessions of the caller, this one first. */
export const listSessionsOfCaller = callersList<'auth'>()((db, p: { token_hash: Buffer }) =>
  withCaller(db, p.token_hash)
    .selectFrom('caller')
    .innerJoin('platform.sessions as s', 's.user_id', 'caller.user_id')
    .select([
      'caller.user_id as caller_id',
      's.id',
      's.user_agent',
      's.network',
      's.created_at',
      's.last_seen_at',
      sql<boolean>`s.id = caller.session_id`.as('current'),
    ])
    .where('s.idle_expires_at', '>', sql<string>`now()`)
    .where('s.absolute_expires_at', '>', sql<string>`now()`)
    .orderBy('current', 'desc')
    .orderBy('s.last_seen_at', 'desc')
    .orderBy('s.id', 'desc'),
)

/** Ends one session where it is this user's, and that its device is trusted. */
export const deleteOwnSession = prepared<'auth'>()((db, p: { id: string; user_id: string }) =>
  db
    .with('trust', (q) =>
      q.deleteFrom('auth.trusted_devices').where('user_id', '=', p.user_id).where('session_id', '=', p.id),
    )
    .deleteFrom('platform.sessions')
    .where('id', '=', p.id)
    .where('user_id', '=', p.user_id)
    .returning(['id', 'user_id', 'user_agent']),
)

const commands = sql`array[${sql.join(eventCommands.map((deed) => sql.lit(deed)))}]::text[]`

interface Listing {
  token_hash: Buffer
  limit: number
  offset: number
}

/** What the audit trail says of the caller's account, newest first. */
export const listEventLines = callersList<'auth'>()((db, p: Listing) =>
  withCaller(db, p.token_hash)
    .with('mine', (q) =>
      q
        .selectFrom('caller')
        .innerJoin('platform.audit as a', (join) =>
          join.on((on) =>
            on.or([
              on('a.actor_id', '=', on.ref('caller.user_id')),
              on('a.subject_id', '=', on.ref('caller.user_id')),
            ]),
          ),
        )
        .select('a.id')
        .where(sql<boolean>`a.deed = any(${commands})`)
        .orderBy('a.id', 'desc')
        .limit(countedTo),
    )
    .selectFrom('caller')
    .leftJoin(
      (e) =>
        e
          .selectFrom('mine')
          .select('mine.id')
          .orderBy('mine.id', 'desc')
          .limit(p.limit)
          .offset(p.offset)
          .as('m'),
      (join) => join.onTrue(),
    )
    .leftJoin('platform.audit as a', 'a.id', 'm.id')
    .select((e) => [
      'caller.user_id as caller_id',
      'a.id',
      'a.at',
      sql<EventCommand | null>`a.deed`.as('deed'),
      'a.network',
      sql<string | null>`a.after->>'result'`.as('result'),
      sql<string | null>`a.after->>'reason'`.as('reason'),
      sql<number | null>`(a.after->>'failures')::int`.as('failures'),
      sql<string | null>`a.after->>'device'`.as('device'),
      e
        .selectFrom('mine')
        .select((count) => count.fn.countAll<number>().as('total'))
        .as('total'),
    ])
    .orderBy('m.id', 'desc'),
)

interface SeenDevice {
  user_id: string
  device_hash: Buffer
  /** The same under each secret. */
  device_hashes: readonly Buffer[]
}

/**
 * Notes what an account is signed in from, in the place of what an older secret made of it. `is_new`: it has
 * been signed in from elsewhere, and never from this; the very first is not new.
 */
export const noteDevice = prepared<'auth'>()((db, p: SeenDevice) =>
  db
    .with('older', (q) =>
      q
        .deleteFrom('auth.known_devices')
        .where('user_id', '=', p.user_id)
        .where(sql<boolean>`device_hash = any(${p.device_hashes}::bytea[])`)
        .where('device_hash', '!=', p.device_hash)
        .returning('user_id'),
    )
    .with('noted', (q) =>
      q
        .insertInto('auth.known_devices')
        .values({ user_id: p.user_id, device_hash: p.device_hash })
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'device_hash']).doUpdateSet({ last_at: sql<string>`now()` }),
        )
        .returning(sql<boolean>`xmax = 0`.as('is_inserted')),
    )
    .selectFrom('noted')
    .select([
      // Read as things were before this statement.
      sql<boolean>`is_inserted and not exists (select from older)
        and exists (select from auth.known_devices as k where k.user_id = ${p.user_id})`.as('is_new'),
      sql<string>`now()`.as('at'),
    ]),
)

export const deleteOldDevices = prepared<'auth'>()((db, p: { days: number }) =>
  db
    .deleteFrom('auth.known_devices')
    .where('last_at', '<', sql<string>`now() - make_interval(days => ${p.days})`),
)
