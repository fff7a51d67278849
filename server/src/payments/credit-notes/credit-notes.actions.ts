import { formatMoney } from '@byre/contract/billing/prices'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Db, PlatformDb } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transactions.ts'
import { refuse } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { BillingContext } from '../billing.policy.ts'
import { findOpenCharge } from '../billing-run/charges.queries.ts'
import { findInvoiceOwner, holdSubscriptions } from '../billing-run/due-invoices.queries.ts'
import { creditable, creditNoteOf, creditOf, type ProvenInvoice } from './credit-notes.policy.ts'
import {
  findInvoicesByNumber,
  findPaymentOf,
  listCredits,
  lockWhole,
  setCredited,
  type WholeInvoice,
} from './credit-notes.queries.ts'
import { settle } from '../billing-run/engine.actions.ts'
import { mailInvoices } from '../invoices/invoice-recipients.actions.ts'
import { freeze } from '../invoices/invoices.actions.ts'
import { owe } from '../billing-run/refunds.actions.ts'

/** What an operator gives back. */
export interface CreditOrder {
  invoice_id: string
  /** Which line, from 1; all that is left when absent. */
  line?: number | undefined
  /** Stands on the credit note. */
  reason: string
  /** What it must come to, taxes included; refused when it would be anything else. */
  total?: number
  /** Written down in the same transaction: who did it. */
  witness?: (db: PlatformDb, note: { number: string; total: number }) => Promise<void>
}

/** What crediting an invoice of this number, or one line of it, would come to; null: there is no such invoice. */
export async function previewCredit(db: Db<'payments'>, number: string, line?: number) {
  const [invoice, another] = await findInvoicesByNumber(db, { number })
  if (!invoice) return null
  const credit = creditOf(invoice, await listCredits(db, { corrects_id: invoice.id }), line ?? null)
  if (another || invoice.kind !== 'invoice' || !['open', 'paid'].includes(invoice.status) || !credit)
    return refuse('invoice.not_creditable')
  const { id, payer, currency, status } = invoice
  return { invoice_id: id, payer, currency, total: -credit.total, is_paid: status === 'paid' }
}

/**
 * Credits an invoice, or one line of it: a numbered credit note, frozen like an invoice. What was paid
 * goes back to the card; what is open is owed no longer, and the place opens again.
 */
export async function creditInvoice(
  context: BillingContext,
  { invoice_id, line, reason, total, witness }: CreditOrder,
): Promise<{ id: string; number: string; total: number }> {
  const at = context.clock.now()
  const note = await transaction(context.db, async (db) => {
    const invoice = creditable(await holdInvoice(db, invoice_id))
    if (invoice.kind !== 'invoice' || !['open', 'paid'].includes(invoice.status))
      refuse('invoice.not_creditable')

    const isPaid = invoice.status === 'paid'
    const note = await issueCreditNote(context, db, invoice, {
      line: line ?? null,
      reason,
      refunds: isPaid,
      at,
    })
    if (total !== undefined && total !== -note.total) refuse('invoice.not_creditable')
    await witness?.(db, note)
    const left = invoice.total - invoice.credited + note.total
    await setCredited(db, { id: invoice.id, amount: -note.total, is_void: !isPaid && left === 0 })
    if (isPaid) await giveBack(context, db, invoice, { note, at })
    await writeAudit(db, {
      actor_id: null,
      deed: 'creditInvoice',
      kind: 'billing_entity',
      subject_id: invoice.billing_entity_id,
      after: {
        invoice: invoice.number,
        credit_note: note.number,
        total: formatMoney(-note.total, invoice.currency),
        reason,
      },
      from: { request_id: newId(), network: '' },
    })
    await settle(context, db, invoice.subscription_id, { at })
    await mailInvoices(
      context,
      db,
      { letter: 'invoice credited', invoice_ids: [note.id] },
      invoice.billing_entity_id,
    )
    return note
  })
  return note
}

/** The card that paid gets back what a credit note says. */
async function giveBack(
  context: BillingContext,
  db: Db<'payments'>,
  invoice: WholeInvoice & ProvenInvoice,
  { note, at }: { note: { id: string; total: number }; at: Date },
): Promise<void> {
  const { id, paid_by_id, currency } = invoice
  const [payment] = await findPaymentOf(db, { paid_by_id: paid_by_id ?? id })
  if (!payment?.gateway_payment_id) throw new Error(`no payment to give back for credit note ${note.id}`)
  const { gateway_payment_id } = payment
  const owed = {
    id: `credit:${note.id}`,
    invoice_id: creditNoteOf(invoice, note.id),
    gateway_payment_id,
    amount: -note.total,
    currency,
  }
  await owe(context, db, owed, at)
}

/** An invoice that nobody pays or changes until the transaction ends. */
export async function holdInvoice(db: Db<'payments'>, id: string): Promise<WholeInvoice> {
  const [owner] = await findInvoiceOwner(db, { id })
  if (!owner) refuse('not_found')
  await holdSubscriptions(db, { ids: [owner.subscription_id] })
  const [invoice] = await lockWhole(db, { id })
  if (!invoice) refuse('not_found')
  const [charge] = await findOpenCharge(db, { invoice_id: id })
  if (charge) refuse('invoice.being_paid')
  return invoice
}

interface Crediting {
  line: number | null
  reason: string
  /** Whether the card gets it back. */
  refunds: boolean
  at: Date
}

/** Issues a credit note to whom the invoice was made out. */
export async function issueCreditNote(
  { config }: BillingContext,
  db: Db<'payments'>,
  invoice: WholeInvoice & ProvenInvoice,
  { line, reason, refunds, at }: Crediting,
) {
  const credit = creditOf(invoice, await listCredits(db, { corrects_id: invoice.id }), line)
  if (!credit) return refuse('invoice.not_creditable')
  const {
    billing_entity_id,
    subscription_id,
    site_id,
    clinic_id,
    place_name,
    payer: billingEntity,
    currency,
  } = invoice
  const frozen = await freeze(db, {
    ...credit,
    kind: 'credit_note',
    corrects_id: invoice.id,
    reason,
    paid_by_id: invoice.paid_at === null ? null : (invoice.paid_by_id ?? invoice.id),
    refund: refunds ? -credit.total : 0,
    billing_entity_id,
    subscription_id,
    site_id,
    clinic_id,
    place_name,
    payer: billingEntity,
    seller: config.seller,
    currency,
    status: 'paid',
    issued_at: at.toISOString(),
    paid_at: at.toISOString(),
    next_try_at: null,
    failed_at: null,
  })
  return { ...frozen, total: credit.total }
}
