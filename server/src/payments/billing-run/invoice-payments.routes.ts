import { payInvoice as payInvoiceEndpoint } from '@byre/contract/billing/invoice-payments'
import type { Context } from '../../context.ts'
import type { BillingDesk } from '../billing.policy.ts'
import { payInvoice } from './invoice-payments.actions.ts'

export function invoicePaymentRoutes({ serve }: Context<'payments'>, desk: BillingDesk, limitFactor: number) {
  serve(payInvoiceEndpoint, (call) => payInvoice(desk, call, limitFactor))
}
