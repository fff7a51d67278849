import { withCaller } from '../../platform/authentication/authenticate.ts'
import { prepared } from '../../platform/database/db.ts'
import '../tables.ts'

export const findItem = prepared<'payments'>()((db, p: { id: string }) =>
  db.selectFrom('payments.subscription_items').select('subscription_id').where('id', '=', p.id),
)

/** Who asks, and the subscription of an item; null when there is none. */
export const findItemAsked = prepared<'payments'>()((db, p: { token_hash: Buffer; id: string }) =>
  withCaller(db, p.token_hash)
    .selectFrom('caller')
    .leftJoin('payments.subscription_items as i', (join) => join.on('i.id', '=', p.id))
    .select(['caller.user_id as caller_id', 'i.subscription_id']),
)
