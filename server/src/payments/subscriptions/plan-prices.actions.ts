import type { getPlanPrice as GetPlanPrice, PlanPrice } from '@byre/contract/billing/plans'
import { limits } from '@byre/contract/limits'
import { regionNamed } from '@byre/contract/regions'
import type { Call } from '../../platform/http/calls.ts'
import type { BillingContext } from '../billing.policy.ts'
import { taxesOn, taxSum } from '../invoices/taxes.policy.ts'
import { foundIn } from '../lists.policy.ts'
import { sumOf } from '../money.policy.ts'
import { dateOf, dayOf, timeOf } from '../periods.policy.ts'
import { findPlan } from '../plans/plans.queries.ts'

/** With today's taxes of the address; nothing of anybody's is read. */
export async function getPlanPrice(
  { clock, config }: Pick<BillingContext, 'clock' | 'config'>,
  { db, caller, params, query }: Call<typeof GetPlanPrice, 'payments'>,
): Promise<PlanPrice> {
  const { id, amount, currency } = foundIn(await findPlan(db, { ...caller, id: params.id }))
  const country = query.country ?? null
  const region = country && query.region ? regionNamed(country, query.region) : null
  const today = dayOf(clock.now())
  const taxes = taxesOn(amount, { country, region }, dateOf(today), config.taxNumbers)
  const tax = taxSum(taxes)
  return {
    plan_id: id,
    currency,
    taxes,
    subtotal: amount,
    tax,
    total: sumOf([amount, tax]),
    first_charge_at: timeOf(today + limits.trialDays),
  }
}
