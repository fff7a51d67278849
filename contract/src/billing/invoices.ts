import { t } from '../words.ts'
import * as z from 'zod/mini'
import { addressFields, withAddress } from '../addresses.ts'
import { endpoint } from '../endpoint.ts'
import {
  clinicId,
  idParams,
  billingEntityId,
  billingEntityParams,
  requiredText,
  siteId,
  time,
} from '../fields.ts'
import { listQuery, listReply } from '../lists.ts'
import { limits } from '../limits.ts'
import { amounts, Currency } from './money.ts'

const invoiceStatuses = ['open', 'paid', 'void', 'uncollectible'] as const
const Status = z.enum(invoiceStatuses, `status must be one of ${invoiceStatuses.join(', ')}.`)

/** An invoice or credit note as lists show it. `number` has no gaps within one payer. */
const InvoiceHead = z.object({
  id: z.string(),
  number: z.string(),
  kind: z.enum(['invoice', 'credit_note']),
  /** The invoice that a credit note or a re-issued invoice is about. */
  corrects_id: z.nullable(z.string()),
  billing_entity_id: z.string(),
  subscription_id: z.string(),
  site_id: z.nullable(z.string()),
  clinic_id: z.nullable(z.string()),
  place_name: z.string(),
  currency: Currency,
  /** Negative on a credit note, as its lines, tax and total are. */
  subtotal: z.number(),
  tax: z.number(),
  total: z.number(),
  /** How much of the total credit notes have taken back; the rest is owed, or was paid. */
  credited: z.number(),
  status: Status,
  issued_at: time,
  paid_at: z.nullable(time),
  /** When the card is tried again; null when only a new card helps, or nothing is owed. */
  next_try_at: z.nullable(time),
  /** Where the payer's bank asks them to confirm the payment under way; null when it asks nothing. */
  action_url: z.nullable(z.string()),
  /** What a credit note gives back to the card, and since when that is done. */
  refund: z.number(),
  refunded_at: z.nullable(time),
})

const InvoicedBillingEntity = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.nullable(z.string()),
  city: z.nullable(z.string()),
  region: z.nullable(z.string()),
  country: z.nullable(z.string()),
  postal_code: z.nullable(z.string()),
  /** Its own tax numbers, as they are called and written; absent on those from before they were kept. */
  tax_numbers: z.optional(z.array(z.object({ name: z.string(), number: z.string() }))),
})
const Seller = z.object({ name: z.string(), address: z.string() })

/** An invoice whole: payer, seller, lines, taxes and totals as they were on the day of issue. */
export const Invoice = z.extend(InvoiceHead, {
  payer: InvoicedBillingEntity,
  seller: Seller,
  ...amounts,
  /** Numbers of the document this one is about, and of the invoice that was issued in its place. */
  corrects_number: z.nullable(z.string()),
  replaced_by_number: z.nullable(z.string()),
  /** Why a credit note was issued. */
  reason: z.nullable(z.string()),
  /** The card that paid it, or for a credit note the one that gets the refund. */
  paid_with: z.nullable(z.object({ brand: z.string(), last_four: z.string() })),
})
export type Invoice = z.infer<typeof Invoice>
export type InvoiceHead = z.infer<typeof InvoiceHead>

/** Days are UTC days, as all of billing. */
const issued = z.optional(
  z
    .string()
    .check(
      z.regex(
        /^\d{4}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?$/,
        'issued must be a day or a month, such as 2027-02-06 or 2027-02.',
      ),
    ),
)

/** Of which place, state, day or month. */
const narrowed = {
  site_id: z.optional(siteId),
  clinic_id: z.optional(clinicId),
  status: z.optional(Status),
  issued,
}

export const listInvoices = endpoint({
  name: 'listInvoices',
  service: 'payments',
  method: 'GET',
  path: '/api/v1/invoices',
  summary: 'The invoices of the billing entities that the signed-in user runs',
  who: 'signed in',
  query: z.extend(listQuery(['-issued_at', 'issued_at']), {
    billing_entity_id: z.optional(billingEntityId),
    ...narrowed,
  }),
  reply: listReply('invoices', InvoiceHead),
})

export const getInvoice = endpoint({
  name: 'getInvoice',
  service: 'payments',
  method: 'GET',
  path: '/api/v1/invoices/:id',
  summary: 'One invoice, as it was issued',
  who: { right: 'seeAll', of: 'billing_entity' },
  params: idParams,
  reply: Invoice,
  refusals: ['not_found'],
})

const document = {
  service: 'payments',
  method: 'GET',
  who: { right: 'seeAll', of: 'billing_entity' },
  params: idParams,
  reply: z.string(),
  produces: 'application/pdf',
  refusals: ['not_found'],
} as const

export const getInvoicePdf = endpoint({
  ...document,
  name: 'getInvoicePdf',
  path: '/api/v1/invoices/:id/pdf',
  summary: 'An invoice or credit note as a document',
})

export const getReceipt = endpoint({
  ...document,
  name: 'getReceipt',
  path: '/api/v1/invoices/:id/receipt',
  summary: 'The receipt of a paid invoice, as a document',
})

/** What was issued to a payer on one day. */
const InvoiceDay = z.object({
  /** `2027-02-06` */
  day: z.string(),
  /** Invoices and credit notes. */
  count: z.number(),
  /** How many of them are not paid yet. */
  open: z.number(),
  /** What they come to, credits taken off. */
  amount: z.number(),
  currency: Currency,
})
export type InvoiceDay = z.infer<typeof InvoiceDay>

export const listInvoiceDays = endpoint({
  name: 'listInvoiceDays',
  service: 'payments',
  method: 'GET',
  path: '/api/v1/billing-entities/:id/invoice-days',
  summary:
    'The days on which invoices were issued to a payer, with what they come to: all of them, or those of a place, state, day or month',
  who: { right: 'seeAll', of: 'billing_entity' },
  params: billingEntityParams,
  query: z.extend(z.omit(listQuery(['-day']), { q: true }), narrowed),
  reply: listReply('invoice_days', InvoiceDay),
  refusals: ['not_found'],
})

export const exportInvoices = endpoint({
  name: 'exportInvoices',
  service: 'payments',
  method: 'GET',
  path: '/api/v1/billing-entities/:id/invoices.csv',
  summary:
    'The invoices and credit notes of a payer, or of one day or month, as a table: one row a line, one a tax',
  who: { right: 'seeAll', of: 'billing_entity' },
  params: billingEntityParams,
  query: z.object({ issued }),
  reply: z.string(),
  produces: 'text/csv; charset=utf-8',
  headers: { 'content-disposition': 'attachment; filename="invoices.csv"' },
  refusals: ['not_found'],
})

/** Who an invoice should have been made out to. */
export const InvoiceCorrection = withAddress(
  z.object({ name: requiredText(limits.text.name, t`Name`), ...addressFields }),
)

export const correctInvoice = endpoint({
  name: 'correctInvoice',
  service: 'payments',
  method: 'POST',
  path: '/api/v1/invoices/:id/corrections',
  summary: 'Issue an invoice again with another name or address: credits it and gives the new one',
  who: { right: 'edit', of: 'billing_entity' },
  params: idParams,
  body: InvoiceCorrection,
  reply: Invoice,
  status: 201,
  refusals: [
    'not_found',
    'role.insufficient',
    'invoice.not_correctable',
    'invoice.being_paid',
    'invoice.other_taxes',
  ],
})
