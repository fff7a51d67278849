import type { Role } from '@byre/contract/rights'
import { sql } from 'kysely'
import { prepared } from '../../platform/database/db.ts'
import type { Access } from '../access.policy.ts'
import { undoableSeconds } from './members.policy.ts'
import type { SubjectKind } from '../tables.ts'

const memberColumns = [
  'm.user_id',
  'm.role',
  'm.created_at',
  'u.first_name',
  'u.last_name',
  'u.email',
  'p.name as place_name',
  'p.standing',
] as const

/** Someone's membership in a place that is not deleted. */
export const findMember = prepared<'customers'>()(
  (db, p: { place_id: string; kind: SubjectKind; user_id: string }) =>
    db
      .selectFrom('customers.members as m')
      .innerJoin('customers.users as u', 'u.id', 'm.user_id')
      .innerJoin('customers.places as p', (join) =>
        join.on('p.id', '=', p.place_id).on('p.kind', '=', p.kind),
      )
      .select(memberColumns)
      .where('m.place_id', '=', p.place_id)
      .where('m.kind', '=', p.kind)
      .where('m.user_id', '=', p.user_id)
      .where('m.place_deleted_at', 'is', null),
)

/** What the actor is at a place that is not deleted, be it as a member or as a key of that place. */
export const findOwnRole = prepared<'customers'>()(
  (db, p: { place_id: string; kind: SubjectKind; user_id: string }) =>
    db
      .selectFrom('customers.role_holders as m')
      .innerJoin('customers.places as p', (join) =>
        join.on('p.id', '=', p.place_id).on('p.kind', '=', p.kind),
      )
      .select(['m.role', 'p.standing'])
      .where('m.place_id', '=', p.place_id)
      .where('m.kind', '=', p.kind)
      .where('m.user_id', '=', p.user_id)
      .where('m.place_deleted_at', 'is', null),
)

/**
 * Every Owner of a place and whoever of `user_ids` belongs to it, locked until the transaction ends:
 * of two who would end the last ownership at once, the second sees what the first has done.
 */
export const lockMembers = prepared<'customers'>()(
  (db, p: { place_id: string; kind: SubjectKind; user_ids: readonly string[] }) =>
    db
      .selectFrom('customers.members as m')
      .innerJoin('customers.users as u', 'u.id', 'm.user_id')
      .innerJoin('customers.places as p', (join) =>
        join.on('p.id', '=', p.place_id).on('p.kind', '=', p.kind),
      )
      .select(memberColumns)
      .where('m.place_id', '=', p.place_id)
      .where('m.kind', '=', p.kind)
      .where('m.place_deleted_at', 'is', null)
      .where(sql<boolean>`(m.role = 'Owner' or m.user_id = any(${p.user_ids}::uuid[]))`)
      .orderBy('m.user_id')
      .forUpdate('m'),
)

/** `member_id` is the one it is done to; `user_id`, of the proof, who does it. */
interface OneMember {
  member_id: string
}

export const setRole = prepared<'customers'>()(
  (db, p: Access<'giveRole' | 'takeOver'> & OneMember & { role: Role }) =>
    db
      .updateTable('customers.members')
      .set({ role: p.role })
      .where('place_id', '=', p.place_id)
      .where('kind', '=', p.kind)
      .where('user_id', '=', p.member_id),
)

export const removeMember = prepared<'customers'>()((db, p: Access<'removeMember' | 'leave'> & OneMember) =>
  db
    .deleteFrom('customers.members')
    .where('place_id', '=', p.place_id)
    .where('kind', '=', p.kind)
    .where('user_id', '=', p.member_id),
)

/**
 * Puts somebody back whom this actor removed a moment ago, with the role they had; no row when that was longer ago, somebody
 * else's doing since, or undone already, or when they have no account any more.
 */
export const putBackMember = prepared<'customers'>()(
  (db, p: Access<'removeMember'> & OneMember & { role: Role }) =>
    db
      .insertInto('customers.members')
      .columns(['place_id', 'kind', 'user_id', 'role', 'place_deleted_at'])
      .expression(
        db
          .selectFrom('customers.users as u')
          .select([
            sql<string>`${p.place_id}::uuid`.as('place_id'),
            sql<SubjectKind>`${p.kind}::text`.as('kind'),
            'u.id as user_id',
            sql<Role>`${p.role}::text`.as('role'),
            sql<null>`null::timestamptz`.as('place_deleted_at'),
          ])
          .where('u.id', '=', p.member_id)
          .where('u.left_at', 'is', null)
          .where(
            sql<boolean>`(select a.deed = 'removeMember' and a.actor_id = ${p.user_id} and a.before->>'role' = ${p.role}
              and a.at > now() - make_interval(secs => ${sql.lit(undoableSeconds)})
            from platform.audit as a
            where a.subject_id = ${p.place_id} and a.kind = ${p.kind}
              and a.deed in ('removeMember', 'leave') and a.before->>'user_id' = ${p.member_id}::text
            order by a.id desc limit 1)`,
          ),
      )
      .onConflict((conflict) => conflict.columns(['place_id', 'user_id']).doNothing())
      .returning(['created_at']),
)

/** No row when they belong to it already. */
export const insertMember = prepared<'customers'>()(
  (db, p: Access<'addMember'> & OneMember & { role: Role }) =>
    db
      .insertInto('customers.members')
      .values({
        place_id: p.place_id,
        kind: p.kind,
        user_id: p.member_id,
        role: p.role,
        place_deleted_at: null,
      })
      .onConflict((conflict) => conflict.columns(['place_id', 'user_id']).doNothing())
      .returning(['created_at']),
)

/** Someone who belongs to a live place together with the asking person. */
export const findAcquaintance = prepared<'customers'>()((db, p: { user_id: string; other_id: string }) =>
  db
    .selectFrom('customers.users as u')
    .select(['u.id', 'u.first_name', 'u.last_name', 'u.email'])
    .where('u.id', '=', p.other_id)
    .where((e) =>
      e.exists(
        e
          .selectFrom('customers.members as mine')
          .innerJoin('customers.members as theirs', 'theirs.place_id', 'mine.place_id')
          .select(sql`1`.as('shared'))
          .where('mine.user_id', '=', p.user_id)
          .where('mine.place_deleted_at', 'is', null)
          .where('theirs.user_id', '=', p.other_id),
      ),
    ),
)
