import { transaction, type Db } from '../../platform/database/db.ts'
import { byTheBillingRun } from '../access.policy.ts'
import { paymentsMail, type BillingContext } from '../billing.policy.ts'
import {
  findInvoiceOwner,
  holdSubscription,
  lockInvoice,
  setNextTry,
  setOutcome,
  setPaid,
  type LockedInvoice,
} from './charges.queries.ts'
import { keyOf, lookUpAfterMs } from './charges.policy.ts'
import { nextTry } from '../dunning.policy.ts'
import { settle } from './engine.actions.ts'
import type { PaymentOutcome } from '../ports.ts'
import { mailInvoice } from '../invoices/invoice-recipients.actions.ts'
import { owe } from './refunds.actions.ts'

interface Try {
  invoice_id: string
  n: number
}

/**
 * Writes down how a try went, and what follows for invoice, subscription and place. Told again it
 * changes nothing; told late it still counts: money that was taken is never forgotten.
 */
export async function recordOutcome(
  context: BillingContext,
  { invoice_id, n }: Try,
  outcome: PaymentOutcome,
  at: Date,
): Promise<void> {
  if (outcome.outcome === 'unknown') return
  await transaction(context.db, async (db) => {
    const [owner] = await findInvoiceOwner(db, { id: invoice_id })
    if (!owner) return
    await holdSubscription(db, { id: owner.subscription_id })
    const [invoice] = await lockInvoice(db, { id: invoice_id })
    if (!invoice) return

    if (outcome.outcome === 'succeeded')
      await notePayment(context, db, invoice, { n, gateway_payment_id: outcome.gateway_payment_id, at })
    else if (!(await noteUnpaid(context, db, invoice, { n, outcome, at }))) return
    await settle(context, db, owner.subscription_id, at)
  })
}

async function notePayment(
  context: BillingContext,
  db: Db<'payments'>,
  invoice: LockedInvoice,
  { n, gateway_payment_id, at }: { n: number; gateway_payment_id: string; at: Date },
): Promise<void> {
  const attempt = { invoice_id: byTheBillingRun(invoice.id), n }
  const ended = {
    ...attempt,
    reason: null,
    code: null,
    gateway_payment_id,
    action_url: null,
    ended_at: at.toISOString(),
  }
  if (invoice.status === 'open' || invoice.status === 'uncollectible') {
    await setOutcome(db, { ...ended, outcome: 'succeeded' })
    await setPaid(db, { id: attempt.invoice_id, at: at.toISOString() })
    const letter = { letter: 'invoice paid', invoice_id: invoice.id } as const
    return mailInvoice(context, db, letter, invoice.billing_entity_id)
  }
  // Paid by another try, or void: only this try's own payment may stay.
  const [given] = await setOutcome(db, { ...ended, outcome: 'refunded' })
  if (!given) return
  context.log.error(attempt, 'an invoice was paid twice; the second payment is given back')
  const { amount } = given
  const { invoice_id } = attempt
  const { currency } = invoice
  await owe(
    context,
    db,
    { id: `${keyOf(attempt)}:refund`, invoice_id, gateway_payment_id, amount, currency },
    at,
  )
}

type Unpaid = Exclude<PaymentOutcome, { outcome: 'succeeded' | 'unknown' }>

/** Whether that is news. */
async function noteUnpaid(
  context: BillingContext,
  db: Db<'payments'>,
  invoice: LockedInvoice,
  { n, outcome, at }: { n: number; outcome: Unpaid; at: Date },
): Promise<boolean> {
  const isDeclined = outcome.outcome === 'declined'
  const [isNews] = await setOutcome(db, {
    invoice_id: byTheBillingRun(invoice.id),
    n,
    outcome: outcome.outcome,
    reason: isDeclined ? outcome.reason : null,
    code: isDeclined ? outcome.code : null,
    gateway_payment_id: outcome.gateway_payment_id,
    action_url: outcome.outcome === 'requires_action' ? outcome.action_url : null,
    ended_at: isDeclined ? at.toISOString() : null,
  })
  if (outcome.outcome === 'processing') {
    const later = new Date(at.getTime() + lookUpAfterMs).toISOString()
    await setNextTry(db, { id: byTheBillingRun(invoice.id), failed_at: null, next_try_at: later })
    return true
  }
  if (!isNews) return false
  const letter = isDeclined ? 'payment failed' : 'confirm payment'
  await noteFailure(context, db, invoice, { letter, isFinal: isDeclined && outcome.reason === 'hard', at })
  return true
}

/** From the first failure on an invoice is a debt. `isFinal`: this card will never pay it. */
export async function noteFailure(
  context: BillingContext,
  db: Db<'payments'>,
  invoice: LockedInvoice,
  { letter, isFinal, at }: { letter: 'payment failed' | 'confirm payment'; isFinal: boolean; at: Date },
): Promise<void> {
  if (invoice.status !== 'open') return
  const failed_at = invoice.failed_at ?? at.toISOString()
  const next_try_at = isFinal ? null : (nextTry(failed_at, at)?.toISOString() ?? null)
  await setNextTry(db, { id: byTheBillingRun(invoice.id), failed_at, next_try_at })
  const about = { invoice_id: invoice.id }
  if (letter === 'payment failed')
    await mailInvoice(context, db, { letter, ...about }, invoice.billing_entity_id)
  else await context.outbox.send(db, paymentsMail, { letter, ...about })
}
