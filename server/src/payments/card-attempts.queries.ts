import { sql } from 'kysely'
import { prepared } from '../platform/db.ts'
import './tables.ts'

/** Notes that a gateway is about to be asked to keep a card under this id. */
export const insertAttempt = prepared<'payments'>()(
  (db, p: { id: string; billing_entity_id: string; gateway: 'sandbox' | 'stripe' }) =>
    db
      .insertInto('payments.card_attempts')
      .values({ id: p.id, billing_entity_id: p.billing_entity_id, gateway: p.gateway }),
)

/** Takes the attempt away with its outcome; no row when it was given up in the meantime. */
export const finishAttempt = prepared<'payments'>()((db, p: { id: string }) =>
  db
    .deleteFrom('payments.card_attempts')
    .where('id', '=', p.id)
    .where('abandoned', '=', false)
    .returning('id'),
)

/** From here on nobody may finish it; no row when somebody has. */
export const markAbandoned = prepared<'payments'>()((db, p: { id: string }) =>
  db.updateTable('payments.card_attempts').set({ abandoned: true }).where('id', '=', p.id).returning('id'),
)

export const removeAttempt = prepared<'payments'>()((db, p: { id: string }) =>
  db.deleteFrom('payments.card_attempts').where('id', '=', p.id),
)

/** The oldest attempts that nobody can still be working on. */
export const listStaleAttempts = prepared<'payments'>()(
  (db, p: { gateway: 'sandbox' | 'stripe'; minutes: number }) =>
    db
      .selectFrom('payments.card_attempts')
      .select('id')
      .where('gateway', '=', p.gateway)
      .where('started_at', '<', sql<string>`now() - make_interval(mins => ${p.minutes})`)
      .orderBy('started_at')
      .limit(500),
)

/** Cards whose presence at the gateway was confirmed longest ago. */
export const listCardsToCheck = prepared<'payments'>()((db, p: { gateway: 'sandbox' | 'stripe' }) =>
  db
    .selectFrom('payments.cards')
    .select('id')
    .where('gateway', '=', p.gateway)
    .orderBy('checked_at')
    .limit(500),
)

export const markChecked = prepared<'payments'>()((db, p: { ids: string[] }) =>
  db
    .updateTable('payments.cards')
    .set({ checked_at: sql<string>`now()` })
    .where('id', '=', sql<string>`any(${p.ids}::uuid[])`),
)
