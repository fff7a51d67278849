import type { BillingEntityId } from '@byre/contract/subject-kinds'
import type { Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transactions.ts'
import { newId } from '../../platform/ids.ts'
import { byTheBillingRun } from '../access.policy.ts'
import { chargeJob, type BillingContext, type ChargeOrder } from '../billing.policy.ts'
import {
  findCharge,
  findChargeByKey,
  insertCharge,
  listOpenCharges,
  listOpenShares,
  setOutcome,
  type Charge,
} from './charges.queries.ts'
import { amountOf, descriptionOf, NoAnswer, sharesAtMost, sharesOf, staleAfterMs } from './charges.policy.ts'
import {
  findInvoiceOwner,
  findPayingCard,
  holdSubscriptions,
  listDueInvoices,
  lockInvoices,
  setNextTry,
  tryAgainNow,
  type LockedInvoice,
} from './due-invoices.queries.ts'
import { settle } from './engine.actions.ts'
import { findCustomer } from '../cards/gateway-customers.queries.ts'
import { mailInvoices } from '../invoices/invoice-recipients.actions.ts'
import type { KnownPayment, PaymentOutcome } from '../ports.ts'
import { noteFailure, recordOutcome, settleAll } from './outcomes.actions.ts'
import { listWaiting } from '../subscriptions.queries.ts'

/*
 * What one payer owes in one run is one charge, and each charge is made exactly once. It is committed with its shares
 * before the gateway is asked and carries a key of its own; whoever finds it without an end, after a crash or
 * beside another worker, asks again with that key.
 */

/** Whose, and whether one invoice alone. */
interface Wanted {
  billing_entity_id: BillingEntityId
  invoice_id: string | null
}

/** Charges a payer for all that is due, or for one invoice alone if that is. May run twice, and twice at once. */
export async function charge(context: BillingContext, order: ChargeOrder, at: Date): Promise<void> {
  const wanted = await wantedOf(context, order)
  if (!wanted) return
  const failures: unknown[] = []
  const attempt = (work: Promise<void>) => work.catch((error: unknown) => void failures.push(error))

  for (const { id } of await listOpenCharges(context.db, { ...wanted, at: at.toISOString() }))
    await attempt(pursue(context, id, at))
  for (let id = await begin(context, wanted, at); id !== null; id = await begin(context, wanted, at))
    await attempt(pursue(context, id, at))
  if (failures.length > 0) throw failures[0]
}

async function wantedOf({ db }: BillingContext, order: ChargeOrder): Promise<Wanted | null> {
  const { billing_entity_id, invoice_id = null } = order
  if (billing_entity_id !== undefined) return { billing_entity_id, invoice_id }
  const [owner] = invoice_id === null ? [] : await findInvoiceOwner(db, { id: invoice_id })
  return owner ? { billing_entity_id: owner.billing_entity_id, invoice_id: null } : null
}

/** Commits a charge of what is due; null when nothing is, or there is no card for it. */
async function begin(context: BillingContext, wanted: Wanted, at: Date): Promise<string | null> {
  return transaction(context.db, async (db) => {
    const due = await listDueInvoices(db, { ...wanted, at: at.toISOString(), limit: sharesAtMost })
    if (due.length === 0) return null
    await holdSubscriptions(db, { ids: [...new Set(due.map((one) => one.subscription_id))] })
    const held = await lockInvoices(db, { ids: due.map(({ id }) => id) })
    // Looked at again, now that nobody else can begin a charge of them.
    const still = new Set(
      (await listDueInvoices(db, { ...wanted, at: at.toISOString(), limit: sharesAtMost })).map(
        ({ id }) => id,
      ),
    )
    return beginWith(
      context,
      db,
      held.filter(({ id }) => still.has(id)),
      at,
    )
  })
}

async function beginWith(
  context: BillingContext,
  db: Db<'payments'>,
  due: LockedInvoice[],
  at: Date,
): Promise<string | null> {
  const shares = sharesOf(due)
  const [first] = shares
  if (!first) return null
  const { billing_entity_id, currency } = first
  const [card] = await findPayingCard(db, { billing_entity_id })
  if (!card || card.gateway !== context.gateway.name) {
    await noteFailure(context, db, shares, { isFinal: false, letter: 'payment failed', at })
    await settleAll(context, db, shares, at)
    return null
  }
  const { gateway, gateway_card_id, brand, last_four } = card
  const id = newId()
  const fresh = shares.filter(({ tries }) => tries === 0).map((invoice) => invoice.id)
  await insertCharge(db, {
    id,
    key: id,
    billing_entity_id,
    invoice_ids: byTheBillingRun(shares.map((invoice) => invoice.id)),
    gateway,
    gateway_card_id,
    brand,
    last_four,
    amount: shares.reduce((sum, invoice) => sum + amountOf(invoice), 0),
    currency,
    asked_at: at.toISOString(),
  })
  await mailInvoices(context, db, { letter: 'invoice issued', invoice_ids: fresh }, billing_entity_id)
  return id
}

/** Asks for a charge that has no end yet, or looks it up. */
async function pursue(context: BillingContext, id: string, at: Date): Promise<void> {
  const [charge] = await findCharge(context.db, { id })
  const [open] = await listOpenShares(context.db, { charge_id: id })
  if (!charge || !open) return
  if (open.outcome !== 'asked') return follow(context, charge, open, at)

  if (at.getTime() - Date.parse(charge.asked_at) > staleAfterMs) return giveToOperator(context, charge, at)
  const { key, billing_entity_id, gateway, gateway_card_id, amount, currency, invoice_ids, numbers } = charge
  const [known] = await findCustomer(context.db, { gateway, billing_entity_id })
  const outcome = await context.gateway.takePayment({
    key,
    gateway_card_id,
    customer: known?.customer ?? null,
    billing_entity_id,
    invoice_id: invoice_ids[0]!,
    amount,
    currency,
    description: descriptionOf(context.config.seller.name, numbers),
    return_url: `${context.config.publicUrl}/billing-entities/${billing_entity_id}`,
  })
  if (outcome.outcome === 'unknown') throw new NoAnswer(`no answer for ${key}`)
  await recordOutcome(context, id, outcome, at)
}

/**
 * Looks up a payment that was accepted, or waits for its payer. One that still waits when the next try
 * is due is given up for that try.
 */
async function follow(
  context: BillingContext,
  { id, key }: Charge,
  open: { outcome: string; gateway_payment_id: string | null },
  at: Date,
): Promise<void> {
  const { gateway_payment_id } = open
  if (gateway_payment_id === null) throw new Error(`${key} has no payment at the gateway`)
  const isGivenUp = open.outcome === 'requires_action'
  if (isGivenUp) await context.gateway.cancelPayment(gateway_payment_id)
  const outcome = (await context.gateway.findPayment(gateway_payment_id))?.outcome ?? gone(gateway_payment_id)
  if (!isGivenUp || outcome.outcome !== 'declined') return recordOutcome(context, id, outcome, at)

  await transaction(context.db, (db) =>
    setOutcome(db, {
      charge_id: byTheBillingRun(id),
      invoice_id: null,
      outcome: 'declined',
      reason: 'soft',
      code: 'not_confirmed',
      gateway_payment_id,
      action_url: null,
      ended_at: at.toISOString(),
    }),
  )
}

const gone = (gateway_payment_id: string): PaymentOutcome => ({
  outcome: 'declined',
  reason: 'soft',
  code: 'gone',
  gateway_payment_id,
})

/** The gateway may have forgotten the key, so that asking again could charge twice. */
async function giveToOperator(
  context: BillingContext,
  { key, invoice_ids }: Charge,
  at: Date,
): Promise<void> {
  context.log.error({ key }, 'how a charge ended is not known; look it up at the gateway')
  const next_try_at = new Date(at.getTime() + staleAfterMs).toISOString()
  await transaction(context.db, async (db) => {
    for (const id of invoice_ids)
      await setNextTry(db, { id: byTheBillingRun(id), failed_at: null, next_try_at })
  })
}

/** What the gateway's book says of a payment now; told with every event, in any order and number. */
export async function watchPayment(context: BillingContext, { key, outcome }: KnownPayment): Promise<void> {
  const [charge] = await findChargeByKey(context.db, { key })
  if (charge) await recordOutcome(context, charge.id, outcome, context.clock.now())
}

/** A payer has another card: what waited for a card begins, and all that it owes is charged at once as one. */
export async function retryOpenInvoices(
  context: BillingContext,
  billingEntityId: BillingEntityId,
  at: Date,
): Promise<void> {
  const owner = { billing_entity_id: billingEntityId }
  for (const { id } of await listWaiting(context.db, owner))
    await transaction(context.db, (db) => settle(context, db, id, { at, charging: 'with others' }))
  await transaction(context.db, async (db) => {
    const due = { billing_entity_id: byTheBillingRun(billingEntityId), at: at.toISOString() }
    const owed = await tryAgainNow(db, due)
    if (owed.length > 0) await context.outbox.send(db, chargeJob, owner)
  })
}
