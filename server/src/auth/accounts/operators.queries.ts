import { sql } from 'kysely'
import { prepared } from '../../platform/database/db.ts'
import '../tables.ts'

/* What the platform's own staff look up and change from the command line. */

const has = (table: 'totps' | 'passkeys') =>
  sql<boolean>`exists (select from ${sql.table(`auth.${table}`)} as x where x.user_id = a.id)`

const columns = [
  'a.id',
  'e.email',
  'a.user_state as state',
  sql<string>`array_to_string(a.groups, ' ')`.as('groups'),
  'a.created_at',
  'a.confirmed_at',
] as const

/** Accounts whose address holds a text (in lower case), or whose id it is, by address. */
export const listAccounts = prepared<'auth'>()((db, p: { q: string; limit: number }) =>
  db
    .selectFrom('auth.accounts as a')
    .innerJoin('auth.emails as e', 'e.user_id', 'a.id')
    .select(columns)
    .where(sql<boolean>`(strpos(e.email, ${p.q}::text) > 0 or a.id::text = ${p.q}::text)`)
    .orderBy('e.email')
    .limit(p.limit),
)

export const findAccountByEmail = prepared<'auth'>()((db, p: { email: string }) =>
  db
    .selectFrom('auth.accounts as a')
    .innerJoin('auth.emails as e', 'e.user_id', 'a.id')
    .leftJoin('platform.sessions as s', (join) =>
      join
        .onRef('s.user_id', '=', 'a.id')
        .on('s.idle_expires_at', '>', sql<string>`now()`)
        .on('s.absolute_expires_at', '>', sql<string>`now()`),
    )
    .select([
      ...columns,
      has('totps').as('has_app'),
      has('passkeys').as('has_passkeys'),
      sql<number>`count(s.id)`.as('sessions'),
      sql<string | null>`max(s.last_seen_at)`.as('last_seen_at'),
    ])
    .where('e.email', '=', p.email)
    .groupBy(['a.id', 'e.email']),
)

/** Opens or closes an account; no row when it is so already. */
export const setUserState = prepared<'auth'>()((db, p: { id: string; user_state: 'active' | 'disabled' }) =>
  db
    .updateTable('auth.accounts')
    .set({ user_state: p.user_state })
    .where('id', '=', p.id)
    .where('user_state', '<>', p.user_state)
    .returning('id'),
)

/** No row when they are so already. */
export const setGroups = prepared<'auth'>()((db, p: { id: string; groups: string[] }) =>
  db
    .updateTable('auth.accounts')
    .set({ groups: sql<string[]>`${p.groups}::text[]` })
    .where('id', '=', p.id)
    .where(sql<boolean>`groups <> ${p.groups}::text[]`)
    .returning('id'),
)
