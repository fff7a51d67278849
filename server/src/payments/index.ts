import type { Billing } from '../customers/index.ts'
import type { Context } from '../context.ts'
import { within } from '../platform/database/db.ts'
import { chargeJob, refundJob, type BillingContext } from './billing.policy.ts'
import { askBillingEmail } from './invoices/billing-emails.actions.ts'
import { letGoCardOf } from './cards/card-changes.actions.ts'
import { openGateway, takeCards } from './gateway-events/gateway-setup.actions.ts'
import { charge, retryOpenInvoices, watchPayment } from './billing-run/charges.actions.ts'
import { creditInvoice, previewCredit, type CreditOrder } from './credit-notes/credit-notes.actions.ts'
import { invoicesOf } from './invoices/exports.queries.ts'
import { invoicePaymentRoutes } from './billing-run/invoice-payments.routes.ts'
import { invoiceRecipientRoutes } from './invoices/invoice-recipients.routes.ts'
import { correctionRoutes } from './credit-notes/corrections.routes.ts'
import { invoiceRoutes } from './invoices/invoices.routes.ts'
import { withTax } from './invoices/invoices.policy.ts'
import { addLeavableInvoices } from './invoices/recipient-answers.actions.ts'
import { sendPaymentMails } from './invoices/billing-mails.actions.ts'
import { billingEntityUses } from './subscriptions/billing-entity-uses.actions.ts'
import { findRefused } from './refused-access.queries.ts'
import { planInWords, requirePlan } from './plans/plans.actions.ts'
import { currencyOf } from './plan-choices.policy.ts'
import { planRoutes } from './plans/plans.routes.ts'
import { recipientSweep, sweepRecipients } from './invoices/recipient-sweeps.actions.ts'
import { refund, sendDueRefunds } from './billing-run/refunds.actions.ts'
import { billingJob, followCalendar, runBilling, sendDueCharges } from './billing-run/renewals.actions.ts'
import {
  changeSubscription,
  endSubscription,
  restoreSubscription,
  newTrial,
} from './subscriptions/subscriptions.actions.ts'
import { extendTrial } from './subscriptions/trial-extensions.actions.ts'
import { listedBilling } from './subscriptions/listed-places.queries.ts'
import { withTrials } from './new-subscriptions.queries.ts'
import { subscriptionRoutes } from './subscriptions/subscriptions.routes.ts'
import {
  listUnresolvedPayments,
  settleUnresolvedPayment,
  tallyUnresolvedPayments,
  warnOfUnresolvedPayments,
  type Finding,
  type SettlingWitness,
  type UnresolvedPayment,
} from './billing-run/unresolved-payments.actions.ts'

export {
  invoiceForStaff,
  newestInvoicesOf,
  searchInvoicesForStaff,
  subscriptionForStaff,
} from './invoices/staff.actions.ts'
export { gatewaySources } from './gateways/page-sources.ts'
export interface Payments {
  /** The port by which customers' commands begin, change and end what is paid for. */
  billing: Billing
  /** Everything that is due at a time, until nothing is: trials, periods, charges, notices. */
  runBilling(at: Date): Promise<{ steps: number; charges: number }>
  /** Credits an invoice or one of its lines, for operators; gives the credit note. */
  creditInvoice(order: CreditOrder): Promise<{ id: string; number: string; total: number }>
  /** What crediting an invoice of a number, or a line of it, would come to; null: there is none. */
  previewCredit(number: string, line?: number): ReturnType<typeof previewCredit>
  /** What only an operator can end: charges nobody has heard of, refunds that were refused. */
  listUnresolvedPayments(): Promise<UnresolvedPayment[]>
  /** Ends one of them by what was found at the gateway. */
  settleUnresolvedPayment(
    key: string,
    finding: Finding,
    witness?: SettlingWitness,
  ): Promise<{ state: string }>
  /** How many there are. */
  tallyUnresolvedPayments(): Promise<{ charges: number; refunds: number }>
}

