import { correctInvoice as correctInvoiceCall } from '@byre/contract/billing/invoices'
import type { Context } from '../../context.ts'
import { correctInvoice, type CorrectionDesk } from './corrections.actions.ts'

export function correctionRoutes({ serve }: Context<'payments'>, desk: CorrectionDesk): void {
  serve(correctInvoiceCall, (call) => correctInvoice(desk, call))
}
