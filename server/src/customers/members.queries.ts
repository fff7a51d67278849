import { prepared } from '../platform/db.ts'
import './tables.ts'

/** The role in a place that is not deleted. */
export const findRole = prepared<'customers'>()((db, p: { place_id: string; user_id: string }) =>
  db
    .selectFrom('customers.members')
    .select('role')
    .where('place_id', '=', p.place_id)
    .where('user_id', '=', p.user_id)
    .where('place_deleted_at', 'is', null),
)
