import { prepared } from '../../platform/database/db.ts'
import type { Place } from '../ports.ts'

/** What a mail to an Owner of a place says; no row where the place is purged, or they own it no longer. */
export const findStaffMail = prepared<'customers'>()(
  (db, p: { kind: Place['kind']; place_id: string; user_id: string }) =>
    db
      .selectFrom('customers.members as m')
      .innerJoin('customers.tenants as t', (join) =>
        join.onRef('t.id', '=', 'm.place_id').onRef('t.kind', '=', 'm.kind'),
      )
      .innerJoin('customers.users as u', 'u.id', 'm.user_id')
      .select(['t.name', 't.subdomain', 't.standing', 't.deleted_at', 'u.email', 'u.language'])
      .where('m.place_id', '=', p.place_id)
      .where('m.kind', '=', p.kind)
      .where('m.user_id', '=', p.user_id)
      .where('m.role', '=', 'Owner'),
)
