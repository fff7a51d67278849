import type { BillingEntityId } from '@byre/contract/subject-kinds'
import { sql } from 'kysely'
import { prepared } from '../../platform/database/db.ts'
import type { ShownCard } from '../ports.ts'
import '../tables.ts'

type GatewayName = 'sandbox' | 'stripe'

interface NewAttempt {
  id: string
  billing_entity_id: BillingEntityId
  gateway: GatewayName
  gateway_card_id: string
  card_id: string | null
  /** Null where nobody asked: the gateway has a card that we do not know. */
  actor_id: string | null
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
  (
    db,
    p: { id: string; billing_entity_id: BillingEntityId; gateway: GatewayName; gateway_card_id: string },
  ) =>
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

/** That of its payer's tries for the same card no other was given up, or none is at work. */
const noOther = (state: 'abandoned' | 'live') => sql<boolean>`not exists (
  select from payments.card_attempts as other
  where other.billing_entity_id = a.billing_entity_id and other.gateway = a.gateway
    and other.gateway_card_id = a.gateway_card_id and other.id <> a.id
    and other.abandoned = ${sql.lit(state === 'abandoned')})`

/**
 * Takes the attempt away with its outcome; no row when it was given up in the meantime, or its card is just
 * being removed. Only while the payer's customer is held.
 */
export const finishAttempt = prepared<'payments'>()((db, p: { id: string }) =>
  db
    .deleteFrom('payments.card_attempts as a')
    .where('a.id', '=', p.id)
    .where('a.abandoned', '=', false)
    .where(noOther('abandoned'))
    .returning('a.id'),
)

/** Holds the payer of an attempt at its gateway, and says what the attempt is for. */
export const holdCustomerOfAttempt = prepared<'payments'>()((db, p: { id: string; gateway: GatewayName }) =>
  db
    .selectFrom('payments.card_attempts as a')
    .innerJoin('payments.gateway_customers as c', (join) =>
      join.onRef('c.gateway', '=', 'a.gateway').onRef('c.billing_entity_id', '=', 'a.billing_entity_id'),
    )
    .select(['a.billing_entity_id', 'a.gateway', 'a.gateway_card_id', 'c.customer'])
    .where('a.id', '=', p.id)
    .where('a.gateway', '=', p.gateway)
    .forUpdate('c'),
)

/**
 * From here on its card may be removed and nobody may keep it; no row when somebody keeps it, or another try
 * is at work on it. Only while the payer's customer is held.
 */
export const markAbandoned = prepared<'payments'>()((db, p: { id: string }) =>
  db
    .updateTable('payments.card_attempts as a')
    .set({ abandoned: true })
    .where('a.id', '=', p.id)
    .where(
      sql<boolean>`not exists (select from payments.cards as kept
        where kept.gateway = a.gateway and kept.gateway_card_id = a.gateway_card_id)`,
    )
    .where(noOther('live'))
    .returning('a.id'),
)

export const removeAttempt = prepared<'payments'>()((db, p: { id: string; gateway: GatewayName }) =>
  db.deleteFrom('payments.card_attempts').where('id', '=', p.id).where('gateway', '=', p.gateway),
)

/** The gateway has a payer's card no more: whoever still tries to keep it cannot. */
export const removeAttemptsAt = prepared<'payments'>()(
  (db, p: { billing_entity_id: BillingEntityId; gateway: GatewayName; gateway_card_id: string }) =>
    db
      .deleteFrom('payments.card_attempts')
      .where('billing_entity_id', '=', p.billing_entity_id)
      .where('gateway', '=', p.gateway)
      .where('gateway_card_id', '=', p.gateway_card_id),
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
