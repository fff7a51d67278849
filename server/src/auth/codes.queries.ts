import { sql, type Expression, type RawBuilder } from 'kysely'
import { prepared, type Db } from '../platform/database/db.ts'
import { transaction } from '../platform/database/transactions.ts'
import { codeTries, type Pace } from './limits.policy.ts'
import type { LadderKey } from './sign-in-failures.queries.ts'
import type { CodePurpose } from './tables.ts'

interface NewCode {
  id: string
  user_id: string
  purpose: CodePurpose
  digits_hash: Buffer
  link_hash: Buffer | null
  /** The hash of the same letter's digits under each secret. */
  known: readonly Buffer[]
  good_for_seconds: number
}

/**
 * Makes a mail's code live, or the same one live again when its mail is tried again. After too
 * many wrong tries all older digits are closed, and the tries begin anew; so they do when no digits
 * are live. The hash of the digits that are live, which an earlier try may have made under another secret;
 * null when the code was used in the meantime.
 */
export async function putCode(db: Db<'auth'>, code: NewCode): Promise<Buffer | null> {
  return transaction(db, async (db) => {
    await beginTries(db, { user_id: code.user_id })
    const [tried] = await lockTries(db, { user_id: code.user_id })
    const isSpent = (tried?.tries ?? 0) >= codeTries.most
    if (isSpent) await closeOlderDigits(db, { user_id: code.user_id, id: code.id })
    const [made] = await insertCode(db, code)
    if (!made) return null
    if (isSpent || made.others_live === 0) await resetTries(db, { user_id: code.user_id })
    return made.digits_hash
  })
}

const beginTries = prepared<'auth'>()((db, p: { user_id: string }) =>
  db
    .insertInto('auth.code_tries')
    .values({ user_id: p.user_id })
    .onConflict((conflict) => conflict.column('user_id').doNothing()),
)

const lockTries = prepared<'auth'>()((db, p: { user_id: string }) =>
  db.selectFrom('auth.code_tries').select('tries').where('user_id', '=', p.user_id).forUpdate(),
)

const resetTries = prepared<'auth'>()((db, p: { user_id: string }) =>
  db.updateTable('auth.code_tries').set({ tries: 0 }).where('user_id', '=', p.user_id),
)

const closeOlderDigits = prepared<'auth'>()((db, p: { user_id: string; id: string }) =>
  db
    .updateTable('auth.codes')
    .set({ digits_hash: null })
    .where('user_id', '=', p.user_id)
    .where('id', '!=', p.id)
    .where('digits_hash', 'is not', null),
)

const insertCode = prepared<'auth'>()((db, p: NewCode) => {
  const expires = sql<string>`now() + make_interval(secs => ${p.good_for_seconds})`
  // A hash under a secret that is gone can be neither mailed again nor entered.
  const keptIfKnown = (column: 'digits_hash' | 'link_hash', made: Expression<Buffer | null>) =>
    sql<Buffer>`case when auth.codes.digits_hash = any(${p.known}::bytea[])
      then ${sql.ref(`auth.codes.${column}`)} else ${made} end`
  return db
    .insertInto('auth.codes')
    .values({
      id: p.id,
      user_id: p.user_id,
      purpose: p.purpose,
      digits_hash: p.digits_hash,
      link_hash: p.link_hash,
      expires_at: expires,
      closed_at: null,
    })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((set) => ({
          expires_at: expires,
          digits_hash: keptIfKnown('digits_hash', set.ref('excluded.digits_hash')),
          link_hash: keptIfKnown('link_hash', set.ref('excluded.link_hash')),
        }))
        .where('auth.codes.closed_at', 'is', null)
        .where('auth.codes.digits_hash', 'is not', null),
    )
    .returning((row) => [
      'digits_hash',
      row
        .selectFrom('auth.codes as other')
        .select((other) => other.fn.countAll<number>().as('count'))
        .where('other.user_id', '=', p.user_id)
        .where('other.id', '!=', p.id)
        .where('other.digits_hash', 'is not', null)
        .where('other.closed_at', 'is', null)
        .where('other.expires_at', '>', sql<string>`now()`)
        .as('others_live'),
    ])
})

/** Counts a code's life from the moment its mail was handed over. */
export const markTransferred = prepared<'auth'>()((db, p: { id: string; good_for_seconds: number }) =>
  db
    .updateTable('auth.codes')
    .set({ expires_at: sql<string>`now() + make_interval(secs => ${p.good_for_seconds})` })
    .where('id', '=', p.id),
)

/** Counts a try at the digits before they are compared; no row when none is left, or nobody is there. */
export const countTry = prepared<'auth'>()((db, p: { email: string }) =>
  db
    .updateTable('auth.code_tries as t')
    .from('auth.emails as e')
    .set({
      tries: sql<number>`t.tries + 1`,
      tried_at: sql<
        string[]
      >`array(select moment from unnest(t.tried_at) as moment where moment > now() - interval '24 hours') || now()::timestamptz(3)`,
    })
    .where('e.email', '=', p.email)
    .whereRef('t.user_id', '=', 'e.user_id')
    .where('t.tries', '<', codeTries.most)
    .where(
      sql<boolean>`(select count(*) from unnest(t.tried_at) as moment where moment > now() - interval '24 hours') < ${codeTries.mostADay}`,
    )
    .returning('t.user_id'),
)

