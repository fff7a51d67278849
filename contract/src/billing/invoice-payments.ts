import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idParams, time } from '../fields.ts'

/** An invoice whose card is being tried: how it ends is seen at the invoice. */
const InvoiceTry = z.object({ id: z.string(), status: z.enum(['open']), next_try_at: time })

export const payInvoice = endpoint({
  name: 'payInvoice',
  service: 'payments',
  method: 'POST',
  path: '/api/v1/invoices/:id/pay',
  summary: 'Try the card again now for an open invoice, without waiting for the next day it is tried',
  who: { right: 'payWith', of: 'billing_entity' },
  params: idParams,
  /** `all`: with it, as one charge, all else that its payer owes. Otherwise it is charged alone. */
  body: z.object({ all: z.optional(z.enum(['1'])) }),
  reply: InvoiceTry,
  refusals: ['not_found', 'role.insufficient', 'invoice.closed', 'card.missing'],
})
