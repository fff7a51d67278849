import { sql, type RawBuilder } from 'kysely'
import { prepared, type Db } from '../platform/database/db.ts'
import type { Limit } from '../platform/limits/limits.ts'
import type { KeyedHashes } from '../platform/secrets.ts'
import { ladder } from './limits.policy.ts'
import './tables.ts'

/*
 * What slows guessing down. A try is judged twice: before the password is looked at, and again by the
 * statement that records the outcome. A try that ends after the address was locked is told only that, whether
 * the password was right or wrong: parallel tries learn no more than tries one after another.
 */

/** The keys under which an address's wrong tries are counted: by today's secret, and by every secret still in use. */
export interface LadderKey {
  address_hash: Buffer
  address_hashes: readonly Buffer[]
}

export const ladderKey = ({ hash, hashes }: KeyedHashes): LadderKey => ({
  address_hash: hash,
  address_hashes: hashes,
})

const wait = sql<number>`case
  when failures >= ${sql.lit(ladder.closedAt)} then ${sql.lit(ladder.longestSeconds)}
  else greatest(0, coalesce(ceil(extract(epoch from locked_until - now())), 0)) end::int`
const longestWait = sql<number>`coalesce(max(${wait}), 0)`
const isOpen = sql<boolean>`auth.sign_in_failures.failures < ${sql.lit(ladder.closedAt)}
  and coalesce(auth.sign_in_failures.locked_until <= now(), true)`

const hasSecondFactor = sql<boolean>`(
  exists (select from auth.totps as t where t.user_id = a.id and t.confirmed_at is not null)
  or exists (select from auth.passkeys as p where p.user_id = a.id))`

interface SignIn {
  /** Seconds until this network may try again, null when it may. */
  network_wait: number | null
  /** Seconds until this address may be tried again. */
  wait: number
  id: string | null
  password_hash: string | null
  groups: string[] | null
  is_confirmed: boolean
  has_second_factor: boolean
}

/** Counts a try of a network and finds the account it is about, in one statement. */
export async function countSignIn(
  db: Db<'auth'>,
  p: { network: string; email: string; limits: readonly Limit[] } & LadderKey,
): Promise<SignIn> {
  const names = p.limits.map(({ name }) => `${name}:${p.network}`)
  const seconds = p.limits.map(({ windowSeconds }) => windowSeconds)
  const most = p.limits.map(({ max }) => max)
  const { rows } = await sql<SignIn>`
    with allowed as (
      select bucket, seconds, most, to_timestamp(floor(extract(epoch from now()) / seconds) * seconds) as began
      from unnest(${names}::text[], ${seconds}::int[], ${most}::int[]) as t(bucket, seconds, most)
    ), spent as (
      insert into platform.rate_counters as c (bucket, window_start, spent)
      select bucket, began, 1 from allowed
      on conflict (bucket, window_start) do update set spent = c.spent + 1
      returning c.bucket, c.spent
    )
    select
      (select max(ceil(seconds - extract(epoch from now() - began)))::int
        from allowed join spent using (bucket) where spent.spent > most) as network_wait,
      (select ${longestWait} from auth.sign_in_failures
        where address_hash = any(${p.address_hashes}::bytea[])) as wait,
      a.id, a.password_hash, a.groups, a.confirmed_at is not null as is_confirmed,
      ${hasSecondFactor} as has_second_factor
    from (values (${p.email})) as asked(email)
    left join auth.emails as e on e.email = asked.email
    left join auth.accounts as a on a.id = e.user_id
  `.execute(db)
  return rows[0]!
}

/** Seconds until an address may be tried again; 0 when it may now. */
export async function findWait(db: Db<'auth'>, key: LadderKey): Promise<number> {
  const [row] = await findWaitRow(db, key)
  return row?.wait ?? 0
}

const anyOf = (p: LadderKey) => sql<boolean>`address_hash = any(${p.address_hashes}::bytea[])`

const findWaitRow = prepared<'auth'>()((db, p: LadderKey) =>
  db.selectFrom('auth.sign_in_failures').select(longestWait.as('wait')).where(anyOf(p)),
)

/** What was counted under the older secrets, in the words of `isOpen` and `failures`. */
const older = (p: LadderKey) => sql`(
  select coalesce(max(o.failures), 0) as failures, coalesce(bool_and(
      o.failures < ${sql.lit(ladder.closedAt)} and coalesce(o.locked_until <= now(), true)), true) as is_open
  from auth.sign_in_failures as o
  where o.address_hash = any(${p.address_hashes}::bytea[]) and o.address_hash <> ${p.address_hash})`

const lockedUntil = (
  failures: RawBuilder<number>,
) => sql<string>`case when ${failures} >= ${sql.lit(ladder.free)}
  then now() + make_interval(secs => least(${sql.lit(ladder.longestSeconds)},
    power(2, least(${failures} - ${sql.lit(ladder.free)}, 20)))) end`

/**
 * Counts a wrong password and climbs the ladder, on from what was counted under an older secret; no row when
 * the ladder is closed.
 */
export const countFailure = prepared<'auth'>()((db, p: LadderKey) => {
  const first = sql<number>`older.failures + 1`
  const oneMore = sql<number>`greatest(auth.sign_in_failures.failures + 1, excluded.failures)`
  return db
    .insertInto('auth.sign_in_failures')
    .columns(['address_hash', 'failures', 'locked_until'])
    .expression((e) =>
      e
        .selectFrom(older(p).as<'older'>(sql`older`))
        .select([
          sql<Buffer>`${p.address_hash}::bytea`.as('address_hash'),
          first.as('failures'),
          lockedUntil(first).as('locked_until'),
        ])
        .where(sql<boolean>`older.is_open`),
    )
    .onConflict((conflict) =>
      conflict
        .column('address_hash')
        .doUpdateSet({
          failures: oneMore,
          last_at: sql<string>`now()`,
          locked_until: lockedUntil(oneMore),
        })
        .where(isOpen),
    )
    .returning('failures')
})

/** Forgets the wrong passwords of an address; no row when its ladder has closed. */
export const forgiveFailures = prepared<'auth'>()((db, p: LadderKey) =>
  db
    .deleteFrom('auth.sign_in_failures')
    .where(anyOf(p))
    .where(isOpen)
    .where(sql<boolean>`(select is_open from ${older(p)} as older)`)
    .returning('failures'),
)

/** Opens the ladder of an address, however many wrong passwords there were. */
export const openLadder = prepared<'auth'>()((db, p: LadderKey) =>
  db.deleteFrom('auth.sign_in_failures').where(anyOf(p)),
)

/**
 * Holds an account while its password is still the one that was shown: a reset that ran meanwhile wins.
 * `failures` says whether wrong passwords are on record, null when there are none.
 */
export const lockProven = prepared<'auth'>()((db, p: { id: string; password_hash: string } & LadderKey) =>
  db
    .selectFrom('auth.accounts as a')
    .select((a) => [
      'a.id',
      'a.user_state',
      a
        .selectFrom('auth.sign_in_failures as f')
        .select((f) => f.fn.max('f.failures').as('failures'))
        .where(anyOf(p))
        .as('failures'),
    ])
    .where('a.id', '=', p.id)
    .where('a.password_hash', '=', p.password_hash)
    .forUpdate(),
)
