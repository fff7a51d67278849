import { prepared } from '../../platform/database/db.ts'
import '../tables.ts'

/** One event of a subscription, and what it was before. */
export const findEvent = prepared<'payments'>()((db, p: { subscription_id: string; n: number }) =>
  db
    .selectFrom('payments.subscription_events')
    .select(['before', 'event'])
    .where('subscription_id', '=', p.subscription_id)
    .where('n', '=', p.n),
)
