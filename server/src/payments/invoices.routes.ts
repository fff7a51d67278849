import * as contract from '@byre/contract/invoices'
import type { Context } from '../platform/context.ts'
import { getInvoice, listInvoices } from './invoices.actions.ts'

export function invoiceRoutes({ serve }: Context<'payments'>): void {
  serve(contract.listInvoices, ({ db, asker, query }) => listInvoices(db, asker, query))
  serve(contract.getInvoice, ({ db, asker, params }) => getInvoice(db, asker, params.id))
}
