import type { Language } from '@byre/contract/languages'
import { sql, type Selectable } from 'kysely'
import { withCaller } from '../../platform/authentication/authenticate.ts'
import { prepared, quickRead } from '../../platform/database/db.ts'
import { auditColumns, auditLine, changeValues } from '../audit.queries.ts'
import { difference } from '../changes.queries.ts'
import { personName } from '../names.queries.ts'
import type { CustomersTables } from '../tables.ts'

type UserRow = Selectable<CustomersTables['customers.users']>

/** A profile, `u` in each statement. */
export const ofProfile = [
  'u.id',
  'u.email',
  'u.pending_email',
  'u.first_name',
  'u.last_name',
  'u.city',
  'u.region',
  'u.country',
  'u.phone',
  'u.onboarded',
  'u.time_zone',
  'u.theme',
  'u.language',
] as const

/** What replies tell. */
const columns = [...ofProfile, 'u.version'] as const

export const insertUser = prepared<'customers'>()(
  (db, p: { id: string; email: string; language: Language | null }) =>
    db
      .insertInto('customers.users')
      .values({ id: p.id, email: p.email, pending_email: null, language: p.language }),
)

export const removeUser = prepared<'customers'>()((db, p: { id: string }) =>
  db.deleteFrom('customers.users').where('id', '=', p.id),
)

export const findUser = prepared<'customers'>()((db, p: { id: string }) =>
  db.selectFrom('customers.users').select(['email', 'first_name', 'last_name']).where('id', '=', p.id),
)

export const findLanguage = prepared<'customers'>()((db, p: { id: string }) =>
  db.selectFrom('customers.users').select('language').where('id', '=', p.id),
)

/** The language of whoever asks. */
export const findCallerLanguage = prepared<'customers'>()((db, p: { token_hash: Buffer }) =>
  withCaller(db, p.token_hash)
    .selectFrom('caller')
    .innerJoin('customers.users as u', 'u.id', 'caller.user_id')
    .select(['u.language', 'caller.user_id as caller_id']),
)

/** The language of the account that has an address. */
export const findLanguageAt = prepared<'customers'>()((db, p: { email: string }) =>
  db
    .selectFrom('customers.users')
    .select('language')
    .where('email', '=', p.email)
    .where('left_at', 'is', null),
)

/** What people are called; nobody is named who has no account any more. */
export const listNames = prepared<'customers'>()((db, p: { ids: readonly string[] }) =>
  db
    .selectFrom('customers.users as u')
    .select(['u.id', personName('u').as('name')])
    .where(sql<boolean>`u.id = any(${p.ids}::uuid[])`),
)

/** Sets the address, where one is given, and forgets the pending one. */
export const setEmail = prepared<'customers'>()((db, p: { id: string; email: string | null }) =>
  db
    .updateTable('customers.users')
    .set((e) => ({
      email: sql<string>`coalesce(${p.email}::text, email)`,
      pending_email: null,
      version: e('version', '+', 1),
    }))
    .where('id', '=', p.id),
)

/** The caller's own profile; nulls when `id` is somebody else's. */
export const findOwnUser = quickRead<'customers'>()(
  (db, p: { token_hash: Buffer; id: string }) =>
    withCaller(db, p.token_hash)
      .selectFrom('caller')
      .leftJoin('customers.users as u', (join) =>
        join.onRef('u.id', '=', 'caller.user_id').on('u.id', '=', p.id),
      )
      .select(['caller.user_id as caller_id', ...columns]),
  { token_hash: 'bytea', id: 'uuid' },
)

/** A profile, locked until the transaction ends. */
export const lockUser = prepared<'customers'>()((db, p: { id: string }) =>
  db.selectFrom('customers.users as u').select(columns).where('u.id', '=', p.id).forNoKeyUpdate(),
)

interface Change {
  id: string
  /** The sent fields as JSON; those that equal what is stored change nothing. */
  changes: string
  if_match: number | null
  /** True: all was judged under the row's lock. */
  is_judged: boolean
  audit: string
}

// Which fields changed is kept, not what they held: the trail outlives a person's wish to be forgotten.
const changedFields = sql<string>`jsonb_build_object('fields', (select jsonb_agg(f) from jsonb_object_keys(d.after) as f))`

/**
 * Changes a profile and writes the audit line in one statement; gives the profile as it is then. No row
 * when nothing differs, somebody was faster, or more must be judged than one statement can.
 */
export const changeUser = prepared<'customers'>()((db, p: Change) =>
  db
    .with('changed', (q) =>
      q
        .updateTable('customers.users as u')
        .from([
          'customers.users as o',
          difference(p.changes),
          sql<UserRow>`jsonb_populate_record(o, d.after)`.as('n'),
        ])
        .set((e) => ({
          pending_email: e.ref('n.pending_email'),
          first_name: e.ref('n.first_name'),
          last_name: e.ref('n.last_name'),
          city: e.ref('n.city'),
          region: e.ref('n.region'),
          country: e.ref('n.country'),
          phone: e.ref('n.phone'),
          onboarded: e.ref('n.onboarded'),
          time_zone: e.ref('n.time_zone'),
          theme: e.ref('n.theme'),
          language: e.ref('n.language'),
          version: e('u.version', '+', 1),
        }))
        .where('u.id', '=', p.id)
        .where('o.id', '=', p.id)
        // An edit that came between reading `o` and locking `u` shows in the version.
        .whereRef('o.version', '=', 'u.version')
        .where('d.after', 'is not', null)
        .where(
          sql<boolean>`(${p.is_judged}::boolean or not d.after ? 'email'
            and coalesce(o.version = ${p.if_match}::int, true))`,
        )
        .returning([...columns, sql<null>`null::jsonb`.as('before'), changedFields.as('after')]),
    )
    .with('audited', (q) =>
      q
        .insertInto('platform.audit')
        .columns(auditColumns)
        .expression((e) => e.selectFrom(['changed as d', auditLine(p.audit)]).select(changeValues)),
    )
    .selectFrom('changed as u')
    .select(columns),
)
