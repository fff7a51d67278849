import { sql } from 'kysely'
import { prepared } from '../platform/db.ts'
import type { ShownCard } from './gateways/gateway.ts'
import './tables.ts'

type GatewayName = 'sandbox' | 'stripe'

interface NewAttempt {
  id: string
  billing_entity_id: string
  gateway: GatewayName
  gateway_card_id: string
  card_id: string | null
  actor_id: string
}

/** Notes that a gateway is about to be asked to keep a card, and what it will call it. */
export const insertAttempt = prepared<'payments'>()((db, p: NewAttempt) =>
  db.insertInto('payments.card_attempts').values({
    id: p.id,
    billing_entity_id: p.billing_entity_id,
    gateway: p.gateway,
    gateway_card_id: p.gateway_card_id,
    card_id: p.card_id,
    actor_id: p.actor_id,
  }),
)

/** Notes that a card is to be removed at its gateway. */
export const insertLetGo = prepared<'payments'>()(
  (db, p: { id: string; billing_entity_id: string; gateway: GatewayName; gateway_card_id: string }) =>
    db.insertInto('payments.card_attempts').values({
      id: p.id,
      billing_entity_id: p.billing_entity_id,
      gateway: p.gateway,
      gateway_card_id: p.gateway_card_id,
      card_id: null,
      actor_id: null,
      abandoned: true,
    }),
)

/** The card is kept only once its holder has confirmed it. No row when it was given up. */
export const markWaiting = prepared<'payments'>()(
  (db, p: { id: string; gateway_setup_id: string; shown: ShownCard }) =>
    db
      .updateTable('payments.card_attempts')
      .set({ gateway_setup_id: p.gateway_setup_id, shown: p.shown })
      .where('id', '=', p.id)
      .where('abandoned', '=', false)
      .returning('id'),
)

/** A try that waits for its holder, by our id or by the gateway's name for it. */
export const findWaiting = prepared<'payments'>()(
  (db, p: { id: string | null; gateway: GatewayName; gateway_setup_id: string | null }) =>
    db
      .selectFrom('payments.card_attempts')
      .select(['id', 'billing_entity_id', 'card_id', 'gateway_card_id', 'gateway_setup_id', 'actor_id'])
      .where((e) => e.or([e('id', '=', p.id), e('gateway_setup_id', '=', p.gateway_setup_id)]))
      .where('gateway', '=', p.gateway)
      .where('gateway_setup_id', 'is not', null)
      .where('abandoned', '=', false),
)

/** Takes the attempt away with its outcome; no row when it was given up in the meantime. */
export const finishAttempt = prepared<'payments'>()((db, p: { id: string }) =>
  db
    .deleteFrom('payments.card_attempts')
    .where('id', '=', p.id)
    .where('abandoned', '=', false)
    .returning('id'),
)

/** From here on nobody may finish it; no row when somebody has, or another gateway was asked. */
export const markAbandoned = prepared<'payments'>()((db, p: { id: string; gateway: GatewayName }) =>
  db
    .updateTable('payments.card_attempts')
    .set({ abandoned: true })
    .where('id', '=', p.id)
    .where('gateway', '=', p.gateway)
    .returning(['id', 'gateway_card_id']),
)

export const removeAttempt = prepared<'payments'>()((db, p: { id: string }) =>
  db.deleteFrom('payments.card_attempts').where('id', '=', p.id),
)

/** The oldest attempts that nobody can still be working on, and that no holder is still asked about. */
export const listStaleAttempts = prepared<'payments'>()(
  (db, p: { gateway: GatewayName; minutes: number; minutes_for_holder: number }) =>
    db
      .selectFrom('payments.card_attempts')
      .select(['id', 'abandoned', 'gateway_setup_id'])
      .where('gateway', '=', p.gateway)
      .where(
        'started_at',
        '<',
        sql<string>`now() - make_interval(mins => case
          when gateway_setup_id is null or abandoned then ${p.minutes}::int else ${p.minutes_for_holder}::int end)`,
      )
      .orderBy('started_at')
      .limit(500),
)
