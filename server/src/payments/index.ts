import type { Billing } from '../customers/index.ts'
import type { Context } from '../platform/context.ts'
import { within } from '../platform/db.ts'
import { letGoCardOf } from './card-changes.actions.ts'
import { openDesk, takeCards } from './card-desk.actions.ts'
import { planRoutes } from './plans.routes.ts'
import { restoreSubscription } from './restores.actions.ts'
import { changeSubscription, endSubscription, startSubscription } from './subscriptions.actions.ts'
import { subscriptionRoutes } from './subscriptions.routes.ts'

/** Payments' routes and jobs; gives customers the port by which places are paid for. */
export function payments(context: Context<'payments'>): Billing {
  planRoutes(context)
  subscriptionRoutes(context)
  takeCards(context, openDesk(context), {
    watchPayment: async () => undefined,
    retryOpenInvoices: async () => undefined,
  })

  return {
    startSubscription: (db, place, payer, planId) => startSubscription(within(db), place, payer, planId),
    changeSubscription: (db, place, payer, planId) => changeSubscription(within(db), place, payer, planId),
    endSubscription: (db, place) => endSubscription(within(db), place),
    restoreSubscription: (db, place, endedAt, payer) => restoreSubscription(within(db), place, endedAt, payer),
    letGoCard: (db, deed, billingEntityId) =>
      letGoCardOf(within(db), deed.enqueue.bind(deed), billingEntityId),
  }
}
