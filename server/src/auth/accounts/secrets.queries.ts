import { sql } from 'kysely'
import { prepared, type Db } from '../../platform/database/db.ts'
import '../tables.ts'

interface Batch {
  after: string
  at_most: number
}

export const listTotps = prepared<'auth'>()((db, p: Batch) =>
  db
    .selectFrom('auth.totps')
    .select(['user_id', 'secret'])
    .where('user_id', '>', p.after)
    .orderBy('user_id')
    .limit(p.at_most),
)

export const setTotpSecret = prepared<'auth'>()(
  (db, p: { user_id: string; secret: Buffer; renewed: Buffer }) =>
    db
      .updateTable('auth.totps')
      .set({ secret: p.renewed })
      .where('user_id', '=', p.user_id)
      .where('secret', '=', p.secret)
      .returning('user_id'),
)

/** All codes of the next so many accounts. */
export const listBackupCodes = prepared<'auth'>()((db, p: Batch) =>
  db
    .selectFrom('auth.backup_codes')
    .select(['user_id', 'code_hash'])
    .where('user_id', 'in', (owners) =>
      owners
        .selectFrom('auth.backup_codes')
        .select('user_id')
        .distinct()
        .where('user_id', '>', p.after)
        .orderBy('user_id')
        .limit(p.at_most),
    )
    .orderBy('user_id'),
)

export const setBackupCode = prepared<'auth'>()(
  (db, p: { user_id: string; code_hash: Buffer; renewed: Buffer }) =>
    db
      .updateTable('auth.backup_codes')
      .set({ code_hash: p.renewed })
      .where('user_id', '=', p.user_id)
      .where('code_hash', '=', p.code_hash)
      .returning('user_id'),
)

export const listAddresses = prepared<'auth'>()((db, p: Batch) =>
  db
    .selectFrom('auth.emails')
    .select(['user_id', 'email'])
    .where('user_id', '>', p.after)
    .orderBy('user_id')
    .limit(p.at_most),
)

/** Counts wrong tries under another hash from now on, with those already counted there. */
export const moveLadders = prepared<'auth'>()((db, p: { from: readonly Buffer[]; to: readonly Buffer[] }) =>
  db
    .with('gone', (q) =>
      q
        .deleteFrom('auth.sign_in_failures as f')
        .using(
          sql<{ old: Buffer; new: Buffer }>`unnest(${p.from}::bytea[], ${p.to}::bytea[])`.as<'m'>(
            sql`m(old, new)`,
          ),
        )
        .whereRef('f.address_hash', '=', 'm.old')
        .returning(['m.new as address_hash', 'f.failures', 'f.locked_until', 'f.last_at']),
    )
    .with('moved', (q) =>
      q
        .insertInto('auth.sign_in_failures')
        .columns(['address_hash', 'failures', 'locked_until', 'last_at'])
        .expression((e) =>
          e
            .selectFrom('gone')
            .select((g) => [
              'address_hash',
              g.fn.max('failures').as('failures'),
              g.fn.max('locked_until').as('locked_until'),
              g.fn.max('last_at').as('last_at'),
            ])
            .groupBy('address_hash'),
        )
        .onConflict((conflict) =>
          conflict.column('address_hash').doUpdateSet({
            failures: sql<number>`greatest(auth.sign_in_failures.failures, excluded.failures)`,
            locked_until: sql<string>`greatest(auth.sign_in_failures.locked_until, excluded.locked_until)`,
            last_at: sql<string>`greatest(auth.sign_in_failures.last_at, excluded.last_at)`,
          }),
        )
        .returning('address_hash'),
    )
    .selectFrom('moved')
    .select((e) => e.fn.countAll<number>().as('count')),
)

/** How many of these wrong tries are counted under, and how many there are in all. */
export const countLadders = prepared<'auth'>()((db, p: { hashes: readonly Buffer[] }) =>
  db
    .selectFrom('auth.sign_in_failures')
    .select((e) => [
      sql<number>`(count(*) filter (where address_hash = any(${p.hashes}::bytea[])))::int`.as('count'),
      e.fn.countAll<number>().as('all'),
    ]),
)

/** What only its owner has, made before a moment: how many, and until when any of it is good. */
export interface Left {
  value: string
  left: number
  until: string | null
}

/** `since`: from when on nothing was written under another secret than the first. */
export async function listAccountsLeft(db: Db<'auth'>, since: string): Promise<Left[]> {
  const { rows } = await sql<Left>`
    select 'codes and links in mails' as value, count(*)::int as left, max(expires_at) as until
      from auth.codes where closed_at is null and expires_at > now() and made_at < ${since}
    union all
    select 'links that undo a change of address', count(*)::int, max(asked_at) + interval '7 days'
      from auth.email_changes
      where undone_at is null and asked_at > now() - interval '7 days' and asked_at < ${since}
    union all
    select 'sessions whose used refresh tokens are still told', count(*)::int, max(absolute_expires_at)
      from platform.sessions where absolute_expires_at > now() and rotated_at < ${since}
    union all
    select 'browsers that skip the second factor', count(*)::int, max(expires_at)
      from auth.trusted_devices where expires_at > now() and last_used_at < ${since}
    union all
    select 'devices that are known', count(*)::int, max(last_at) + interval '400 days'
      from auth.known_devices where last_at < ${since}
    union all
    select 'mails that were asked for', count(*)::int, max(last_at) + interval '1 day'
      from auth.askings where last_at < ${since}
    union all
    select 'idempotency keys', count(*)::int, max(created_at) + interval '1 day'
      from platform.idempotency_keys where created_at < ${since}
  `.execute(db)
  return rows
}
