import * as contract from '@byre/contract/billing/subscriptions'
import { listPaidPlaces as listPaidPlacesEndpoint } from '@byre/contract/billing/paid-places'
import { getPlanPrice as getPlanPriceEndpoint } from '@byre/contract/billing/plans'
import { getOverview as getOverviewEndpoint } from '@byre/contract/billing/overview'
import { getSpending as getSpendingEndpoint } from '@byre/contract/billing/spending'
import type { Context } from '../../context.ts'
import type { BillingContext } from '../billing.policy.ts'
import { previewNewItem } from './subscription-outlooks.actions.ts'
import { getPlanPrice } from './plan-prices.actions.ts'
import { getOverview } from './overview.actions.ts'
import { listPaidPlaces } from './paid-places.actions.ts'
import {
  changeSubscriptionItem,
  createSubscriptionItem,
  previewSubscriptionItem,
} from './subscription-changes.actions.ts'
import { getSpending } from './spending.actions.ts'
import { getSubscription, listSubscriptionItems, listSubscriptions } from './subscriptions.actions.ts'

export function subscriptionRoutes({ serve }: Context<'payments'>, context: BillingContext): void {
  serve(contract.listSubscriptions, ({ db, caller, query }) => listSubscriptions(db, caller, query))
  serve(contract.getSubscription, ({ db, caller, params }) => getSubscription(db, caller, params.id))
  serve(contract.listSubscriptionItems, ({ db, caller, query }) => listSubscriptionItems(db, caller, query))
  serve(listPaidPlacesEndpoint, (call) => listPaidPlaces(context, call))
  serve(getOverviewEndpoint, ({ db, caller }) => getOverview(context, db, caller))
  serve(getPlanPriceEndpoint, (call) => getPlanPrice(context, call))
  serve(getSpendingEndpoint, (call) => getSpending(context, call))
  serve(contract.createSubscriptionItem, (call) => createSubscriptionItem(context, call))
  serve(contract.changeSubscriptionItem, (call) => changeSubscriptionItem(context, call))
  serve(contract.previewNewItem, (call) => previewNewItem(context, call))
  serve(contract.previewSubscriptionItem, (call) => previewSubscriptionItem(context, call))
}
