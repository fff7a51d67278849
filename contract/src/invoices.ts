import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, idParams, listQuery, listReply, time } from './fields.ts'
import { amounts, Currency } from './money.ts'

export const invoiceStatuses = ['open', 'paid', 'void', 'uncollectible'] as const
const Status = z.enum(invoiceStatuses, `status must be one of ${invoiceStatuses.join(', ')}.`)

/** An invoice as lists show it. `number` has no gaps within one payer. */
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
  subtotal: z.number(),
  tax: z.number(),
  total: z.number(),
  status: Status,
  issued_at: time,
  paid_at: z.nullable(time),
  /** When the card is tried again; null when only a new card helps, or nothing is owed. */
  next_try_at: z.nullable(time),
})

const Payer = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.nullable(z.string()),
  city: z.nullable(z.string()),
  region: z.nullable(z.string()),
  country: z.nullable(z.string()),
  postal_code: z.nullable(z.string()),
})
const Seller = z.object({ name: z.string(), address: z.string() })

/** An invoice whole: payer, seller, lines, taxes and totals as they were on the day of issue. */
export const Invoice = z.extend(InvoiceHead, { payer: Payer, seller: Seller, ...amounts })
export type Invoice = z.infer<typeof Invoice>
export type InvoiceHead = z.infer<typeof InvoiceHead>

export const listInvoices = endpoint({
  name: 'listInvoices',
  service: 'payments',
  method: 'GET',
  path: '/api/v1/invoices',
  summary: 'The invoices of the billing entities that the signed-in user runs',
  who: 'signed in',
  query: z.extend(listQuery(['-issued_at', 'issued_at']), {
    billing_entity_id: z.optional(id),
    site_id: z.optional(id),
    clinic_id: z.optional(id),
    status: z.optional(Status),
  }),
  reply: listReply('invoices', InvoiceHead),
})

export const getInvoice = endpoint({
  name: 'getInvoice',
  service: 'payments',
  method: 'GET',
  path: '/api/v1/invoices/:id',
  summary: 'One invoice, as it was issued',
  who: 'Owner, Admin',
  params: idParams,
  reply: Invoice,
  refusals: ['not_found'],
})
