import type { Member } from '@byre/contract/people/members'
import type { Role } from '@byre/contract/rights'
import { sql } from 'kysely'
import { withCaller } from '../../platform/authentication/authenticate.ts'
import { prepared } from '../../platform/database/db.ts'
import { countedTo, pageOfWanted, totalOfWanted } from '../../platform/lists.ts'
import type { SubjectKind } from '../tables.ts'

/** The role in a place of this kind that is not deleted. */
export const findRole = prepared<'customers'>()(
  (db, p: { kind: SubjectKind; place_id: string; user_id: string }) =>
    db
      .selectFrom('customers.members')
      .select('role')
      .where('place_id', '=', p.place_id)
      .where('user_id', '=', p.user_id)
      .where('kind', '=', p.kind)
      .where('place_deleted_at', 'is', null),
)

interface Listing {
  token_hash: Buffer
  place_id: string
  kind: SubjectKind
  /** The roles that may see who belongs there. */
  seers: readonly Role[]
  /** Part of a name or address; empty for all. */
  q: string
  limit: number
  offset: number
}

/** A member, registered or not, as lists show them. */
type Listed = Pick<Member, 'id' | 'first_name' | 'last_name' | 'email' | 'role' | 'created_at'>

const named = sql`lower(concat_ws(' ', u.first_name, u.last_name))`
const rank = sql`array_position(array['Owner', 'Admin', 'User'], u.role)`
const orders = {
  name: sql`${named} asc, u.id asc`,
  '-name': sql`${named} desc, u.id desc`,
  email: sql`u.email asc nulls last, u.id asc`,
  '-email': sql`u.email desc nulls last, u.id desc`,
  role: sql`${rank} asc, ${named} asc, u.id asc`,
  '-role': sql`${rank} desc, ${named} desc, u.id desc`,
  created_at: sql`u.created_at asc, u.id asc`,
  '-created_at': sql`u.created_at desc, u.id desc`,
} as const

/**
 * Who belongs to a place, the unregistered on its list included. `own_role` is the caller's; without one the
 * place is not theirs or not there, and one that is not among the seers gets no rows.
 */
const listing = (order: keyof typeof orders) =>
  prepared<'customers'>()((db, p: Listing) =>
    withCaller(db, p.token_hash)
      .with('own', (q) =>
        q
          .selectFrom('caller')
          .innerJoin('customers.members as m', 'm.user_id', 'caller.user_id')
          .select('m.role')
          .where('m.place_id', '=', p.place_id)
          .where('m.kind', '=', p.kind)
          .where('m.place_deleted_at', 'is', null),
      )
      .with('wanted', (q) =>
        q
          .selectFrom((e) =>
            e
              .selectFrom('customers.members as m')
              .innerJoin('customers.users as u', 'u.id', 'm.user_id')
              .select([
                'u.id',
                'u.first_name',
                'u.last_name',
                sql<string | null>`u.email`.as('email'),
                'm.role',
                'm.created_at',
              ])
              .where('m.place_id', '=', p.place_id)
              .where('m.kind', '=', p.kind)
              .unionAll((e) =>
                e
                  .selectFrom('customers.hands as h')
                  .select([
                    'h.id',
                    sql<string | null>`h.name`.as('first_name'),
                    sql<string | null>`null`.as('last_name'),
                    sql<string | null>`null`.as('email'),
                    sql<Role>`'User'`.as('role'),
                    'h.created_at',
                  ])
                  .where('h.place_id', '=', p.place_id)
                  .where('h.user_id', 'is', null),
              )
              .as('u'),
          )
          .selectAll()
          .where(sql<boolean>`exists (select from own where own.role = any(${p.seers}::text[]))`)
          .where(
            sql<boolean>`(${p.q} = '' or strpos(${named}, lower(${p.q})) > 0 or strpos(u.email, lower(${p.q})) > 0)`,
          )
          .orderBy(orders[order])
          .limit(countedTo),
      )
      .selectFrom('caller')
      .leftJoin('own', (join) => join.onTrue())
      .leftJoin(pageOfWanted<Listed, 'u'>('u', orders[order], p), (join) => join.onTrue())
      .select([
        'caller.user_id as caller_id',
        'own.role as own_role',
        'u.id',
        'u.first_name',
        'u.last_name',
        'u.email',
        'u.role',
        'u.created_at',
        totalOfWanted,
      ])
      .orderBy(orders[order]),
  )

export const listMembers = {
  name: listing('name'),
  '-name': listing('-name'),
  email: listing('email'),
  '-email': listing('-email'),
  role: listing('role'),
  '-role': listing('-role'),
  created_at: listing('created_at'),
  '-created_at': listing('-created_at'),
}
