import * as contract from '@byre/contract/invoice-recipients'
import type { Context } from '../platform/context.ts'
import {
  addInvoiceRecipient,
  confirmInvoiceRecipient,
  leaveInvoices,
  listInvoiceRecipients,
  removeInvoiceRecipient,
  resendInvoiceRecipient,
  type RecipientDesk,
} from './invoice-recipients.actions.ts'

export function invoiceRecipientRoutes({ serve, secrets, config }: Context<'payments'>): void {
  const desk: RecipientDesk = { secrets, limitFactor: config.limitFactor }
  serve(contract.listInvoiceRecipients, ({ db, asker, params }) =>
    listInvoiceRecipients(db, asker, params.id),
  )
  serve(contract.addInvoiceRecipient, (call) => addInvoiceRecipient(desk, call))
  serve(contract.resendInvoiceRecipient, (call) => resendInvoiceRecipient(desk, call))
  serve(contract.removeInvoiceRecipient, (call) => removeInvoiceRecipient(call))
  serve(contract.confirmInvoiceRecipient, (call) => confirmInvoiceRecipient(desk, call))
  serve(contract.leaveInvoices, (call) => leaveInvoices(desk, call))
}
