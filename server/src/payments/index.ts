import type { Billing } from '../customers/index.ts'
import type { Context } from '../platform/context.ts'
import { within } from '../platform/db.ts'
import { cardReconciliation, reconcileCards } from './card-attempts.actions.ts'
import { cardEntryRoutes, cardRoutes, noCardEntryRoutes } from './cards.routes.ts'
import { guarded } from './gateways/guarded.ts'
import { sandbox } from './gateways/sandbox.ts'
import { planRoutes } from './plans.routes.ts'
import { changeSubscription, endSubscription, startSubscription } from './subscriptions.actions.ts'
import { subscriptionRoutes } from './subscriptions.routes.ts'

/** Payments' routes and jobs; gives customers the port by which places are paid for. */
export function payments(context: Context<'payments'>): Billing {
  planRoutes(context)
  subscriptionRoutes(context)
  cardRoutes(context)
  if (context.config.paymentGateway === 'stripe') noCardEntryRoutes(context)
  else takeCards(context)

  return {
    startSubscription: (db, place, payer, planId) => startSubscription(within(db), place, payer, planId),
    changeSubscription: (db, place, payer, planId) => changeSubscription(within(db), place, payer, planId),
    endSubscription: (db, place) => endSubscription(within(db), place),
  }
}

function takeCards(context: Context<'payments'>): void {
  const { config, db, log, outbox } = context
  const limitFactor = config.nodeEnv === 'production' ? 1 : config.limitFactor
  const desk = { gateway: guarded(sandbox(db)), log, limitFactor }

  cardEntryRoutes(context, desk)
  outbox.handle(cardReconciliation, () => reconcileCards(desk, db), '*/5 * * * *')
}
