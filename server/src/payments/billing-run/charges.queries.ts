import type { BillingEntityId } from '@byre/contract/subject-kinds'
import { sql } from 'kysely'
import { prepared } from '../../platform/database/db.ts'
import type { Proven } from '../../platform/proven.ts'
import type { FollowedId } from '../access.policy.ts'
import '../tables.ts'

/* Charges, which are written once, and their shares: one an invoice and attempt, with how it went. */

interface NewCharge {
  id: string
  key: string
  billing_entity_id: BillingEntityId
  invoice_ids: Proven<'billing run', string[]>
  gateway: 'sandbox' | 'stripe'
  gateway_card_id: string
  brand: string
  last_four: string
  amount: number
  currency: 'cad' | 'usd'
  asked_at: string
}

/** A charge with a share for each of these invoices, which the caller holds. */
export const insertCharge = prepared<'payments'>()((db, p: NewCharge) =>
  db
    .with('charge', (q) =>
      q.insertInto('payments.charges').values({
        id: p.id,
        key: p.key,
        billing_entity_id: p.billing_entity_id,
        amount: p.amount,
        currency: p.currency,
        asked_at: p.asked_at,
      }),
    )
    .with('tried', (q) =>
      q
        .updateTable('payments.invoices')
        .set((e) => ({ tries: e('tries', '+', 1) }))
        .where(sql<boolean>`id = any(${p.invoice_ids}::uuid[])`)
        .returning(['id', 'tries', 'total', 'credited']),
    )
    .insertInto('payments.charge_attempts')
    .columns([
      'invoice_id',
      'n',
      'charge_id',
      'gateway',
      'gateway_card_id',
      'brand',
      'last_four',
      'amount',
      'asked_at',
    ])
    .expression((e) =>
      e
        .selectFrom('tried')
        .select([
          'tried.id as invoice_id',
          'tried.tries as n',
          sql<string>`${p.id}::uuid`.as('charge_id'),
          sql<string>`${p.gateway}::text`.as('gateway'),
          sql<string>`${p.gateway_card_id}::text`.as('gateway_card_id'),
          sql<string>`${p.brand}::text`.as('brand'),
          sql<string>`${p.last_four}::text`.as('last_four'),
          sql<number>`tried.total - tried.credited`.as('amount'),
          sql<string>`${p.asked_at}::timestamptz`.as('asked_at'),
        ]),
    ),
)

/** A charge as its open shares have it: they go alike until it ends. By number of invoice. */
export const listOpenShares = prepared<'payments'>()((db, p: { charge_id: string }) =>
  db
    .selectFrom('payments.charge_attempts as a')
    .innerJoin('payments.invoices as v', 'v.id', 'a.invoice_id')
    .select(['a.invoice_id', 'v.number', 'a.outcome', 'a.gateway_payment_id'])
    .where('a.charge_id', '=', p.charge_id)
    .where('a.outcome', 'in', sql<never>`('asked', 'processing', 'requires_action')`)
    .orderBy('v.sequence'),
)

/** What the gateway is asked for, again in the same words whenever it is asked again. */
export const findCharge = prepared<'payments'>()((db, p: { id: string }) =>
  db
    .selectFrom('payments.charges as c')
    .innerJoin('payments.charge_attempts as a', 'a.charge_id', 'c.id')
    .innerJoin('payments.invoices as v', 'v.id', 'a.invoice_id')
    .select(['c.id', 'c.key', 'c.billing_entity_id', 'c.amount', 'c.currency', 'c.asked_at'])
    .select([sql<'sandbox' | 'stripe'>`min(a.gateway)`.as('gateway')])
    .select(sql<string>`min(a.gateway_card_id)`.as('gateway_card_id'))
    .select(sql<string[]>`array_agg(v.id::text order by v.sequence)`.as('invoice_ids'))
    .select(sql<string[]>`array_agg(v.number order by v.sequence)`.as('numbers'))
    .where('c.id', '=', p.id)
    .groupBy('c.id'),
)
export type Charge = Awaited<ReturnType<typeof findCharge>>[number]

export const findChargeByKey = prepared<'payments'>()((db, p: { key: string }) =>
  db.selectFrom('payments.charges').select('id').where('key', '=', p.key),
)

/** The charge under way that has a share of this invoice. */
export const findOpenCharge = prepared<'payments'>()((db, p: { invoice_id: string }) =>
  db
    .selectFrom('payments.charge_attempts')
    .select(['charge_id', 'n', 'outcome'])
    .where('invoice_id', '=', p.invoice_id)
    .where('outcome', 'in', sql<never>`('asked', 'processing', 'requires_action')`),
)

/** A payer's charges that were asked for without an answer, or are to be looked at now. */
export const listOpenCharges = prepared<'payments'>()(
  (db, p: { billing_entity_id: BillingEntityId; invoice_id: string | null; at: string }) =>
    db
      .selectFrom('payments.charge_attempts as a')
      .innerJoin('payments.invoices as v', 'v.id', 'a.invoice_id')
      .select('a.charge_id as id')
      .distinct()
      .where('v.billing_entity_id', '=', p.billing_entity_id)
      .where(sql<boolean>`(${p.invoice_id}::uuid is null or v.id = ${p.invoice_id})`)
      .where('a.outcome', 'in', sql<never>`('asked', 'processing', 'requires_action')`)
      .where((e) => e.or([e('a.outcome', '=', 'asked'), e('v.next_try_at', '<=', p.at)]))
      .orderBy('a.charge_id'),
)

/** The invoices that a charge covers, however it went. */
export const listCovered = prepared<'payments'>()((db, p: { charge_id: string }) =>
  db
    .selectFrom('payments.charge_attempts as a')
    .innerJoin('payments.invoices as v', 'v.id', 'a.invoice_id')
    .select(['v.id', 'v.subscription_id', 'a.n'])
    .where('a.charge_id', '=', p.charge_id),
)

interface Ended {
  charge_id: FollowedId
  /** Null: all shares of the charge. */
  invoice_id: string | null
  outcome: 'processing' | 'requires_action' | 'succeeded' | 'declined' | 'refunded'
  reason: 'hard' | 'soft' | null
  code: string | null
  gateway_payment_id: string | null
  action_url: string | null
  ended_at: string | null
}

/** Records what became of shares, once. Money that was taken counts even after a decline. */
export const setOutcome = prepared<'payments'>()((db, p: Ended) =>
  db
    .updateTable('payments.charge_attempts')
    .set({
      outcome: p.outcome,
      reason: p.reason,
      code: p.code,
      gateway_payment_id: sql<string | null>`coalesce(${p.gateway_payment_id}, gateway_payment_id)`,
      action_url: p.action_url,
      ended_at: p.ended_at,
    })
    .where('charge_id', '=', p.charge_id)
    .where(sql<boolean>`(${p.invoice_id}::uuid is null or invoice_id = ${p.invoice_id})`)
    .where(
      sql<boolean>`(outcome in ('asked', 'processing', 'requires_action') and outcome <> ${p.outcome}
        or outcome = 'declined' and ${p.outcome} in ('succeeded', 'refunded'))`,
    )
    .returning(['invoice_id', 'n', 'amount']),
)
