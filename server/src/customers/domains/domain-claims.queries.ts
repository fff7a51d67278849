import type { DomainState } from '@byre/contract/places/domain-claims'
import { sql } from 'kysely'
import { prepared } from '../../platform/database/db.ts'
import type { Access, ByProduct } from '../access.policy.ts'
import { withCallerAt } from '../caller-at.queries.ts'
import { wantsMail } from '../mail-topics.queries.ts'
import type { SubjectKind } from '../tables.ts'

/** At a place whose domain changes with its address, its deletion or its return. */
export type DomainAccess = Access<'changeAddress' | 'delete' | 'restore', 'site' | 'clinic'>

type NewClaim = DomainAccess & {
  id: string
  domain: string
  token: string
}

/** Begins a claim, or another one in its place; no row when the place claims that domain already. */
export const beginClaim = prepared<'customers'>()((db, p: NewClaim) =>
  db
    .insertInto('customers.domain_claims')
    .values({ id: p.id, place_id: p.place_id, kind: p.kind, domain: p.domain, token: p.token })
    .onConflict((conflict) =>
      conflict
        .column('place_id')
        .doUpdateSet((e) => ({
          id: e.ref('excluded.id'),
          domain: e.ref('excluded.domain'),
          token: e.ref('excluded.token'),
          state: e.ref('excluded.state'),
          begun_at: e.ref('excluded.begun_at'),
          verified_at: e.ref('excluded.verified_at'),
          failing_since: e.ref('excluded.failing_since'),
          is_off: e.ref('excluded.is_off'),
          checked_at: e.ref('excluded.checked_at'),
          next_check_at: e.ref('excluded.next_check_at'),
          seen_a: e.ref('excluded.seen_a'),
          seen_aaaa: e.ref('excluded.seen_aaaa'),
          seen_txt: e.ref('excluded.seen_txt'),
          reason: e.ref('excluded.reason'),
        }))
        .whereRef('customers.domain_claims.domain', '<>', 'excluded.domain'),
    )
    .returning('id'),
)

export const dropClaim = prepared<'customers'>()((db, p: DomainAccess) =>
  db.deleteFrom('customers.domain_claims').where('place_id', '=', p.place_id).where('kind', '=', p.kind),
)

const shownColumns = [
  'c.id',
  'c.domain',
  'c.token',
  'c.state',
  'c.is_off',
  'c.seen_a',
  'c.seen_aaaa',
  'c.seen_txt',
  'c.checked_at',
  'c.next_check_at',
  'c.verified_at',
  'c.reason',
] as const

/** A place's claim for the caller; without a `role` the place is not theirs or not there. */
export const findShownClaim = prepared<'customers'>()(
  (db, p: { token_hash: Buffer; place_id: string; kind: 'site' | 'clinic' }) =>
    withCallerAt(db, p)
      .leftJoin('customers.domain_claims as c', (join) =>
        join.onRef('c.place_id', '=', 'm.place_id').onRef('c.kind', '=', 'm.kind'),
      )
      .select(['caller.user_id as caller_id', 'm.role', ...shownColumns]),
)

/** The same for someone who is known already. */
export const findClaimOf = prepared<'customers'>()(
  (db, p: { user_id: string; place_id: string; kind: 'site' | 'clinic' }) =>
    db
      .selectFrom('customers.role_holders as m')
      .leftJoin('customers.domain_claims as c', (join) =>
        join.onRef('c.place_id', '=', 'm.place_id').onRef('c.kind', '=', 'm.kind'),
      )
      .select(['m.role', ...shownColumns])
      .where('m.user_id', '=', p.user_id)
      .where('m.place_id', '=', p.place_id)
      .where('m.kind', '=', p.kind)
      .where('m.place_deleted_at', 'is', null),
)

/**
 * A look is due a minute after the last one was done, and thus always a moment after the round that comes each
 * minute. What falls due within half a minute is due, or it would wait for every second round.
 */
const due = sql<boolean>`next_check_at <= now() + interval '30 seconds'`

/**
 * Takes a look upon itself, so that nobody else does it too; should it never end, another follows in a
 * minute. `now`: whether it is due or not. No row: somebody else does it, or the claim is gone.
 */
export const takeCheck = prepared<'customers'>()((db, p: { id: ByProduct; now: boolean }) =>
  db
    .updateTable('customers.domain_claims')
    .set({ next_check_at: sql<string>`now() + interval '1 minute'` })
    .where('id', '=', p.id)
    .where(sql<boolean>`(${p.now}::boolean or ${due})`)
    .returning(['domain', 'token']),
)

/** Looking for a removed one begins anew. */
export const reviveClaim = prepared<'customers'>()((db, p: Access<'checkDomain'> & { id: string }) =>
  db
    .updateTable('customers.domain_claims')
    .set({ state: 'pending', begun_at: sql<string>`now()`, next_check_at: sql<string>`now()` })
    .where('id', '=', p.id)
    .where('place_id', '=', p.place_id)
    .where('state', '=', 'removed'),
)

/** A claim and its ages, locked until the transaction ends; no row when it is another one by now. */
export const lockClaim = prepared<'customers'>()((db, p: { id: string }) =>
  db
    .selectFrom('customers.domain_claims')
    .select([
      'id',
      'place_id',
      'kind',
      'domain',
      'token',
      'state',
      'is_off',
      sql<number>`extract(epoch from now() - begun_at)::float8`.as('age'),
      sql<number | null>`extract(epoch from now() - failing_since)::float8`.as('failing_age'),
    ])
    .where('id', '=', p.id)
    .forNoKeyUpdate(),
)

