import * as contract from '@byre/contract/subscriptions'
import type { Context } from '../platform/context.ts'
import { getSubscription, listSubscriptionItems, listSubscriptions } from './subscriptions.actions.ts'

export function subscriptionRoutes({ serve }: Context<'payments'>): void {
  serve(contract.listSubscriptions, ({ db, asker, query }) => listSubscriptions(db, asker, query))
  serve(contract.getSubscription, ({ db, asker, params }) => getSubscription(db, asker, params.id))
  serve(contract.listSubscriptionItems, ({ db, asker, query }) => listSubscriptionItems(db, asker, query))
}
