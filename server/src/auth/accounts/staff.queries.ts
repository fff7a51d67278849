import { sql } from 'kysely'
import { prepared, quickRead } from '../../platform/database/db.ts'
import { beginsWith } from '../../platform/text-beginnings.ts'
import '../tables.ts'

/* What the back office asks of accounts. */

const hasFactor = (user: string) =>
  sql<boolean>`(exists (select from auth.totps as t where t.user_id = ${sql.ref(user)} and t.confirmed_at is not null)
    or exists (select from auth.passkeys as k where k.user_id = ${sql.ref(user)}))`

/** Whoever is signed in by this token: of the staff or not, and with a second factor or without. Keys are nobody here. */
export const findSignedIn = quickRead<'auth'>()(
  (db, p: { token_hash: Buffer }) =>
    db
      .selectFrom('platform.callers as c')
      .innerJoin('auth.accounts as a', 'a.id', 'c.user_id')
      .select(['c.user_id', 'c.session_id'])
      .select(sql<boolean>`'Admin' = any(a.groups)`.as('is_staff'))
      .select(hasFactor('a.id').as('has_factor'))
      .where('c.token_hash', '=', p.token_hash)
      .where('c.key_id', 'is', null),
  { token_hash: 'bytea' },
)

const listed = ['a.id', 'e.email', 'a.user_state as state'] as const

interface Search {
  /** In lower case. */
  text: string
  /** Of people found by their names. */
  ids: readonly string[]
  limit: number
}

/** Accounts whose address begins so, by address, and those of the ids. */
export const searchAccounts = prepared<'auth'>()((db, p: Search) =>
  db
    .selectFrom(
      sql<{ user_id: string }>`(
        (select e.user_id from auth.emails as e where ${beginsWith(sql`e.email`, p.text)}
         order by e.email collate "C" limit ${p.limit}::int)
        union select a.id from auth.accounts as a where a.id = any(${p.ids}::uuid[]))`.as('f'),
    )
    .innerJoin('auth.accounts as a', 'a.id', 'f.user_id')
    .innerJoin('auth.emails as e', 'e.user_id', 'a.id')
    .select(listed)
    .orderBy('e.email'),
)

export const findAccountForStaff = prepared<'auth'>()((db, p: { id: string }) =>
  db
    .selectFrom('auth.accounts as a')
    .innerJoin('auth.emails as e', 'e.user_id', 'a.id')
    .select([...listed, 'a.created_at', 'a.confirmed_at'])
    .select(sql<boolean>`'Admin' = any(a.groups)`.as('is_staff'))
    .select(
      sql<boolean>`exists (select from auth.totps as t where t.user_id = a.id and t.confirmed_at is not null)`.as(
        'has_app',
      ),
    )
    .select(sql<boolean>`exists (select from auth.passkeys as k where k.user_id = a.id)`.as('has_passkeys'))
    .select(
      sql<number>`(select count(*)::int from platform.api_keys as k
        where k.user_id = a.id and k.revoked_at is null and k.expires_at > now())`.as('api_keys'),
    )
    .where('a.id', '=', p.id),
)