/** The newest three live digits. */
export const listDigits = prepared<'auth'>()((db, p: { user_id: string; purpose: CodePurpose }) =>
  db
    .selectFrom('auth.codes')
    .select(['id', 'digits_hash'])
    .where('user_id', '=', p.user_id)
    .where('purpose', '=', p.purpose)
    .where('digits_hash', 'is not', null)
    .where('closed_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .orderBy('made_at', 'desc')
    .limit(3),
)

/** The live link of a reset mail to this address. */
export const findLink = prepared<'auth'>()((db, p: { email: string; link_hashes: readonly Buffer[] }) =>
  db
    .selectFrom('auth.codes as c')
    .innerJoin('auth.emails as e', 'e.user_id', 'c.user_id')
    .select(['c.id', 'c.user_id'])
    .where('e.email', '=', p.email)
    .where(sql<boolean>`c.link_hash = any(${p.link_hashes}::bytea[])`)
    .where('c.purpose', '=', 'reset')
    .where('c.closed_at', 'is', null)
    .where('c.expires_at', '>', sql<string>`now()`),
)

/**
 * Uses a code: closes it and all others it makes useless, and forgets the tries. False when another
 * request used it first.
 */
export async function useCode(
  db: Db<'auth'>,
  code: { id: string; user_id: string },
  closing: readonly CodePurpose[],
): Promise<boolean> {
  await forgetTries(db, { user_id: code.user_id })
  const closed = await closeCodes(db, { user_id: code.user_id, purposes: closing })
  return closed.some(({ id }) => id === code.id)
}

const forgetTries = prepared<'auth'>()((db, p: { user_id: string }) =>
  db.deleteFrom('auth.code_tries').where('user_id', '=', p.user_id),
)

/** Closes every open code of these purposes. */
export const closeCodes = prepared<'auth'>()((db, p: { user_id: string; purposes: readonly CodePurpose[] }) =>
  db
    .updateTable('auth.codes')
    .set({ closed_at: sql<string>`now()` })
    .where('user_id', '=', p.user_id)
    .where(sql<boolean>`purpose = any(${p.purposes}::text[])`)
    .where('closed_at', 'is', null)
    .returning('id'),
)

interface Asking extends Pace, LadderKey {
  purpose: string
}

/**
 * Notes that a mail was asked for; no row when it was asked for too often to send another, under whichever
 * secret that was noted.
 */
export const ask = prepared<'auth'>()((db, p: Asking) => {
  const since = (seconds: number) => sql`now() - make_interval(secs => ${seconds})`
  const older = sql`array(
    select moment from auth.askings as o cross join unnest(o.asked_at) as moment
    where o.address_hash = any(${p.address_hashes}::bytea[]) and o.address_hash <> ${p.address_hash}
      and o.purpose = ${p.purpose})`
  const mayBeAsked = (moments: RawBuilder<unknown>) => sql<boolean>`(
    select count(*) filter (where moment > ${since(p.leastSeconds)}) < ${p.perLeast} and count(*) < ${p.most}
    from unnest(${moments}) as moment where moment > ${since(p.seconds)})`
  return db
    .insertInto('auth.askings')
    .columns(['address_hash', 'purpose', 'asked_at', 'last_at'])
    .expression((e) =>
      e
        .selectFrom(sql`(values (1))`.as<'once'>(sql`once`))
        .select([
          sql<Buffer>`${p.address_hash}::bytea`.as('address_hash'),
          sql<string>`${p.purpose}::text`.as('purpose'),
          sql<string[]>`array[now()::timestamptz(3)]`.as('asked_at'),
          sql<string>`now()`.as('last_at'),
        ])
        .where(mayBeAsked(older)),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['address_hash', 'purpose'])
        .doUpdateSet({
          asked_at: sql<
            string[]
          >`array(select moment from unnest(auth.askings.asked_at) as moment where moment > ${since(p.seconds)}) || now()::timestamptz(3)`,
          last_at: sql<string>`now()`,
        })
        .where(mayBeAsked(sql`auth.askings.asked_at || ${older}`)),
    )
    .returning(sql<string>`now()`.as('asked_at'))
})

/** Whether a time that the database gave lies at most this long ago, by the database's clock. */
export async function isRecent(db: Db<'auth'>, at: string, seconds: number): Promise<boolean> {
  const [row] = await isRecentRow(db, { at, seconds })
  return row?.is_recent ?? false
}

const isRecentRow = prepared<'auth'>()((db, p: { at: string; seconds: number }) =>
  db.selectNoFrom(
    sql<boolean>`${p.at}::timestamptz > now() - make_interval(secs => ${p.seconds})`.as('is_recent'),
  ),
)
