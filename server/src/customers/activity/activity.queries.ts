import type { Role } from '@byre/contract/rights'
import { sql } from 'kysely'
import { refusedAccess } from '../../platform/audit/audit.ts'
import { callersList } from '../../platform/authentication/proven-lists.ts'
import { withCallerAt } from '../caller-at.queries.ts'
import { personName } from '../names.queries.ts'
import type { SubjectKind } from '../tables.ts'

interface Listing {
  token_hash: Buffer
  place_id: string
  kind: SubjectKind
  /** The roles that may see what was done there. */
  seers: readonly Role[]
  who: string | null
  deed: string | null
  /** From this time on, and before that one. */
  from: string | null
  to: string | null
  /** The last id of the page before. */
  after: string | null
  limit: number
}

/** The lines that a place's activity may hold, by one of the indexes of the trail. */
const lines = (wanted: ReturnType<typeof sql<boolean>>, p: Listing, isAbroad: boolean) => sql`
  (select t.*, ${sql.lit(isAbroad)} as is_abroad from platform.audit as t
   where ${wanted} and t.deed <> ${sql.lit(refusedAccess)}
     and (${p.after}::uuid is null or t.id < ${p.after}::uuid)
     and (${p.who}::uuid is null or t.actor_id = ${p.who}::uuid)
     and (${p.deed}::text is null or t.deed = ${p.deed}::text)
     and (${p.from}::timestamptz is null or t.at >= ${p.from}::timestamptz)
     and (${p.to}::timestamptz is null or t.at < ${p.to}::timestamptz)
   order by t.id desc limit ${p.limit}::int)`

interface Line {
  id: string
  at: string
  actor_id: string | null
  deed: string
  kind: string | null
  subject_id: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  network: string
  key_id: string | null
  is_abroad: boolean
}

/**
 * What was done to a place, newest first. A payer's also holds the lines of its sites and clinics that
 * name it (`is_abroad`). `own_role` is the caller's; one that is not among the seers gets no rows.
 */
export const listActivity = callersList<'customers'>()((db, p: Listing) =>
  withCallerAt(db, p)
    .leftJoinLateral(
      sql<Line>`(
        select distinct on (l.id) l.* from (
          ${lines(sql<boolean>`t.subject_id = ${p.place_id}::uuid and t.kind = ${p.kind}`, p, false)}
          union all
          ${lines(sql<boolean>`${p.kind} = 'billing_entity' and t.before ->> 'billing_entity_id' = ${p.place_id}`, p, true)}
          union all
          ${lines(sql<boolean>`${p.kind} = 'billing_entity' and t.after ->> 'billing_entity_id' = ${p.place_id}`, p, true)}
        ) as l
        where m.role = any(${p.seers}::text[])
        order by l.id desc limit ${p.limit}::int)`.as('l'),
      (join) => join.onTrue(),
    )
    .leftJoin('customers.users as u', 'u.id', 'l.actor_id')
    .leftJoin('platform.api_keys as k', 'k.id', 'l.key_id')
    .leftJoin('customers.hands as h', (join) =>
      join.on(sql<boolean>`h.id = coalesce(l.after ->> 'hand_id', l.before ->> 'hand_id')::uuid`),
    )
    .leftJoin('customers.users as a', (join) =>
      join.on(
        sql<boolean>`a.id = coalesce(l.after ->> 'user_id', l.before ->> 'user_id', h.user_id::text)::uuid`,
      ),
    )
    .select((e) => [
      'caller.user_id as caller_id',
      'm.role as own_role',
      'l.id',
      'l.at',
      'l.actor_id',
      personName('u').as('actor_name'),
      'l.deed',
      'l.before',
      'l.after',
      'l.network',
      'l.key_id',
      'k.name as key_name',
      'l.is_abroad',
      sql<string | null>`coalesce(a.id, h.id)`.as('about_id'),
      sql<string | null>`coalesce(${personName('a')}, h.name)`.as('about_name'),
      sql<string | null>`case when l.is_abroad then l.subject_id end`.as('abroad_id'),
      e
        .selectFrom('customers.places as p')
        .select('p.name')
        .whereRef('p.id', '=', 'l.subject_id')
        .where('l.is_abroad', '=', true)
        .as('abroad_name'),
    ])
    .orderBy('l.id', 'desc'),
)
