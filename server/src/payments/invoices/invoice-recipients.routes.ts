import * as contract from '@byre/contract/billing/invoice-recipients'
import type { Context } from '../../context.ts'
import { resendBillingEmail } from './billing-emails.actions.ts'
import {
  addInvoiceRecipient,
  listInvoiceRecipients,
  removeInvoiceRecipient,
  resendInvoiceRecipient,
} from './invoice-recipients.actions.ts'
import { confirmInvoiceRecipient, leaveInvoices, lookUpInvoiceLink } from './recipient-answers.actions.ts'

export function invoiceRecipientRoutes({ serve, secrets, config }: Context<'payments'>): void {
  const means = { secrets, limitFactor: config.limitFactor }
  serve(contract.listInvoiceRecipients, ({ db, asker, params }) =>
    listInvoiceRecipients(db, asker, params.id),
  )
  serve(contract.addInvoiceRecipient, (call) => addInvoiceRecipient(means, call))
  serve(contract.resendInvoiceRecipient, (call) => resendInvoiceRecipient(means, call))
  serve(contract.removeInvoiceRecipient, (call) => removeInvoiceRecipient(call))
  serve(contract.resendBillingEmail, (call) => resendBillingEmail(means, call))
  serve(contract.lookUpInvoiceLink, (call) => lookUpInvoiceLink(means, call))
  serve(contract.confirmInvoiceRecipient, (call) => confirmInvoiceRecipient(means, call))
  serve(contract.leaveInvoices, (call) => leaveInvoices(means, call))
}
