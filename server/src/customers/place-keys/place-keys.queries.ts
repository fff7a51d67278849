import type { PlaceKey } from '@byre/contract/places/place-keys'
import type { Role } from '@byre/contract/rights'
import { sql } from 'kysely'
import {
  columnsOfK,
  insertKey,
  isListed,
  revokeKey,
  type NewKey,
} from '../../platform/authentication/kept-keys.ts'
import { callersList } from '../../platform/authentication/proven-lists.ts'
import { platformOf, prepared, type Db } from '../../platform/database/db.ts'
import type { Access } from '../access.policy.ts'
import { withCallerAt } from '../caller-at.queries.ts'
import { personName } from '../names.queries.ts'

/* Keys of sites and clinics: rows of `platform.api_keys` without a person. They are kept as those of people are. */

type Kind = 'site' | 'clinic'
type Keeping = Access<'connect', Kind>

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
export const listKeys = callersList<'customers'>()((db, p: Listing) =>
  withCallerAt(db, p)
    .leftJoin('platform.api_keys as k', (join) =>
      join
        .on('k.place_id', '=', p.place_id)
        .on('k.place_kind', '=', p.kind)
        .on(isListed)
        .on(sql<boolean>`m.role = any(${p.keepers}::text[])`),
    )
    .leftJoin('customers.users as u', 'u.id', 'k.made_by')
    .select([
      'caller.user_id as caller_id',
      'm.role as own_role',
      ...columnsOfK,
      sql<PlaceKey['role'] | null>`k.role`.as('role'),
      sql<string | null>`case when u.left_at is null then ${personName('u')} end`.as('made_by'),
    ])
    .orderBy('k.id', 'desc')
    .limit(100),
)

/** Keeps a key of a place that is held; no row where it has too many that work. */
export const insertPlaceKey = (
  db: Db<'customers'>,
  { kind: place_kind, place_id, user_id: made_by }: Keeping,
  key: NewKey & { role: PlaceKey['role'] },
) => insertKey(platformOf(db), { ...key, user_id: null, place_kind, place_id, made_by })

/** Revokes one key of a place, where it was not revoked yet. */
export const revokePlaceKey = (db: Db<'customers'>, { place_id }: Keeping, id: string) =>
  revokeKey(platformOf(db), { id, user_id: null, place_id })

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
    .select('u.language')
    .select(personName('maker').as('made_by'))
    .where('k.id', '=', p.key_id)
    .where('k.revoked_at', 'is', null)
    .where('m.role', '=', 'Owner')
    .where('t.deleted_at', 'is', null),
)
