import type { KeyScope } from '@byre/contract/accounts/api-keys'
import type { PlaceKey } from '@byre/contract/places/place-keys'
import type { Role } from '@byre/contract/rights'
import { sql } from 'kysely'
import { prepared } from '../../platform/database/db.ts'
import type { Access } from '../access.policy.ts'
import { withCallerAt } from '../caller-at.queries.ts'
import { personName } from '../names.queries.ts'

/* Keys of sites and clinics: rows of `platform.api_keys` without a person. */

type Kind = 'site' | 'clinic'
type Keeping = Access<'connect', Kind>

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

interface Listing {
  token_hash: Buffer
  place_id: string
  kind: Kind
  /** The roles that may keep keys. */
  keepers: readonly Role[]
}

/**
 * The keys of a place that were not revoked, until 30 days after they ran out; newest first. `own_role` is the caller's; one
 * that is not among the keepers gets no rows.
 */
export const listKeys = prepared<'customers'>()((db, p: Listing) =>
  withCallerAt(db, p)
    .leftJoin('platform.api_keys as k', (join) =>
      join
        .on('k.place_id', '=', p.place_id)
        .on('k.place_kind', '=', p.kind)
        .on('k.revoked_at', 'is', null)
        .on('k.expires_at', '>', sql<string>`now() - interval '30 days'`)
        .on(sql<boolean>`m.role = any(${p.keepers}::text[])`),
    )
    .leftJoin('customers.users as u', 'u.id', 'k.made_by')
    .select([
      'caller.user_id as caller_id',
      'm.role as own_role',
      ...columns.map((column) => `k.${column}` as const),
      sql<PlaceKey['role'] | null>`k.role`.as('role'),
      sql<string | null>`case when u.left_at is null then ${personName('u')} end`.as('made_by'),
    ])
    .orderBy('k.id', 'desc')
    .limit(100),
)

type NewKey = Keeping & {
  id: string
  name: string
  key_hash: Buffer
  scopes: readonly KeyScope[]
  networks: readonly string[]
  calls_per_minute: number
  days: number
  role: PlaceKey['role']
  /** How many that work a place may have. */
  at_most: number
}

/** Keeps a key of a place that is held; no row where it has too many that work. */
export const insertKey = prepared<'customers'>()((db, p: NewKey) =>
  db
    .insertInto('platform.api_keys')
    .columns([
      'id',
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
        .selectFrom('platform.api_keys as k')
        .select([
          sql<string>`${p.id}::uuid`.as('id'),
          sql<Kind>`${p.kind}::text`.as('place_kind'),
          sql<string>`${p.place_id}::uuid`.as('place_id'),
          sql<PlaceKey['role']>`${p.role}::text`.as('role'),
          sql<string>`${p.user_id}::uuid`.as('made_by'),
          sql<string>`${p.name}::text`.as('name'),
          sql<Buffer>`${p.key_hash}::bytea`.as('key_hash'),
          sql<KeyScope[]>`${p.scopes}::text[]`.as('scopes'),
          sql<string[]>`${p.networks}::text[]`.as('networks'),
          sql<number>`${p.calls_per_minute}::int`.as('calls_per_minute'),
          sql<string>`now() + make_interval(days => ${p.days}::int)`.as('expires_at'),
        ])
        .where('k.place_id', '=', p.place_id)
        .where('k.revoked_at', 'is', null)
        .where('k.expires_at', '>', sql<string>`now()`)
        .having(sql<boolean>`count(*) < ${p.at_most}::int`),
    )
    .returning(columns),
)

/** Revokes one key of a place, where it was not revoked yet. */
export const revokeKey = prepared<'customers'>()((db, p: Keeping & { id: string }) =>
  db
    .updateTable('platform.api_keys')
    .set({ revoked_at: sql<string>`now()` })
    .where('id', '=', p.id)
    .where('place_id', '=', p.place_id)
    .where('place_kind', '=', p.kind)
    .where('revoked_at', 'is', null)
    .returning('name'),
)

/** What a mail to an Owner about a new key says; no row where it was revoked, or they own the place no longer. */
export const findKeyMail = prepared<'customers'>()((db, p: { key_id: string; user_id: string }) =>
  db
    .selectFrom('platform.api_keys as k')
    .innerJoin('customers.tenants as t', (join) =>
      join.onRef('t.id', '=', 'k.place_id').onRef('t.kind', '=', 'k.place_kind'),
    )
    .innerJoin('customers.members as m', (join) =>
      join.onRef('m.place_id', '=', 't.id').onRef('m.kind', '=', 't.kind').on('m.user_id', '=', p.user_id),
    )
    .innerJoin('customers.users as u', 'u.id', 'm.user_id')
    .leftJoin('customers.users as maker', 'maker.id', 'k.made_by')
    .select(['k.name', 't.kind', 't.id as place_id', 't.name as place_name', 'u.email'])
    .select(personName('maker').as('made_by'))
    .where('k.id', '=', p.key_id)
    .where('k.revoked_at', 'is', null)
    .where('m.role', '=', 'Owner')
    .where('t.deleted_at', 'is', null),
)
