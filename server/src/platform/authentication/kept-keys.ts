import type { KeyScope } from '@byre/contract/accounts/api-keys'
import type { PlaceKey } from '@byre/contract/places/place-keys'
import { sql } from 'kysely'
import { prepared } from '../database/db.ts'

/*
 * What is kept of API keys, whosever they are. Who may make, see and revoke one is asked before, by `auth` of a person's and by
 * `customers` of a place's; `api-keys.ts` beside this finds the one that calls.
 */

/** What whoever keeps a key is shown of it. */
export const keyColumns = [
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

/** The same where the table is joined as `k`. */
export const columnsOfK = keyColumns.map((column) => `k.${column}` as const)

/** Of the table as `k`: what a list shows, which is what works and what ran out in the last 30 days. */
export const isListed = sql<boolean>`k.revoked_at is null and k.expires_at > now() - interval '30 days'`

/** Of the table by itself, or under any one name. */
export const works = sql<boolean>`revoked_at is null and expires_at > now()`

/** A person's key has `user_id` alone, a place's all the rest. */
type Whose =
  | { user_id: string; place_kind: null; place_id: null; role: null; made_by: null }
  | {
      user_id: null
      place_kind: 'site' | 'clinic'
      place_id: string
      role: PlaceKey['role']
      made_by: string
    }

export const ofPerson = { place_kind: null, place_id: null, role: null, made_by: null } as const

export interface NewKey {
  id: string
  name: string
  key_hash: Buffer
  scopes: readonly KeyScope[]
  networks: readonly string[]
  calls_per_minute: number
  days: number
  /** How many that work the account or place may have. */
  at_most: number
}

/** Keeps a key of an account or place that is held; no row where that has too many that work. */
export const insertKey = prepared<'platform'>()((db, p: NewKey & Whose) =>
  db
    .insertInto('platform.api_keys')
    .columns([
      'id',
      'user_id',
      'place_kind',
      'place_id',
      'role',
      'made_by',
      'name',
      'key_hash',
      'scopes',
      'networks',
      'calls_per_minute',
      'expires_at',
    ])
    .expression((e) =>
      e
        .selectFrom('platform.api_keys')
        .select([
          sql<string>`${p.id}::uuid`.as('id'),
          sql<string | null>`${p.user_id}::uuid`.as('user_id'),
          sql<'site' | 'clinic' | null>`${p.place_kind}::text`.as('place_kind'),
          sql<string | null>`${p.place_id}::uuid`.as('place_id'),
          sql<PlaceKey['role'] | null>`${p.role}::text`.as('role'),
          sql<string | null>`${p.made_by}::uuid`.as('made_by'),
          sql<string>`${p.name}::text`.as('name'),
          sql<Buffer>`${p.key_hash}::bytea`.as('key_hash'),
          sql<KeyScope[]>`${p.scopes}::text[]`.as('scopes'),
          sql<string[]>`${p.networks}::text[]`.as('networks'),
          sql<number>`${p.calls_per_minute}::int`.as('calls_per_minute'),
          sql<string>`now() + make_interval(days => ${p.days}::int)`.as('expires_at'),
        ])
        // One of the two is null, and equal to nothing.
        .where(sql<boolean>`(user_id = ${p.user_id}::uuid or place_id = ${p.place_id}::uuid)`)
        .where(works)
        .having(sql<boolean>`count(*) < ${p.at_most}::int`),
    )
    .returning(keyColumns),
)

/** Revokes one key where it is this account's or this place's and was not revoked yet. */
export const revokeKey = prepared<'platform'>()(
  (db, p: { id: string } & ({ user_id: string; place_id: null } | { user_id: null; place_id: string })) =>
    db
      .updateTable('platform.api_keys')
      .set({ revoked_at: sql<string>`now()` })
      .where('id', '=', p.id)
      .where(sql<boolean>`(user_id = ${p.user_id}::uuid or place_id = ${p.place_id}::uuid)`)
      .where('revoked_at', 'is', null)
      .returning('name'),
)
