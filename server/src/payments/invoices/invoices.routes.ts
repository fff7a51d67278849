import * as contract from '@byre/contract/billing/invoices'
import type { Context } from '../../context.ts'
import { getInvoicePdf, getReceipt } from './invoice-documents.actions.ts'
import { exportInvoices } from './invoice-exports.actions.ts'
import { getInvoice, listInvoices } from './invoices.actions.ts'

export function invoiceRoutes({ serve, branding }: Context<'payments'>): void {
  serve(contract.listInvoices, ({ db, asker, query }) => listInvoices(db, asker, query))
  serve(contract.getInvoice, ({ db, asker, params }) => getInvoice(db, asker, params.id))
  serve(contract.getInvoicePdf, ({ db, asker, params }) => getInvoicePdf(branding, db, asker, params.id))
  serve(contract.getReceipt, ({ db, asker, params }) => getReceipt(branding, db, asker, params.id))
  serve(contract.exportInvoices, ({ db, asker, params }) => exportInvoices(db, asker, params.id))
}
