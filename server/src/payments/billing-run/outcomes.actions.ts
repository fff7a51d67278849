import type { BillingEntityId } from '@byre/contract/subject-kinds'
import { tellOfInvoice } from '../../customers/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transactions.ts'
import { byTheBillingRun } from '../access.policy.ts'
import { chargeJob, type BillingContext } from '../billing.policy.ts'
import { listCovered, setOutcome } from './charges.queries.ts'
import { lookUpAfterMs } from './charges.policy.ts'
import {
  holdSubscriptions,
  lockInvoices,
  setNextTry,
  setPaid,
  type LockedInvoice,
} from './due-invoices.queries.ts'
import { nextTryOfAll } from '../dunning.policy.ts'
import { settle } from './engine.actions.ts'
import type { PaymentOutcome } from '../ports.ts'
import { mailInvoices } from '../invoices/invoice-recipients.actions.ts'
import { owe } from './refunds.actions.ts'

/**
 * Writes down how a charge went, and what follows for all its invoices, their subscriptions and places, at once.
 * Told again it changes nothing; told late it still counts: money that was taken is never forgotten.
 */
export async function recordOutcome(
  context: BillingContext,
  chargeId: string,
  outcome: PaymentOutcome,
  at: Date,
): Promise<void> {
  if (outcome.outcome === 'unknown') return
  await transaction(context.db, async (db) => {
    const covered = await listCovered(db, { charge_id: chargeId })
    await holdSubscriptions(db, { ids: [...new Set(covered.map((share) => share.subscription_id))] })
    const invoices = await lockInvoices(db, { ids: covered.map(({ id }) => id) })

    if (outcome.outcome === 'succeeded') {
      const { gateway_payment_id } = outcome
      await notePayment(context, db, invoices, { charge_id: chargeId, gateway_payment_id, at })
    } else if (!(await noteUnpaid(context, db, invoices, { charge_id: chargeId, outcome, at }))) return
    await settleAll(context, db, invoices, at)
  })
}

/** What was paid or was not is told to every subscription; what begins by it is charged as one. */
export async function settleAll(
  context: BillingContext,
  db: Db<'payments'>,
  invoices: readonly LockedInvoice[],
  at: Date,
): Promise<void> {
  const owing = new Set<BillingEntityId>()
  for (const id of new Set(invoices.map((invoice) => invoice.subscription_id))) {
    const happened = await settle(context, db, id, { at, charging: 'with others' })
    if (happened?.invoice_id) owing.add(happened.state.payer)
  }
  for (const billing_entity_id of owing) await context.outbox.send(db, chargeJob, { billing_entity_id })
}

interface Taken {
  charge_id: string
  gateway_payment_id: string
  at: Date
}

async function notePayment(
  context: BillingContext,
  db: Db<'payments'>,
  invoices: readonly LockedInvoice[],
  { charge_id, gateway_payment_id, at }: Taken,
): Promise<void> {
  const ended = {
    charge_id: byTheBillingRun(charge_id),
    reason: null,
    code: null,
    gateway_payment_id,
    action_url: null,
    ended_at: at.toISOString(),
  }
  const paid: string[] = []
  for (const { id: invoice_id, status, currency, billing_entity_id } of invoices) {
    if (status === 'open' || status === 'uncollectible') {
      await setOutcome(db, { ...ended, invoice_id, outcome: 'succeeded' })
      await setPaid(db, { id: byTheBillingRun(invoice_id), at: at.toISOString() })
      await tellOfInvoice(db, 'collectInvoice', { id: invoice_id, billing_entity_id })
      paid.push(invoice_id)
      continue
    }
    // Paid by another charge, or void: of each charge only the shares that paid may stay.
    const [given] = await setOutcome(db, { ...ended, invoice_id, outcome: 'refunded' })
    if (!given) continue
    context.log.error(
      { invoice_id, n: given.n },
      'an invoice was paid twice; the second payment is given back',
    )
    const id = `${invoice_id}:${given.n}:refund`
    const { amount } = given
    const owed = { id, invoice_id: byTheBillingRun(invoice_id), gateway_payment_id, amount, currency }
    await owe(context, db, owed, at)
  }
  const [first] = invoices
  if (first)
    await mailInvoices(context, db, { letter: 'invoice paid', invoice_ids: paid }, first.billing_entity_id)
}

type Unpaid = Exclude<PaymentOutcome, { outcome: 'succeeded' | 'unknown' }>

/** Whether that is news. */
async function noteUnpaid(
  context: BillingContext,
  db: Db<'payments'>,
  invoices: readonly LockedInvoice[],
  { charge_id, outcome, at }: { charge_id: string; outcome: Unpaid; at: Date },
): Promise<boolean> {
  const isDeclined = outcome.outcome === 'declined'
  const news = await setOutcome(db, {
    charge_id: byTheBillingRun(charge_id),
    invoice_id: null,
    outcome: outcome.outcome,
    reason: isDeclined ? outcome.reason : null,
    code: isDeclined ? outcome.code : null,
    gateway_payment_id: outcome.gateway_payment_id,
    action_url: outcome.outcome === 'requires_action' ? outcome.action_url : null,
    ended_at: isDeclined ? at.toISOString() : null,
  })
  if (outcome.outcome === 'processing') {
    const next_try_at = new Date(at.getTime() + lookUpAfterMs).toISOString()
    for (const { id } of invoices)
      await setNextTry(db, { id: byTheBillingRun(id), failed_at: null, next_try_at })
    return true
  }
  if (news.length === 0) return false
  const letter = isDeclined ? 'payment failed' : 'confirm payment'
  await noteFailure(context, db, invoices, { letter, isFinal: isDeclined && outcome.reason === 'hard', at })
  return true
}

/**
 * From its first failure on an invoice is a debt; those that failed together are tried again together.
 * `isFinal`: this card will never pay them.
 */
export async function noteFailure(
  context: BillingContext,
  db: Db<'payments'>,
  invoices: readonly LockedInvoice[],
  { letter, isFinal, at }: { letter: 'payment failed' | 'confirm payment'; isFinal: boolean; at: Date },
): Promise<void> {
  const open = invoices.filter(({ status }) => status === 'open')
  const [first] = open
  if (!first) return
  const failedAt = ({ failed_at }: LockedInvoice) => failed_at ?? at.toISOString()
  const next = isFinal ? null : nextTryOfAll(open.map(failedAt), at)
  for (const invoice of open)
    await setNextTry(db, {
      id: byTheBillingRun(invoice.id),
      failed_at: failedAt(invoice),
      next_try_at: next?.toISOString() ?? null,
    })
  if (letter === 'payment failed') for (const invoice of open) await tellOfInvoice(db, 'missPayment', invoice)
  const invoice_ids = open.map(({ id }) => id)
  await mailInvoices(context, db, { letter, invoice_ids }, first.billing_entity_id)
}
