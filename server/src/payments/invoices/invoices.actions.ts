import type { BillingEntityId } from '@byre/contract/subject-kinds'
import type { Invoice, listInvoices as ListInvoices } from '@byre/contract/billing/invoices'
import { taxNumbersOf } from '@byre/contract/billing/tax-numbers'
import type { QueryOf } from '@byre/contract/endpoint'
import { findPlace, findPayingEntity, tellOfInvoice, type PayingEntity } from '../../customers/index.ts'
import type { Caller } from '../../platform/authentication/authenticate.ts'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import { versioned, type Reply } from '../../platform/reply.ts'
import { newId } from '../../platform/ids.ts'
import { rowsOf } from '../../platform/lists.ts'
import { byTheBillingRun } from '../access.policy.ts'
import { chargeJob, type BillingContext } from '../billing.policy.ts'
import { amountsOf, numberOf } from './invoices.policy.ts'
import { findDocument, findInvoice, insertInvoice, listInvoicesIn, takeSequence } from './invoices.queries.ts'
import { mailInvoices } from './invoice-recipients.actions.ts'
import { foundIn, pageOf } from '../lists.policy.ts'
import { dateOf, dayOf } from '../periods.policy.ts'
import type { Line } from '../proration.policy.ts'
import { placeOf, type LockedSubscription } from '../subscriptions.queries.ts'

interface Issued {
  billingEntity: BillingEntityId
  lines: readonly Line[]
  at: Date
  charging: 'alone' | 'with others'
}

/**
 * Issues an invoice for these lines to the payer that the subscription has now, frozen as of `at`, and, if it is charged
 * alone, sends the job that does; all in the caller's transaction. Gives its id.
 */
export async function issueInvoice(
  context: BillingContext,
  db: Db<'payments'>,
  subscription: LockedSubscription,
  { billingEntity, lines, at, charging }: Issued,
): Promise<string> {
  const { config, outbox } = context
  const [payingEntity, place] = [
    await findPayingEntity(db, billingEntity),
    await findPlace(db, placeOf(subscription)),
  ]
  if (!payingEntity) throw new Error(`no billing entity ${billingEntity}`)
  const currency = lines[0]?.plan.currency ?? subscription.plan.currency
  const amounts = amountsOf({
    lines,
    currency,
    billingEntity: payingEntity,
    date: dateOf(dayOf(at)),
    taxNumbers: config.taxNumbers,
  })

  const isFree = amounts.total === 0
  const { id } = await freeze(db, {
    ...original,
    ...amounts,
    billing_entity_id: byTheBillingRun(billingEntity),
    subscription_id: subscription.id,
    site_id: subscription.site_id,
    clinic_id: subscription.clinic_id,
    place_name: place?.name ?? '',
    payer: invoiced(payingEntity),
    seller: config.seller,
    status: isFree ? 'paid' : 'open',
    issued_at: at.toISOString(),
    paid_at: isFree ? at.toISOString() : null,
    next_try_at: isFree ? null : at.toISOString(),
  })
  // One that is charged is mailed with its charge.
  if (isFree) await mailInvoices(context, db, { letter: 'invoice paid', invoice_ids: [id] }, billingEntity)
  else if (charging === 'alone')
    await outbox.send(db, chargeJob, { billing_entity_id: billingEntity, invoice_id: id })
  return id
}

/** What an invoice has that is about no other one. */
const original = {
  kind: 'invoice',
  corrects_id: null,
  credited_lines: [] as number[],
  reason: null,
  paid_by_id: null,
  refund: 0,
  failed_at: null,
} as const

type Frozen = Omit<
  Parameters<typeof insertInvoice>[1],
  'id' | 'number' | 'sequence' | 'payer' | 'seller' | 'lines' | 'taxes'
> &
  Pick<Invoice, 'payer' | 'seller' | 'lines' | 'taxes'>

/** Writes an invoice or credit note under the payer's next number, never to be changed again. */
export async function freeze(db: Db<'payments'>, invoice: Frozen): Promise<{ id: string; number: string }> {
  const { billing_entity_id } = invoice
  const [counter] = await takeSequence(db, { billing_entity_id })
  if (!counter) throw new Error(`no number for an invoice to ${billing_entity_id}`)
  const id = newId()
  const number = numberOf(billing_entity_id, counter.sequence)
  await insertInvoice(db, {
    ...invoice,
    id,
    number,
    sequence: counter.sequence,
    payer: JSON.stringify(invoice.payer),
    seller: JSON.stringify(invoice.seller),
    lines: JSON.stringify(invoice.lines),
    taxes: JSON.stringify(invoice.taxes),
  })
  if (invoice.kind === 'invoice') {
    await tellOfInvoice(db, 'issueInvoice', { id, billing_entity_id })
    if (invoice.status === 'paid') await tellOfInvoice(db, 'collectInvoice', { id, billing_entity_id })
  }
  return { id, number }
}

function invoiced({
  name,
  email,
  phone,
  address,
  city,
  region,
  country,
  postal_code,
  ...numbers
}: PayingEntity): Invoice['payer'] {
  const tax_numbers = taxNumbersOf(numbers)
  return { name, email, phone, address, city, region, country, postal_code, tax_numbers }
}

export async function listInvoices(db: Db<'payments'>, caller: Caller, query: QueryOf<typeof ListInvoices>) {
  const rows = await listInvoicesIn[query.sort](db, {
    ...caller,
    ...rowsOf(query),
    billing_entity_id: query.billing_entity_id ?? null,
    site_id: query.site_id ?? null,
    clinic_id: query.clinic_id ?? null,
    status: query.status ?? null,
    issued: query.issued ?? null,
    q: query.q ?? null,
  })
  const { things, counters } = pageOf(rows, query)
  const invoices = things.map(({ amount_due: total, ...invoice }) => ({ ...invoice, total }))
  return { invoices, ...counters }
}

export async function getInvoice(db: Db<'payments'>, caller: Caller, id: string) {
  return versioned(await findInvoiceFor(db, caller, id))
}

/** One invoice with its version, for someone who may see it. */
export async function findInvoiceFor(db: Db<'payments'>, caller: Caller, id: string) {
  const { amount_due: total, ...invoice } = foundIn(await findInvoice(db, { ...caller, id }))
  return { ...invoice, total }
}

/** One invoice, whoever asks. */
export async function documentById(db: Db<'payments'>, id: string): Promise<Reply<Invoice>> {
  const [document] = await findDocument(db, { id })
  return versioned(document ?? refuse('not_found'))
}
