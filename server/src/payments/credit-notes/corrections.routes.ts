import { correctInvoice as correctInvoiceCall } from '@byre/contract/billing/invoices'
import type { Context } from '../../context.ts'
import { correctInvoice, type CorrectionContext } from './corrections.actions.ts'

export function correctionRoutes({ serve }: Context<'payments'>, context: CorrectionContext): void {
  serve(correctInvoiceCall, (call) => correctInvoice(context, call))
}
