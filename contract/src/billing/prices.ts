import type { Plan } from './plans.ts'

/* Prices in words, the same on screens, in mails and on invoices. */

/**
 * Minor units (cents, whole) with `$` for usd and `C$` otherwise; cents only where there are some: C$29, $29.50,
 * -C$5.
 */
export function formatMoney(amount: number, currency: string): string {
  const figure = (Math.abs(amount) / 100).toLocaleString('en', {
    minimumFractionDigits: amount % 100 === 0 ? 0 : 2,
    maximumFractionDigits: 2,
  })
  return `${amount < 0 ? '-' : ''}${currency === 'usd' ? '$' : 'C$'}${figure}`
}

/** `month`, or `3 months` when it counts more than one. */
export function formatInterval({
  interval,
  interval_count: count,
}: Pick<Plan, 'interval' | 'interval_count'>): string {
  return count > 1 ? `${count} ${interval}s` : interval
}

/** `C$29 per month`: the price of one term, without tax. */
export function formatPrice(plan: Pick<Plan, 'amount' | 'currency' | 'interval' | 'interval_count'>): string {
  return `${formatMoney(plan.amount, plan.currency)} per ${formatInterval(plan)}`
}
