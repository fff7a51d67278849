import { prepared } from '../platform/db.ts'
import type { Standing } from './tables.ts'

export const setStanding = prepared<'customers'>()((db, p: { id: string; standing: Standing }) =>
  db.updateTable('customers.sites').set({ standing: p.standing }).where('id', '=', p.id),
)
