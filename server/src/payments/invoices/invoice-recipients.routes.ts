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
  const mailContext = { secrets, limitFactor: config.limitFactor }
  serve(contract.listInvoiceRecipients, ({ db, caller, params }) =>
    listInvoiceRecipients(db, caller, params.id),
  )
  serve(contract.addInvoiceRecipient, (call) => addInvoiceRecipient(mailContext, call))
  serve(contract.resendInvoiceRecipient, (call) => resendInvoiceRecipient(mailContext, call))
  serve(contract.removeInvoiceRecipient, (call) => removeInvoiceRecipient(call))
  serve(contract.resendBillingEmail, (call) => resendBillingEmail(mailContext, call))
  serve(contract.lookUpInvoiceLink, (call) => lookUpInvoiceLink(mailContext, call))
  serve(contract.confirmInvoiceRecipient, (call) => confirmInvoiceRecipient(mailContext, call))
  serve(contract.leaveInvoices, (call) => leaveInvoices(mailContext, call))
}
