import type { BillingEntityId } from '@byre/contract/subject-kinds'
import { sql } from 'kysely'
import { prepared } from '../../platform/database/db.ts'
import '../tables.ts'

type GatewayName = 'sandbox' | 'stripe'

export const findCustomer = prepared<'payments'>()(
  (db, p: { gateway: GatewayName; billing_entity_id: BillingEntityId }) =>
    db
      .selectFrom('payments.gateway_customers')
      .select('customer')
      .where('gateway', '=', p.gateway)
      .where('billing_entity_id', '=', p.billing_entity_id),
)

/** Of one payer's cards, either one is kept or one is given up at a time, until the transaction ends. */
export const holdCustomer = prepared<'payments'>()(
  (db, p: { gateway: GatewayName; billing_entity_id: BillingEntityId }) =>
    db
      .selectFrom('payments.gateway_customers')
      .select('customer')
      .where('gateway', '=', p.gateway)
      .where('billing_entity_id', '=', p.billing_entity_id)
      .forUpdate(),
)

/** The first name given to a payer stays; no row when there is one. */
export const insertCustomer = prepared<'payments'>()(
  (db, p: { gateway: GatewayName; billing_entity_id: BillingEntityId; customer: string }) =>
    db
      .insertInto('payments.gateway_customers')
      .values({ gateway: p.gateway, billing_entity_id: p.billing_entity_id, customer: p.customer })
      // Two tries at once may meet at either of the two keys.
      .onConflict((conflict) => conflict.doNothing()),
)

/** Payers whose cards were compared with the gateway's longest ago, and just now noted as compared. */
export const takeCustomersToCheck = prepared<'payments'>()((db, p: { gateway: GatewayName; most: number }) =>
  db
    .with('due', (q) =>
      q
        .selectFrom('payments.gateway_customers')
        .select(['billing_entity_id as due_id'])
        .where('gateway', '=', p.gateway)
        .orderBy('checked_at')
        .limit(p.most)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('payments.gateway_customers as c')
    .from('due')
    .set({ checked_at: sql<string>`now()` })
    .where('c.gateway', '=', p.gateway)
    .whereRef('c.billing_entity_id', '=', 'due.due_id')
    .returning(['c.billing_entity_id', 'c.customer']),
)

/** What we believe the gateway has of a payer: cards (with their id) and tries under way (without). */
export const listKnownCards = prepared<'payments'>()(
  (db, p: { gateway: GatewayName; billing_entity_id: BillingEntityId }) =>
    db
      .selectFrom('payments.cards')
      .select(['id as card_id', 'gateway_card_id'])
      .where('gateway', '=', p.gateway)
      .where('billing_entity_id', '=', p.billing_entity_id)
      .unionAll(
        db
          .selectFrom('payments.card_attempts')
          .select([sql<string>`null::uuid`.as('card_id'), 'gateway_card_id'])
          .where('gateway', '=', p.gateway)
          .where('billing_entity_id', '=', p.billing_entity_id),
      )
      .$castTo<{ card_id: string | null; gateway_card_id: string }>(),
)
