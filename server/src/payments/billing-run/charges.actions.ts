import type { BillingEntityId } from '@byre/contract/subject-kinds'
import { transaction, type Db } from '../../platform/database/db.ts'
import { byTheBillingRun } from '../access.policy.ts'
import { chargeJob, type BillingContext } from '../billing.policy.ts'
import {
  findInvoiceOwner,
  findOpenAttempt,
  findPayingCard,
  holdSubscription,
  insertAttempt,
  lockInvoice,
  setNextTry,
  setOutcome,
  tryAgainNow,
  type Attempt,
  type LockedInvoice,
} from './charges.queries.ts'
import { keyOf, NoAnswer, readKey, staleAfterMs } from './charges.policy.ts'
import { settle } from './engine.actions.ts'
import { findCustomer } from '../cards/gateway-customers.queries.ts'
import type { KnownPayment, PaymentOutcome } from '../ports.ts'
import { noteFailure, recordOutcome } from './outcomes.actions.ts'
import { listWaiting } from '../subscriptions.queries.ts'

/*
 * Each charge exactly once. A try is committed before the gateway is asked and carries a key of its own;
 * whoever finds it without an end, after a crash or beside another worker, asks again with that key.
 */

/** Has an invoice paid, if its next try is due. May run twice, and twice at once. */
export async function charge(context: BillingContext, invoiceId: string, at: Date): Promise<void> {
  const begun = await transaction(context.db, (db) => beginTry(context, db, invoiceId, at))
  if (!begun) return
  const { invoice, attempt } = begun
  if (attempt.outcome !== 'asked') return follow(context, attempt, at)

  if (at.getTime() - Date.parse(attempt.asked_at) > staleAfterMs) return giveToOperator(context, attempt, at)
  const { billing_entity_id } = invoice
  const [known] = await findCustomer(context.db, { gateway: attempt.gateway, billing_entity_id })
  const outcome = await context.gateway.takePayment({
    key: keyOf(attempt),
    gateway_card_id: attempt.gateway_card_id,
    customer: known?.customer ?? null,
    billing_entity_id,
    invoice_id: invoiceId,
    amount: attempt.amount,
    currency: invoice.currency,
    description: `${context.config.seller.name} ${invoice.number}`,
    return_url: `${context.config.publicUrl}/billing-entities/${billing_entity_id}`,
  })
  if (outcome.outcome === 'unknown') throw new NoAnswer(`no answer for ${keyOf(attempt)}`)
  await recordOutcome(context, attempt, outcome, at)
}

/** The try under way, or a new one, committed; null when there is nothing to ask. */
async function beginTry(
  context: BillingContext,
  db: Db<'payments'>,
  id: string,
  at: Date,
): Promise<{ invoice: LockedInvoice; attempt: Attempt } | null> {
  const [owner] = await findInvoiceOwner(db, { id })
  if (!owner) return null
  await holdSubscription(db, { id: owner.subscription_id })
  const [invoice] = await lockInvoice(db, { id })
  if (!invoice) return null

  const [open] = await findOpenAttempt(db, { invoice_id: id })
  const isDue = invoice.next_try_at !== null && Date.parse(invoice.next_try_at) <= at.getTime()
  if (open) return open.outcome === 'asked' || isDue ? { invoice, attempt: open } : null
  if (invoice.status !== 'open' || !isDue) return null

  const [card] = await findPayingCard(db, { billing_entity_id: invoice.billing_entity_id })
  if (!card || card.gateway !== context.gateway.name) {
    await noteFailure(context, db, invoice, { isFinal: false, letter: 'payment failed', at })
    await settle(context, db, invoice.subscription_id, at)
    return null
  }
  const { gateway, gateway_card_id, brand, last_four } = card
  const n = invoice.tries + 1
  const [attempt] = await insertAttempt(db, {
    invoice_id: byTheBillingRun(id),
    n,
    gateway,
    gateway_card_id,
    brand,
    last_four,
    amount: invoice.total - invoice.credited,
    asked_at: at.toISOString(),
  })
  return attempt ? { invoice, attempt } : null
}

/**
 * Looks up a payment that was accepted, or waits for its payer. One that still waits when the next try
 * is due is given up for that try.
 */
async function follow(context: BillingContext, attempt: Attempt, at: Date): Promise<void> {
  const id = attempt.gateway_payment_id
  if (id === null) throw new Error(`${keyOf(attempt)} has no payment at the gateway`)
  const isGivenUp = attempt.outcome === 'requires_action'
  if (isGivenUp) await context.gateway.cancelPayment(id)
  const outcome = (await context.gateway.findPayment(id))?.outcome ?? gone(id)
  if (!isGivenUp || outcome.outcome !== 'declined') return recordOutcome(context, attempt, outcome, at)

  await transaction(context.db, (db) =>
    setOutcome(db, {
      invoice_id: byTheBillingRun(attempt.invoice_id),
      n: attempt.n,
      outcome: 'declined',
      reason: 'soft',
      code: 'not_confirmed',
      gateway_payment_id: id,
      action_url: null,
      ended_at: at.toISOString(),
    }),
  )
  return charge(context, attempt.invoice_id, at)
}

const gone = (gateway_payment_id: string): PaymentOutcome => ({
  outcome: 'declined',
  reason: 'soft',
  code: 'gone',
  gateway_payment_id,
})

/** The gateway may have forgotten the key, so that asking again could charge twice. */
async function giveToOperator(context: BillingContext, { invoice_id, n }: Attempt, at: Date): Promise<void> {
  context.log.error({ invoice_id, n }, 'how a charge ended is not known; look it up at the gateway')
  const next_try_at = new Date(at.getTime() + staleAfterMs).toISOString()
  await transaction(context.db, (db) =>
    setNextTry(db, { id: byTheBillingRun(invoice_id), failed_at: null, next_try_at }),
  )
}

/** What the gateway's book says of a payment now; told with every event, in any order and number. */
export async function watchPayment(context: BillingContext, { key, outcome }: KnownPayment): Promise<void> {
  const attempt = readKey(key)
  if (attempt) await recordOutcome(context, attempt, outcome, context.clock.now())
}

/** A payer has another card: what it owes is tried at once, and what waited for a card begins. */
export async function retryOpenInvoices(
  context: BillingContext,
  billingEntityId: BillingEntityId,
  at: Date,
): Promise<void> {
  await transaction(context.db, async (db) => {
    const due = { billing_entity_id: byTheBillingRun(billingEntityId), at: at.toISOString() }
    for (const { id } of await tryAgainNow(db, due))
      await context.outbox.send(db, chargeJob, { invoice_id: id })
  })
  for (const { id } of await listWaiting(context.db, { billing_entity_id: billingEntityId }))
    await transaction(context.db, (db) => settle(context, db, id, at))
}
