import * as contract from '@byre/contract/billing/invoices'
import { listUnpaid as listUnpaidEndpoint } from '@byre/contract/billing/unpaid'
import type { Context } from '../../context.ts'
import { getInvoicePdf, getReceipt } from './invoice-documents.actions.ts'
import { exportInvoices } from './invoice-exports.actions.ts'
import { listInvoiceDays } from './invoice-days.actions.ts'
import { getInvoice, listInvoices } from './invoices.actions.ts'
import { listUnpaid } from './unpaid.actions.ts'

export function invoiceRoutes({ serve, branding }: Context<'payments'>): void {
  serve(contract.listInvoices, ({ db, caller, query }) => listInvoices(db, caller, query))
  serve(listUnpaidEndpoint, ({ db, caller }) => listUnpaid(db, caller))
  serve(contract.getInvoice, ({ db, caller, params }) => getInvoice(db, caller, params.id))
  serve(contract.getInvoicePdf, ({ db, caller, params }) => getInvoicePdf(branding, db, caller, params.id))
  serve(contract.getReceipt, ({ db, caller, params }) => getReceipt(branding, db, caller, params.id))
  serve(contract.listInvoiceDays, ({ db, caller, params, query }) =>
    listInvoiceDays(db, caller, params.id, query),
  )
  serve(contract.exportInvoices, ({ db, caller, params, query }) =>
    exportInvoices(db, caller, { id: params.id, issued: query.issued }),
  )
}
