import * as contract from '@byre/contract/billing/subscriptions'
import { listPaidPlaces as listPaidPlacesEndpoint } from '@byre/contract/billing/paid-places'
import type { Context } from '../../context.ts'
import type { BillingDesk } from '../billing.policy.ts'
import { previewNewItem } from './subscription-outlooks.actions.ts'
import { listPaidPlaces } from './paid-places.actions.ts'
import {
  changeSubscriptionItem,
  createSubscriptionItem,
  previewSubscriptionItem,
} from './subscription-changes.actions.ts'
import { getSubscription, listSubscriptionItems, listSubscriptions } from './subscriptions.actions.ts'

export function subscriptionRoutes({ serve }: Context<'payments'>, desk: BillingDesk): void {
  serve(contract.listSubscriptions, ({ db, asker, query }) => listSubscriptions(db, asker, query))
  serve(contract.getSubscription, ({ db, asker, params }) => getSubscription(db, asker, params.id))
  serve(contract.listSubscriptionItems, ({ db, asker, query }) => listSubscriptionItems(db, asker, query))
  serve(listPaidPlacesEndpoint, (call) => listPaidPlaces(desk, call))
  serve(contract.createSubscriptionItem, (call) => createSubscriptionItem(desk, call))
  serve(contract.changeSubscriptionItem, (call) => changeSubscriptionItem(desk, call))
  serve(contract.previewNewItem, (call) => previewNewItem(desk, call))
  serve(contract.previewSubscriptionItem, (call) => previewSubscriptionItem(desk, call))
}
