import type { Sum } from '@byre/contract/billing/overview'
import { monthsOf } from '../periods.policy.ts'
import type { ComingCharge } from './overview.queries.ts'

type Coming = Omit<ComingCharge, 'caller_id'>

/** One sum for each currency, the larger first; nothing for what comes to nothing. */
export function sumsOf(amounts: readonly Sum[]): Sum[] {
  const sums = new Map<Sum['currency'], number>()
  for (const { amount, currency } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  return [...sums]
    .map(([currency, amount]) => ({ amount, currency }))
    .filter(({ amount }) => amount !== 0)
    .toSorted((a, b) => b.amount - a.amount)
}

/** What whole periods come to by the month, without tax: a year's price is a twelfth of it; rounded once a currency. */
export function costAMonth(charges: readonly Coming[]): Sum[] {
  const exact = charges
    .filter(({ is_paused: isPaused }) => !isPaused)
    .map(({ amount, places, currency, ...term }) => ({
      amount: (amount * places) / monthsOf(term),
      currency,
    }))
  return sumsOf(exact).map(({ amount, currency }) => ({ amount: Math.round(amount), currency }))
}

/** What is charged on the first UTC day that has a charge at all. */
export function nextDayOf<Charge extends Pick<Coming, 'at'>>(charges: readonly Charge[]) {
  const dated = charges.filter((charge): charge is Charge & { at: string } => charge.at !== null)
  const [first] = dated.toSorted((a, b) => a.at.localeCompare(b.at))
  if (!first) return null
  return { at: first.at, charges: dated.filter(({ at }) => at.slice(0, 10) === first.at.slice(0, 10)) }
}
