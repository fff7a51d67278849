import { prepared } from '../../platform/database/db.ts'
import { wantsMail } from '../mail-topics.queries.ts'
import type { SubjectKind } from '../tables.ts'

/** Whom a mail about a membership goes to, and their role now; no row when the place or the account is gone. */
export const findMemberMail = prepared<'customers'>()(
  (db, p: { kind: SubjectKind; place_id: string; user_id: string }) =>
    db
      .selectFrom('customers.users as u')
      .innerJoin('customers.places as p', (join) =>
        join.on('p.id', '=', p.place_id).on('p.kind', '=', p.kind),
      )
      .leftJoin('customers.members as m', (join) =>
        join.onRef('m.user_id', '=', 'u.id').onRef('m.place_id', '=', 'p.id').onRef('m.kind', '=', 'p.kind'),
      )
      .select(['u.email', 'u.language', 'p.name as place_name', 'm.role', wantsMail('u.id', 'roles')])
      .where('u.id', '=', p.user_id)
      .where('u.left_at', 'is', null)
      .where('p.deleted_at', 'is', null),
)
