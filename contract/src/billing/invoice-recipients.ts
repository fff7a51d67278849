import { t } from '../words.ts'
import * as z from 'zod/mini'
import { EmailState } from './billing-entities.ts'
import { endpoint } from '../endpoint.ts'
import { email, id, idParams, billingEntityId, billingEntityParams, time } from '../fields.ts'

/* Addresses that get a payer's mails: its own and those beside it, each once whoever reads there has said yes. */

/** Beside the payer's own address, and how long the link by which one says yes is good. */
export const recipientLimits = { atMost: 10, days: 7 } as const

export const InvoiceRecipient = z.object({
  id: z.string(),
  billing_entity_id: z.string(),
  email: z.string(),
  created_at: time,
  /** Until when the link that was mailed confirms it. */
  expires_at: time,
  confirmed_at: z.nullable(time),
})
export type InvoiceRecipient = z.infer<typeof InvoiceRecipient>

export const NewInvoiceRecipient = z.object({
  email: email(t`Please input your email address!`, t`The input is not valid E-mail`),
})

const path = '/api/v1/billing-entities/:id/invoice-recipients'
const ofBillingEntity = { service: 'payments', who: { right: 'edit', of: 'billing_entity' } } as const
const recipientParams = z.object({ id: billingEntityId, recipientId: id })
const refusals = ['not_found', 'role.insufficient'] as const

export const listInvoiceRecipients = endpoint({
  ...ofBillingEntity,
  name: 'listInvoiceRecipients',
  method: 'GET',
  path,
  summary: 'Who gets the invoices of a payer beside its own address; ten at most',
  params: billingEntityParams,
  reply: z.object({ invoice_recipients: z.array(InvoiceRecipient) }),
  refusals: ['not_found'],
})

export const addInvoiceRecipient = endpoint({
  ...ofBillingEntity,
  name: 'addInvoiceRecipient',
  method: 'POST',
  path,
  summary: 'Have invoices sent to another address, once it is confirmed there by a mailed link',
  params: billingEntityParams,
  body: NewInvoiceRecipient,
  reply: InvoiceRecipient,
  status: 201,
  refusals: [...refusals, 'recipient.exists', 'recipient.refused', 'recipient.too_many'],
})

export const resendInvoiceRecipient = endpoint({
  ...ofBillingEntity,
  name: 'resendInvoiceRecipient',
  method: 'POST',
  path: `${path}/:recipientId/resend`,
  summary: 'Mail the link again, good for seven more days',
  params: recipientParams,
  reply: InvoiceRecipient,
  refusals: [...refusals, 'recipient.confirmed'],
})

export const removeInvoiceRecipient = endpoint({
  ...ofBillingEntity,
  name: 'removeInvoiceRecipient',
  method: 'DELETE',
  path: `${path}/:recipientId`,
  summary: 'Send invoices to an address no longer',
  params: recipientParams,
  reply: z.null(),
  refusals,
})

export const resendBillingEmail = endpoint({
  ...ofBillingEntity,
  name: 'resendBillingEmail',
  method: 'POST',
  path: '/api/v1/billing-entities/:id/email/resend',
  summary: 'Ask the payer’s own address again whether it wants the payer’s mails',
  params: billingEntityParams,
  reply: z.object({ email: z.string(), email_state: EmailState, email_asked_at: z.nullable(time) }),
  refusals: [...refusals, 'recipient.confirmed', 'recipient.refused'],
})

const token = z
  .string(t`This link no longer works.`)
  .check(z.regex(/^[\w-]{43}$/, t`This link no longer works.`))

/** Opened from the mail, by somebody who need not have an account. */
const byLink = {
  service: 'payments',
  method: 'POST',
  who: 'anyone',
  idempotency: { by: ['token'] },
  params: idParams,
  body: z.object({ token }),
  unhashed: ['token'],
  reply: z.object({ email: z.string(), payer_name: z.string() }),
  refusals: ['link.dead'],
} as const

export const lookUpInvoiceLink = endpoint({
  ...byLink,
  name: 'lookUpInvoiceLink',
  path: '/api/v1/invoice-recipients/:id/link',
  summary: 'Whose mails a mailed link is about, and to which address; changes nothing',
  idempotency: 'ignored',
})

export const confirmInvoiceRecipient = endpoint({
  ...byLink,
  name: 'confirmInvoiceRecipient',
  path: '/api/v1/invoice-recipients/:id/confirm',
  summary: 'Say yes with the mailed link: an address is to get a payer’s mails',
})

export const leaveInvoices = endpoint({
  ...byLink,
  name: 'leaveInvoices',
  path: '/api/v1/invoice-recipients/:id/leave',
  summary: 'Say no for good with the link of any mail: an address gets nothing of a payer’s any more',
})