export type { Finding, UnresolvedPayment } from './billing-run/unresolved-payments.actions.ts'

/** Payments' routes and jobs. */
export async function payments(context: Context<'payments'>): Promise<Payments> {
  const finisher = await openGateway(context)
  const { db, outbox, clock, log, config, secrets } = context
  const mailContext = { secrets, limitFactor: config.limitFactor }
  const billingContext: BillingContext = { db, gateway: finisher.gateway, outbox, clock, log, config }
  findRefused(context.refusedAccess)
  planRoutes(context)
  subscriptionRoutes(context, billingContext)
  invoiceRoutes(context)
  correctionRoutes(context, { ...billingContext, mailContext })
  invoiceRecipientRoutes(context)
  addLeavableInvoices(context)
  invoicePaymentRoutes(context, billingContext, finisher.limitFactor)
  takeCards(context, finisher, {
    watchPayment: (_, payment) => watchPayment(billingContext, payment),
    retryOpenInvoices: (_, billingEntityId) =>
      retryOpenInvoices(billingContext, billingEntityId, clock.now()),
  })
  sendPaymentMails(context)
  context.metrics.addPart({
    name: 'billing',
    read: async () => [
      {
        name: 'byre_billing_troubles',
        about: 'Charges without an end and refunds refused or late; see npm run byre -- billing trouble.',
        label: 'of',
        counts: { ...(await tallyUnresolvedPayments(billingContext)) },
      },
    ],
  })
  outbox.handle(chargeJob, ({ data }) => charge(billingContext, data, clock.now()))
  outbox.handle(refundJob, ({ data }) => refund(billingContext, data.refund_id, clock.now()))
  outbox.handle(recipientSweep, () => sweepRecipients(db), '17 4 * * *')
  outbox.handle(billingJob, () => followClock(billingContext), '*/5 * * * *')

  return {
    billing: {
      currencyOf,
      newTrial: (place, billingEntityId, planId) => newTrial(billingContext, place, billingEntityId, planId),
      withTrials,
      listedBilling,
      withTax: (amount, address) => withTax(billingContext, amount, address),
      changeSubscription: (db, place, billingEntity, planId) =>
        changeSubscription(billingContext, within(db), { place, billingEntity, plan_id: planId }),
      requirePlan: (db, place, billingEntity, planId) =>
        requirePlan(within(db), place, billingEntity, planId),
      planInWords: (db, planId, words) => planInWords(within(db), planId, words),
      endSubscription: (db, access) => endSubscription(billingContext, within(db), access),
      restoreSubscription: (db, access) => restoreSubscription(billingContext, within(db), access),
      extendTrial: (db, place, until) => extendTrial(billingContext, within(db), place, until),
      invoicesOf,
      billingEntityUses: (db, billingEntityIds) => billingEntityUses(within(db), billingEntityIds),
      askBillingEmail: (db, command, billingEmail) =>
        askBillingEmail(mailContext, within(db), command.enqueue.bind(command), billingEmail),
      letGoCard: (db, command, billingEntityId) =>
        letGoCardOf(within(db), command.enqueue.bind(command), billingEntityId),
    },
    runBilling: (at) => runBilling(billingContext, at),
    creditInvoice: (order) => creditInvoice(billingContext, order),
    previewCredit: (number, line) => previewCredit(db, number, line),
    listUnresolvedPayments: () => listUnresolvedPayments(billingContext),
    settleUnresolvedPayment: (key, finding, witness) =>
      settleUnresolvedPayment(billingContext, key, finding, witness),
    tallyUnresolvedPayments: () => tallyUnresolvedPayments(billingContext),
  }
}

async function followClock(billingContext: BillingContext): Promise<void> {
  const at = billingContext.clock.now()
  await followCalendar(billingContext, at)
  await sendDueCharges(billingContext, at)
  await sendDueRefunds(billingContext, at)
  await warnOfUnresolvedPayments(billingContext)
}
