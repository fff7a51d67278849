import { payInvoice as payInvoiceEndpoint } from '@byre/contract/billing/invoice-payments'
import type { Context } from '../../context.ts'
import type { BillingContext } from '../billing.policy.ts'
import { payInvoice } from './invoice-payments.actions.ts'

export function invoicePaymentRoutes(
  { serve }: Context<'payments'>,
  context: BillingContext,
  limitFactor: number,
) {
  serve(payInvoiceEndpoint, (call) => payInvoice(context, call, limitFactor))
}
