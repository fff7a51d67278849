import type { BillingEntityId } from '@byre/contract/subject-kinds'
import type { Context } from '../../context.ts'
import { newId } from '../../platform/ids.ts'
import { cardLetGo, giveUpAttempt } from '../cards/card-attempts.actions.ts'
import type { Finisher } from '../cards/card-confirmations.actions.ts'
import { cardChanged } from '../cards/card-entries.actions.ts'
import { cardReconciliation, reconcileCards } from '../cards/card-reconciliation.actions.ts'
import { cardRoutes, namedCardRoutes, typedCardRoutes } from '../cards/cards.routes.ts'
import { followEvent, gatewayTold, keepEvent, type PaymentWatcher } from './gateway-events.actions.ts'
import { forgetEvents } from './gateway-events.queries.ts'
import type { Gateway, GatewayEvent } from '../ports.ts'
import { guarded } from '../gateways/guarded.ts'
import { confirmPath, sandboxPage } from '../gateways/sandbox-page.ts'
import { unlessQuiet } from '../gateways/unless-quiet.ts'
import { sandbox } from '../gateways/sandbox.ts'
import { webhookRoutes } from './webhooks.routes.ts'

/** The gateway of this installation, and what its events and pages need. */
export async function openGateway(context: Context<'payments'>): Promise<Finisher> {
  const { app, config, db, branding, log, outbox, quiet } = context
  const billingContext = {
    log,
    outbox,
    publicUrl: config.publicUrl,
    limitFactor: config.nodeEnv === 'production' ? 1 : config.limitFactor,
  }
  if (config.stripe) {
    // Its library is large, and nobody else's memory need hold it.
    const { stripe } = await import('../gateways/stripe.ts')
    return { ...billingContext, gateway: unlessQuiet(guarded(stripe(config.stripe)), quiet) }
  }

  const site = {
    db,
    confirmUrl: `${config.publicUrl}${confirmPath}`,
    tell: (about: GatewayEvent['about'], afterSeconds?: number) =>
      keepEvent({ gateway, outbox }, db, { id: newId(), type: 'sandbox', about }, afterSeconds),
  }
  const gateway: Gateway = unlessQuiet(guarded(sandbox(site)), quiet)
  sandboxPage(app, site, branding)
  return { ...billingContext, gateway }
}

/** What those who are owed money do about cards and payments. */
export interface Collector {
  /** How a payment stands now, as the gateway's book has it. May be told the same twice. */
  watchPayment: PaymentWatcher
  /** A payer has another card, or a new expiry: what is open may be paid with it. */
  retryOpenInvoices: (db: Context<'payments'>['db'], billingEntityId: BillingEntityId) => Promise<void>
}

/** Routes and jobs around cards, and the gateway's events. */
export function takeCards(
  context: Context<'payments'>,
  billingContext: Finisher,
  collector: Collector,
): void {
  const { app, config, db, outbox } = context
  cardRoutes(context, billingContext)
  if (config.paymentGateway === 'stripe') namedCardRoutes(context, billingContext)
  else typedCardRoutes(context, billingContext)
  // The sandbox, too, has this address: it is never called from outside, so there each message is forged.
  webhookRoutes(context, billingContext.gateway, (event) => keepEvent(billingContext, db, event))

  outbox.handle(gatewayTold, (job) => followEvent(billingContext, db, collector.watchPayment, job))
  outbox.handle(cardChanged, ({ data }) => collector.retryOpenInvoices(db, data.billing_entity_id))
  outbox.handle(cardLetGo, ({ data }) => giveUpAttempt(billingContext, db, data.id))
  outbox.handle(
    cardReconciliation,
    async () => {
      await reconcileCards(billingContext, db)
      await forgetEvents(db, {})
    },
    '*/5 * * * *',
  )
  app.addHook('onListen', () => outbox.send(db, cardReconciliation, {}))
}
