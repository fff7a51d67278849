import type { ListedMember, Member } from '@byre/contract/people/members'
import type { Role } from '@byre/contract/rights'
import { sql } from 'kysely'
import { withCaller } from '../../platform/authentication/authenticate.ts'
import { callersList } from '../../platform/authentication/proven-lists.ts'
import { prepared } from '../../platform/database/db.ts'
import { countedTo, pageOfWanted, totalOfWanted } from '../../platform/lists.ts'
import { inviterName, isOpen } from '../invites/invites.queries.ts'
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
  /** The roles that are also told who is invited; none where nobody asked for it. */
  inviters: readonly Role[]
  /** Part of a name or address; empty for all. */
  q: string
  limit: number
  offset: number
}

type Invited = NonNullable<ListedMember['invite']>
const inviteColumns = ['hand_id', 'expired_at', 'mail', 'mail_problem', 'inviter_name'] as const
type InviteColumns = { [C in (typeof inviteColumns)[number]]: Invited[C] | null }

/** A member, registered or not, or someone invited (only then with what is told of the invitation), as lists show them. */
type Listed = Pick<Member, 'id' | 'first_name' | 'last_name' | 'email' | 'role' | 'created_at'> &
  InviteColumns

const notInvited = [
  sql<string | null>`null::uuid`.as('hand_id'),
  sql<string | null>`null::timestamptz`.as('expired_at'),
  sql<Invited['mail'] | null>`null::text`.as('mail'),
  sql<string | null>`null::text`.as('mail_problem'),
  sql<string | null>`null::text`.as('inviter_name'),
] as const

const named = sql`lower(concat_ws(' ', u.first_name, u.last_name))`
const rank = sql`array_position(array['Owner', 'Admin', 'User'], u.role)`
/** Among 46 names nobody finds the Owner: accounts come first, then who is invited, then names alone. */
const standing = sql`case when u.expired_at is not null then 1 when u.email is null then 2 else 0 end`
const orders = {
  name: sql`${standing} asc, ${named} asc, u.email asc, u.id asc`,
  '-name': sql`${standing} asc, ${named} desc, u.email desc, u.id desc`,
  email: sql`u.email asc nulls last, u.id asc`,
  '-email': sql`u.email desc nulls last, u.id desc`,
  role: sql`${rank} asc, ${standing} asc, ${named} asc, u.email asc, u.id asc`,
  '-role': sql`${rank} desc, ${standing} asc, ${named} desc, u.email desc, u.id desc`,
  created_at: sql`u.created_at asc, u.id asc`,
  '-created_at': sql`u.created_at desc, u.id desc`,
} as const

/**
 * Who belongs to a place, the unregistered on its list included. `own_role` is the caller's; without one the
 * place is not theirs or not there, and one that is not among the seers gets no rows.
 */
const listing = (order: keyof typeof orders) =>
  callersList<'customers'>()((db, p: Listing) =>
    withCaller(db, p.token_hash)
      .with('own', (q) =>
        q
          .selectFrom('caller')
          .innerJoin('customers.role_holders as m', 'm.user_id', 'caller.user_id')
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
                ...notInvited,
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
                    ...notInvited,
                  ])
                  .where('h.place_id', '=', p.place_id)
                  .where('h.user_id', 'is', null),
              )
              .unionAll((e) =>
                e
                  .selectFrom('own')
                  .innerJoin('customers.invites as i', (join) =>
                    join.on('i.place_id', '=', p.place_id).on('i.kind', '=', p.kind),
                  )
                  .innerJoin('customers.places as l', (join) =>
                    join.onRef('l.id', '=', 'i.place_id').onRef('l.kind', '=', 'i.kind'),
                  )
                  .innerJoin('customers.users as u', 'u.id', 'i.invited_by')
                  .leftJoin('customers.hands as h', 'h.id', 'i.hand_id')
                  .select([
                    'i.id',
                    'h.name as first_name',
                    sql<string | null>`null`.as('last_name'),
                    'i.email',
                    'i.role',
                    'i.created_at',
                    'i.hand_id',
                    'i.expired_at',
                    'i.mail',
                    'i.mail_problem',
                    inviterName.as('inviter_name'),
                  ])
                  .where(sql<boolean>`own.role = any(${p.inviters}::text[])`)
                  .where('l.standing', '<>', 'stopped')
                  .where(isOpen(p.inviters)),
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
        ...inviteColumns.map((column) => `u.${column}` as const),
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
