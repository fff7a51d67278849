import { t } from '@byre/contract/words'
import type { RightOf } from '@byre/contract/endpoint'
import type { BillingEntityId } from '@byre/contract/subject-kinds'
import type { correctInvoice as CorrectInvoice, Invoice } from '@byre/contract/billing/invoices'
import { billingEntityFor } from '../../customers/index.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import { spend, take } from '../../platform/limits/limits.ts'
import { daily, type MailContext } from '../../platform/mail/mail-limits.ts'
import type { Call } from '../../platform/http/calls.ts'
import type { Reply } from '../../platform/reply.ts'
import { chargeJob, type BillingContext } from '../billing.policy.ts'
import { findInvoiceOwner } from '../billing-run/due-invoices.queries.ts'
import { holdInvoice, issueCreditNote } from './credit-notes.actions.ts'
import { correctable, type ProvenInvoice } from './credit-notes.policy.ts'
import { setCredited, type WholeInvoice } from './credit-notes.queries.ts'
import { mailInvoices } from '../invoices/invoice-recipients.actions.ts'
import { documentById, freeze } from '../invoices/invoices.actions.ts'
import { dateOf, dayOf } from '../periods.policy.ts'
import { taxesOn, type TaxedAddress } from '../invoices/taxes.policy.ts'

/** What correcting works with. */
export type CorrectionContext = BillingContext & { mailContext: MailContext }

/**
 * Makes an invoice out to another name or address: a credit note takes the old one back, a new one takes
 * its place under the next number, and whatever was paid or is owed goes with it.
 */
export async function correctInvoice(
  context: CorrectionContext,
  { command, actor, params, body, from }: Call<typeof CorrectInvoice, 'payments'>,
): Promise<Reply<Invoice>> {
  const [owner] = await findInvoiceOwner(command.db, { id: params.id })
  if (!owner) refuse('not_found')
  const billingEntityId = owner.billing_entity_id
  await billingEntityFor<RightOf<typeof CorrectInvoice>>(command.db, actor.user_id, billingEntityId, 'edit')
  await spend(command.db, daily('correctedInvoices', context.mailContext), billingEntityId)
  const at = context.clock.now()

  return command.transaction(async (db) => {
    const access = await billingEntityFor<RightOf<typeof CorrectInvoice>>(
      db,
      actor.user_id,
      billingEntityId,
      'edit',
    )
    const old = correctable(access, await holdInvoice(db, params.id))
    const isWhole = old.kind === 'invoice' && old.credited === 0 && old.total > 0
    if (!isWhole || !['open', 'paid'].includes(old.status)) refuse('invoice.not_correctable')
    const billingEntity = { ...old.payer, ...correctedBy(old, body) }
    if (!isTaxedAlike(context, old, billingEntity)) refuse('invoice.other_taxes', { field: 'region' })

    const reason = t`The name or address of the payer was corrected.`
    const note = await issueCreditNote(context, db, old, { line: null, reason, refunds: false, at })
    await setCredited(db, { id: old.id, amount: old.total, is_void: true })
    const issued = await reissue(context, db, old, { billingEntity, at })
    await writeAudit(db, {
      actor_id: actor.user_id,
      deed: 'correctInvoice',
      kind: 'billing_entity',
      subject_id: billingEntityId,
      before: { invoice: old.number },
      after: { invoice: issued.number, credit_note: note.number },
      from,
    })
    if (old.status === 'open') await command.enqueue(db, chargeJob, { billing_entity_id: billingEntityId })
    await tell(context, db, issued.id, billingEntityId)
    return documentById(db, issued.id)
  })
}

/** By mail, but only of the first few in a day; all are on the payer's page. */
async function tell(
  context: CorrectionContext,
  db: Db<'payments'>,
  invoice_id: string,
  billingEntityId: BillingEntityId,
) {
  const limit = daily('corrections', context.mailContext)
  const { spent } = await take(db, limit, billingEntityId)
  if (spent > limit.max) return
  const is_last = spent === limit.max
  const mail = { letter: 'invoice corrected', invoice_ids: [invoice_id], is_last } as const
  await mailInvoices(context, db, mail, billingEntityId)
}

type Corrected = Call<typeof CorrectInvoice, 'payments'>['body']

/** What is not sent stays. */
function correctedBy({ payer: billingEntity }: WholeInvoice, body: Corrected) {
  const { name, address, city, region, country, postal_code } = body
  return {
    name,
    address: address === undefined ? billingEntity.address : address,
    city: city === undefined ? billingEntity.city : city,
    region: region === undefined ? billingEntity.region : region,
    country: country === undefined ? billingEntity.country : country,
    postal_code: postal_code === undefined ? billingEntity.postal_code : postal_code,
    // A number is one country's.
    ...(country === undefined || country === billingEntity.country ? {} : { tax_numbers: [] }),
  }
}

/** Taxes follow the address: one with others makes another debt, which a correction does not. */
function isTaxedAlike({ config }: BillingContext, old: WholeInvoice, billingEntity: TaxedAddress): boolean {
  const date = dateOf(dayOf(old.issued_at))
  const namesOf = (address: TaxedAddress) =>
    taxesOn(old.subtotal, address, date, config.taxNumbers)
      .map(({ name, rate }) => `${name} ${rate}`)
      .join()
  return namesOf(old.payer) === namesOf(billingEntity)
}

function reissue(
  { config }: BillingContext,
  db: Db<'payments'>,
  old: WholeInvoice & ProvenInvoice,
  { billingEntity, at }: { billingEntity: Invoice['payer']; at: Date },
) {
  const { id, number: _, credited: __, ...same } = old
  return freeze(db, {
    ...same,
    kind: 'invoice',
    corrects_id: id,
    credited_lines: [],
    reason: null,
    refund: 0,
    payer: billingEntity,
    seller: config.seller,
    status: old.status === 'paid' ? 'paid' : 'open',
    issued_at: at.toISOString(),
    paid_by_id: old.paid_at === null ? null : (old.paid_by_id ?? id),
  })
}
