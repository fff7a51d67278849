import { sql } from 'kysely'
import { prepared } from '../../platform/database/db.ts'
import '../tables.ts'

interface NewEvent {
  gateway: 'sandbox' | 'stripe'
  id: string
  type: string
  about_kind: 'payment' | 'setup' | 'card'
  about_id: string
}

/** No row when this event was told before. */
export const insertEvent = prepared<'payments'>()((db, p: NewEvent) =>
  db
    .insertInto('payments.gateway_events')
    .values({ gateway: p.gateway, id: p.id, type: p.type, about_kind: p.about_kind, about_id: p.about_id })
    .onConflict((conflict) => conflict.columns(['gateway', 'id']).doNothing())
    .returning('id'),
)

/** All that was told about one thing and not worked on yet. */
export const listOpenEvents = prepared<'payments'>()(
  (db, p: Pick<NewEvent, 'gateway' | 'about_kind' | 'about_id'>) =>
    db
      .selectFrom('payments.gateway_events')
      .select('id')
      .where('gateway', '=', p.gateway)
      .where('about_id', '=', p.about_id)
      .where('about_kind', '=', p.about_kind)
      .where('done_at', 'is', null),
)

export const markEventsDone = prepared<'payments'>()(
  (db, p: { gateway: 'sandbox' | 'stripe'; ids: string[] }) =>
    db
      .updateTable('payments.gateway_events')
      .set({ done_at: sql<string>`now()` })
      .where('gateway', '=', p.gateway)
      .where('id', '=', sql<string>`any(${p.ids}::text[])`),
)

/** Gateways tell an event again for days, not for months. */
export const forgetEvents = prepared<'payments'>()((db, _: object) =>
  db.deleteFrom('payments.gateway_events').where('received_at', '<', sql<string>`now() - interval '60 days'`),
)
