import { prepared } from '../platform/db.ts'
import './tables.ts'

export const insertUser = prepared<'customers'>()((db, p: { id: string; email: string }) =>
  db.insertInto('customers.users').values({ id: p.id, email: p.email }),
)

export const removeUser = prepared<'customers'>()((db, p: { id: string }) =>
  db.deleteFrom('customers.users').where('id', '=', p.id),
)

export const findUser = prepared<'customers'>()((db, p: { id: string }) =>
  db.selectFrom('customers.users').select(['email', 'first_name', 'last_name']).where('id', '=', p.id),
)