/** Whoever has the proof of a domain, other than this claim; locked until the transaction ends. */
export const lockHolder = prepared<'customers'>()((db, p: { id: string; domain: string }) =>
  db
    .selectFrom('customers.domain_claims')
    .select(['id', 'place_id', 'kind', sql<boolean>`failing_since is not null`.as('is_lost')])
    .where('domain', '=', p.domain)
    .where('state', 'in', ['verified', 'failing'])
    .where('id', '<>', p.id)
    .forNoKeyUpdate(),
)

interface Noted {
  id: ByProduct
  state: DomainState
  is_off: boolean
  /** What the look proved; null: it failed, or was of no use. */
  is_proven: boolean
  /** Whether the name server answered: only then does what was seen replace what was seen before. */
  is_known: boolean
  seen_a: string[]
  seen_aaaa: string[]
  seen_txt: string[]
  reason: string | null
  next_seconds: number | null
  token: string
}

/** Writes down what came of a look. */
export const noteCheck = prepared<'customers'>()((db, p: Noted) =>
  db
    .updateTable('customers.domain_claims')
    .set({
      state: sql<DomainState>`${p.state}`,
      token: p.token,
      is_off: p.is_off,
      verified_at: sql<
        string | null
      >`case when ${p.state}::text in ('verified', 'failing') then coalesce(verified_at, now()) end`,
      failing_since: sql<string | null>`case
        when not ${p.is_known}::boolean then failing_since
        when ${p.is_proven}::boolean or ${p.state}::text in ('pending', 'removed') then null
        else coalesce(failing_since, now()) end`,
      checked_at: sql<string>`now()`,
      next_check_at: sql<string | null>`now() + make_interval(secs => ${p.next_seconds}::float8)`,
      seen_a: sql<string[]>`case when ${p.is_known}::boolean then ${p.seen_a}::text[] else seen_a end`,
      seen_aaaa: sql<
        string[]
      >`case when ${p.is_known}::boolean then ${p.seen_aaaa}::text[] else seen_aaaa end`,
      seen_txt: sql<string[]>`case when ${p.is_known}::boolean then ${p.seen_txt}::text[] else seen_txt end`,
      reason: p.reason,
    })
    .where('id', '=', p.id),
)

/** A proof that somebody else's has replaced. */
export const removeProof = prepared<'customers'>()(
  (db, p: { id: ByProduct; token: string; reason: string }) =>
    db
      .updateTable('customers.domain_claims')
      .set({
        state: 'removed',
        token: p.token,
        is_off: false,
        verified_at: null,
        failing_since: null,
        next_check_at: null,
        reason: p.reason,
      })
      .where('id', '=', p.id),
)

/** A claim to be looked at again at once. */
export const hastenCheck = prepared<'customers'>()((db, p: { id: ByProduct }) =>
  db
    .updateTable('customers.domain_claims')
    .set({ next_check_at: sql<string>`now()` })
    .where('id', '=', p.id),
)

export const listDueClaims = prepared<'customers'>()((db, p: { limit: number }) =>
  db.selectFrom('customers.domain_claims').select('id').where(due).orderBy('next_check_at').limit(p.limit),
)

export const listOwners = prepared<'customers'>()((db, p: { kind: SubjectKind; place_id: string }) =>
  db
    .selectFrom('customers.members')
    .select('user_id')
    .where('place_id', '=', p.place_id)
    .where('kind', '=', p.kind)
    .where('role', '=', 'Owner')
    .where('place_deleted_at', 'is', null)
    .orderBy('user_id')
    .limit(100),
)

/** What a mail about a domain says; no row when it is another one by now, or its place or Owner gone. */
export const findDomainMail = prepared<'customers'>()((db, p: { id: string; user_id: string }) =>
  db
    .selectFrom('customers.domain_claims as c')
    .innerJoin('customers.places as s', (join) =>
      join.onRef('s.id', '=', 'c.place_id').onRef('s.kind', '=', 'c.kind'),
    )
    .innerJoin('customers.members as m', (join) =>
      join
        .onRef('m.place_id', '=', 'c.place_id')
        .onRef('m.kind', '=', 'c.kind')
        .on('m.user_id', '=', p.user_id)
        .on('m.role', '=', 'Owner'),
    )
    .innerJoin('customers.users as u', 'u.id', 'm.user_id')
    .select([
      'c.kind',
      'c.place_id',
      's.name',
      'u.email',
      'u.language',
      ...shownColumns,
      wantsMail('u.id', 'domains'),
    ])
    .select(sql<string>`c.failing_since + interval '7 days'`.as('off_at'))
    .where('c.id', '=', p.id)
    .where('s.deleted_at', 'is', null),
)

/** For development: whose records can be set by a button. */
export const listNewestClaims = prepared<'customers'>()((db, p: { limit: number }) =>
  db
    .selectFrom('customers.domain_claims')
    .select(['id', 'domain', 'token', 'state'])
    .orderBy('id', 'desc')
    .limit(p.limit),
)

/** How many domains stand how. */
export const countByState = prepared<'customers'>()((db) =>
  db
    .selectFrom('customers.domain_claims')
    .select(['state', (e) => e.fn.countAll<number>().as('domains')])
    .groupBy('state'),
)
