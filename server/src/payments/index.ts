import type { Billing } from '../customers/index.ts'
import type { Context } from '../context.ts'
import { within } from '../platform/database/db.ts'
import { chargeJob, refundJob, type BillingDesk } from './billing.policy.ts'
import { askBillingEmail } from './invoices/billing-emails.actions.ts'
import { letGoCardOf } from './cards/card-changes.actions.ts'
import { openDesk, takeCards } from './gateway-events/card-desk.actions.ts'
import { charge, retryOpenInvoices, watchPayment } from './billing-run/charges.actions.ts'
import { creditInvoice, previewCredit, type CreditOrder } from './credit-notes/credit-notes.actions.ts'
import { invoicesOf } from './invoices/exports.queries.ts'
import { invoicePaymentRoutes } from './billing-run/invoice-payments.routes.ts'
import { invoiceRecipientRoutes } from './invoices/invoice-recipients.routes.ts'
import { correctionRoutes } from './credit-notes/corrections.routes.ts'
import { invoiceRoutes } from './invoices/invoices.routes.ts'
import { sendPaymentLetters } from './invoices/letters.actions.ts'
import { payerUses } from './subscriptions/payer-uses.actions.ts'
import { findRefused } from './refused-access.queries.ts'
import { planInWords, requirePlan } from './plans/plans.actions.ts'
import { planRoutes } from './plans/plans.routes.ts'
import { recipientSweep, sweepRecipients } from './invoices/recipient-sweeps.actions.ts'
import { refund, sendDueRefunds } from './billing-run/refunds.actions.ts'
import { billingJob, followCalendar, runBilling, sendDueCharges } from './billing-run/renewals.actions.ts'
import {
  changeSubscription,
  endSubscription,
  restoreSubscription,
  newTrial,
  startSubscription,
} from './subscriptions/subscriptions.actions.ts'
import { withTrial } from './subscriptions.queries.ts'
import { subscriptionRoutes } from './subscriptions/subscriptions.routes.ts'
import {
  listTroubles,
  settleTrouble,
  tallyTroubles,
  warnOfTroubles,
  type Finding,
  type SettlingWitness,
  type Trouble,
} from './billing-run/troubles.actions.ts'

export { gatewaySources } from './gateways/page-sources.ts'
export interface Payments {
  /** The port by which customers' deeds begin, change and end what is paid for. */
  billing: Billing
  /** Everything that is due at a time, until nothing is: trials, periods, charges, notices. */
  runBilling(at: Date): Promise<{ steps: number; charges: number }>
  /** Credits an invoice or one of its lines, for operators; gives the credit note. */
  creditInvoice(order: CreditOrder): Promise<{ id: string; number: string; total: number }>
  /** What crediting an invoice of a number, or a line of it, would come to; null: there is none. */
  previewCredit(number: string, line?: number): ReturnType<typeof previewCredit>
  /** What only an operator can end: charges nobody has heard of, refunds that were refused. */
  listTroubles(): Promise<Trouble[]>
  /** Ends one of them by what was found at the gateway. */
  settleTrouble(key: string, found: Finding, witness?: SettlingWitness): Promise<{ state: string }>
  /** How many there are. */
  tallyTroubles(): Promise<{ charges: number; refunds: number }>
}

export type { CreditOrder } from './credit-notes/credit-notes.actions.ts'
export type { Finding, Trouble } from './billing-run/troubles.actions.ts'

/** Payments' routes and jobs. */
export async function payments(context: Context<'payments'>): Promise<Payments> {
  const finisher = await openDesk(context)
  const { db, outbox, clock, log, config, secrets } = context
  const means = { secrets, limitFactor: config.limitFactor }
  const desk: BillingDesk = { db, gateway: finisher.gateway, outbox, clock, log, config }
  findRefused(context.refusedAccess)
  planRoutes(context)
  subscriptionRoutes(context, desk)
  invoiceRoutes(context)
  correctionRoutes(context, { ...desk, means })
  invoiceRecipientRoutes(context)
  invoicePaymentRoutes(context, desk, finisher.limitFactor)
  takeCards(context, finisher, {
    watchPayment: (_, payment) => watchPayment(desk, payment),
    retryOpenInvoices: (_, billingEntityId) => retryOpenInvoices(desk, billingEntityId, clock.now()),
  })
  sendPaymentLetters(context)
  outbox.handle(chargeJob, ({ data }) => charge(desk, data.invoice_id, clock.now()))
  outbox.handle(refundJob, ({ data }) => refund(desk, data.refund_id, clock.now()))
  outbox.handle(recipientSweep, () => sweepRecipients(db), '17 4 * * *')
  outbox.handle(billingJob, () => followClock(desk), '*/5 * * * *')

  return {
    billing: {
      startSubscription: (db, place, payer, planId) =>
        startSubscription(desk, within(db), place, payer, planId),
      newTrial: (place, payerId, planId) => newTrial(desk, place, payerId, planId),
      withTrial,
      changeSubscription: (db, place, payer, planId) =>
        changeSubscription(desk, within(db), place, payer, planId),
      requirePlan: (db, place, payer, planId) => requirePlan(within(db), place, payer, planId),
      planInWords: (db, planId) => planInWords(within(db), planId),
      endSubscription: (db, place) => endSubscription(desk, within(db), place),
      restoreSubscription: (db, place, userId) => restoreSubscription(desk, within(db), place, userId),
      invoicesOf,
      payerUses: (db, billingEntityIds) => payerUses(within(db), billingEntityIds),
      askBillingEmail: (db, deed, asked) =>
        askBillingEmail(means, within(db), deed.enqueue.bind(deed), asked),
      letGoCard: (db, deed, billingEntityId) =>
        letGoCardOf(within(db), deed.enqueue.bind(deed), billingEntityId),
    },
    runBilling: (at) => runBilling(desk, at),
    creditInvoice: (order) => creditInvoice(desk, order),
    previewCredit: (number, line) => previewCredit(db, number, line),
    listTroubles: () => listTroubles(desk),
    settleTrouble: (key, found, witness) => settleTrouble(desk, key, found, witness),
    tallyTroubles: () => tallyTroubles(desk),
  }
}

async function followClock(desk: BillingDesk): Promise<void> {
  const at = desk.clock.now()
  await followCalendar(desk, at)
  await sendDueCharges(desk, at)
  await sendDueRefunds(desk, at)
  await warnOfTroubles(desk)
}
