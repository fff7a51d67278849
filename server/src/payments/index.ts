import type { Billing } from '../customers/index.ts'
import type { Context } from '../platform/context.ts'
import { within } from '../platform/db.ts'
import { changeSubscription, endSubscription, startSubscription } from './subscriptions.actions.ts'

/** Payments' routes; gives customers the port by which places are paid for. */
export function payments(_: Context<'payments'>): Billing {
  return {
    startSubscription: (db, place, payer, planId) => startSubscription(within(db), place, payer, planId),
    changeSubscription: (db, place, payer, planId) => changeSubscription(within(db), place, payer, planId),
    endSubscription: (db, place) => endSubscription(within(db), place),
  }
}
