import type { KeyScope } from '@byre/contract/accounts/api-keys'
import { sql } from 'kysely'
import { withCaller } from '../platform/authentication/authenticate.ts'
import { prepared } from '../platform/database/db.ts'
import './tables.ts'

/*
 * `platform.api_keys` is read with every call (`platform/authentication/`), which also writes down when a key was used.
 * Everything else about keys of people is written here, about those of places in `customers/place-keys/`.
 */

const columns = [
  'id',
  'name',
  'scopes',
  'networks',
  'calls_per_minute',
  'created_at',
  'expires_at',
  'last_used_at',
  'last_network',
] as const
const ofKey = columns.map((column) => `k.${column}` as const)

const works = sql<boolean>`revoked_at is null and expires_at > now()`

/** The keys of the caller's account that were not revoked, until 30 days after they ran out; newest first. */
export const listKeysOfCaller = prepared<'auth'>()((db, p: { token_hash: Buffer }) =>
  withCaller(db, p.token_hash)
    .selectFrom('caller')
    .leftJoin('platform.api_keys as k', (join) =>
      join
        .onRef('k.user_id', '=', 'caller.user_id')
        .on('k.revoked_at', 'is', null)
        .on('k.expires_at', '>', sql<string>`now() - interval '30 days'`),
    )
    .select(['caller.user_id as caller_id', ...ofKey])
    .orderBy('k.id', 'desc')
    .limit(100),
)

interface NewKey {
  id: string
  user_id: string
  name: string
  key_hash: Buffer
  scopes: readonly KeyScope[]
  networks: readonly string[]
  calls_per_minute: number
  days: number
  /** How many that work an account may have. */
  at_most: number
}

/** Keeps a key of an account that is held; no row where it has too many that work. */
export const insertKey = prepared<'auth'>()((db, p: NewKey) =>
  db
    .insertInto('platform.api_keys')
    .columns(['id', 'user_id', 'name', 'key_hash', 'scopes', 'networks', 'calls_per_minute', 'expires_at'])
    .expression((e) =>
      e
        .selectFrom('platform.api_keys as k')
        .select([
          sql<string>`${p.id}::uuid`.as('id'),
          sql<string>`${p.user_id}::uuid`.as('user_id'),
          sql<string>`${p.name}::text`.as('name'),
          sql<Buffer>`${p.key_hash}::bytea`.as('key_hash'),
          sql<KeyScope[]>`${p.scopes}::text[]`.as('scopes'),
          sql<string[]>`${p.networks}::text[]`.as('networks'),
          sql<number>`${p.calls_per_minute}::int`.as('calls_per_minute'),
          sql<string>`now() + make_interval(days => ${p.days}::int)`.as('expires_at'),
        ])
        .where('k.user_id', '=', p.user_id)
        .where(works)
        .having(sql<boolean>`count(*) < ${p.at_most}::int`),
    )
    .returning(columns),
)

/** Revokes one key where it is this user's and was not revoked yet. */
export const revokeKey = prepared<'auth'>()((db, p: { id: string; user_id: string }) =>
  db
    .updateTable('platform.api_keys')
    .set({ revoked_at: sql<string>`now()` })
    .where('id', '=', p.id)
    .where('user_id', '=', p.user_id)
    .where('revoked_at', 'is', null)
    .returning('name'),
)

/** Revokes every key of a user that was made since a time, and what they made for places since. */
export const revokeKeysSince = prepared<'auth'>()((db, p: { user_id: string; since: string }) =>
  db
    .updateTable('platform.api_keys')
    .set({ revoked_at: sql<string>`now()` })
    .where((e) => e.or([e('user_id', '=', p.user_id), e('made_by', '=', p.user_id)]))
    .where('created_at', '>=', p.since)
    .where('revoked_at', 'is', null)
    .returning('id'),
)

/** All keys of an account, revoked ones too, for its owner to take along and for operators. */
export const listOwnKeys = prepared<'auth'>()((db, p: { user_id: string }) =>
  db
    .selectFrom('platform.api_keys')
    .select([...columns, 'revoked_at'])
    .where('user_id', '=', p.user_id)
    .orderBy('id'),
)

/** Whether an account has a key that works. */
export const findWorkingKey = prepared<'auth'>()((db, p: { user_id: string }) =>
  db.selectFrom('platform.api_keys').select('id').where('user_id', '=', p.user_id).where(works).limit(1),
)
