import type { Plan } from '@byre/contract/billing/plans'

/** The same plan in another currency. */
export function sameIn(currency: Plan['currency'], plan: Plan, plans: readonly Plan[]): Plan | undefined {
  return plans.find(
    (other) =>
      other.currency === currency &&
      other.name === plan.name &&
      other.interval === plan.interval &&
      other.interval_count === plan.interval_count,
  )
}

/** What several plans come to, for each currency and interval there is. */
export function totalsOf(plans: readonly Plan[]): Plan[] {
  const totals = new Map<string, Plan>()
  for (const plan of plans) {
    const key = `${plan.currency} ${plan.interval_count} ${plan.interval}`
    const before = totals.get(key)
    totals.set(key, before ? { ...before, amount: before.amount + plan.amount } : plan)
  }
  return [...totals.values()]
}
