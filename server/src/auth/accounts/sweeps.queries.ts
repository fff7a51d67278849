import { sql } from 'kysely'
import { prepared, type Db } from '../../platform/database/db.ts'
import { ladder } from '../limits.policy.ts'
import '../tables.ts'

/** Accounts whose address was not confirmed in 72 hours. */
export const listAbandoned = prepared<'auth'>()((db, p: { limit: number }) =>
  db
    .selectFrom('auth.accounts')
    .select('id')
    .where('confirmed_at', 'is', null)
    .where('created_at', '<', sql<string>`now() - interval '72 hours'`)
    .orderBy('created_at')
    .limit(p.limit),
)

const aDayAgo = sql<string>`now() - interval '24 hours'`

/** Deletes codes, tries and askings that no rule looks at any more. */
export async function deleteOldCodes(db: Db<'auth'>): Promise<void> {
  await db.deleteFrom('auth.codes').where('expires_at', '<', aDayAgo).execute()
  await db
    .deleteFrom('auth.code_tries as t')
    .where(sql<boolean>`not exists (select from auth.codes as c where c.user_id = t.user_id)`)
    .where(sql<boolean>`coalesce(t.tried_at[cardinality(t.tried_at)] < ${aDayAgo}, true)`)
    .execute()
  await db.deleteFrom('auth.askings').where('last_at', '<', aDayAgo).execute()
}

/** Forgets wrong passwords of a month ago, unless only a reset may. */
export const deleteOldFailures = prepared<'auth'>()((db, p: { days: number }) =>
  db
    .deleteFrom('auth.sign_in_failures')
    .where('last_at', '<', sql<string>`now() - make_interval(days => ${p.days})`)
    .where('failures', '<', ladder.closedAt),
)

/** Deletes what was begun with a second factor and has run out. */
export async function deleteLapsedProofs(db: Db<'auth'>): Promise<void> {
  const lapsed = sql<string>`now()`
  await db.deleteFrom('auth.sign_in_tickets').where('expires_at', '<', lapsed).execute()
  await db.deleteFrom('auth.passkey_challenges').where('expires_at', '<', lapsed).execute()
  await db.deleteFrom('auth.trusted_devices').where('expires_at', '<', lapsed).execute()
  await db
    .deleteFrom('auth.totps')
    .where('confirmed_at', 'is', null)
    .where('begun_at', '<', aDayAgo)
    .execute()
}

/** Sign-ins of the last ten minutes, and how many of them were refused. */
export async function countSignIns(db: Db<'auth'>): Promise<{ all: number; refused: number }> {
  const [row] = await countSignInsRow(db, {})
  return row ?? { all: 0, refused: 0 }
}

const countSignInsRow = prepared<'auth'>()((db) =>
  db
    .selectFrom('platform.audit')
    .select([
      sql<number>`count(*)`.as('all'),
      sql<number>`count(*) filter (where after->>'result' = 'wrong password')`.as('refused'),
    ])
    .where('at', '>', sql<string>`now() - interval '10 minutes'`)
    .where('deed', '=', 'logIn'),
)
