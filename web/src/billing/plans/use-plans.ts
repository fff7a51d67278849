import { limits } from '@byre/contract/limits'
import { listPlans, type Plan } from '@byre/contract/billing/plans'
import { useAsk } from '../../lib/query.ts'

/** A product's plans in every currency, by amount: the months first, then the years. */
export const usePlans = (product: Plan['product']) =>
  useAsk(listPlans, { product, per_page: limits.perPage.max, sort: 'amount' })
