import type { Role } from '@byre/contract/rights'
import { sql } from 'kysely'
import { prepared, quickRead } from '../../platform/database/db.ts'
import { personName } from '../names.queries.ts'
import type { SubjectKind } from '../tables.ts'

/** Those of these people who belong to a place. */
export const listMembersAmong = prepared<'customers'>()((db, p: { place_id: string; user_ids: string[] }) =>
  db
    .selectFrom('customers.members')
    .select('user_id')
    .where('place_id', '=', p.place_id)
    .where(sql<boolean>`user_id = any(${p.user_ids}::uuid[])`)
    .where('place_deleted_at', 'is', null),
)

/** Who belongs to a place and can be written to, its Owners first; and how many they are. */
export const listReachable = quickRead<'customers'>()(
  (db, p: { kind: SubjectKind; place_id: string; at_most: number }) =>
    db
      .selectFrom('customers.members as m')
      .innerJoin('customers.users as u', 'u.id', 'm.user_id')
      .select([
        'u.id',
        personName('u').as('name'),
        'u.email',
        sql<Role>`m.role`.as('role'),
        sql<number>`count(*) over ()`.as('of'),
      ])
      .where('m.place_id', '=', p.place_id)
      .where('m.kind', '=', p.kind)
      .where('m.place_deleted_at', 'is', null)
      .orderBy(sql`array_position(array['Owner', 'Admin', 'User'], m.role)`)
      .orderBy(sql`lower(${personName('u')})`)
      .orderBy('u.id')
      .limit(p.at_most),
  { place_id: 'uuid' },
)
