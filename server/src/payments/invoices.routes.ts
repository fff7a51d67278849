import * as contract from '@byre/contract/invoices'
import type { Context } from '../platform/context.ts'
import { correctInvoice, type CorrectionDesk } from './corrections.actions.ts'
import { getInvoicePdf, getReceipt } from './invoice-documents.actions.ts'
import { exportInvoices } from './invoice-exports.actions.ts'
import { getInvoice, listInvoices } from './invoices.actions.ts'

export function invoiceRoutes({ serve, letterhead }: Context<'payments'>, desk: CorrectionDesk): void {
  serve(contract.listInvoices, ({ db, asker, query }) => listInvoices(db, asker, query))
  serve(contract.getInvoice, ({ db, asker, params }) => getInvoice(db, asker, params.id))
  serve(contract.getInvoicePdf, ({ db, asker, params }) => getInvoicePdf(letterhead, db, asker, params.id))
  serve(contract.getReceipt, ({ db, asker, params }) => getReceipt(letterhead, db, asker, params.id))
  serve(contract.exportInvoices, ({ db, asker, params }) => exportInvoices(db, asker, params.id))
  serve(contract.correctInvoice, (call) => correctInvoice(desk, call))
}
