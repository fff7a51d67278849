import type { BillingEntityId } from '@byre/contract/subject-kinds'
import type { MoneyLine } from '@byre/contract/billing/money'
import { sumOf } from '../money.policy.ts'
import type { BillingContext } from '../billing.policy.ts'
import { dateOf, dayOf } from '../periods.policy.ts'
import type { Line } from '../proration.policy.ts'
import { taxesOn, taxSum, type TaxedAddress, type TaxNumbers } from './taxes.policy.ts'

/** A line in words: `Herd, monthly`, `Herd, monthly: 21 of 31 days`, `Ranch, monthly: 21 of 31 days not used`. */
function inWords({ kind, plan, from, to, of, amount }: Line): MoneyLine {
  const every =
    plan.interval_count === 1 ? `${plan.interval}ly` : `every ${plan.interval_count} ${plan.interval}s`
  const days = to - from
  const part = days === of ? '' : `: ${days} of ${of} days`
  return {
    kind,
    description: `${plan.name}, ${every}${part}${kind === 'credit' ? ' not used' : ''}`,
    plan_id: plan.id,
    from: dateOf(from),
    to: dateOf(to),
    days,
    of_days: of,
    amount,
  }
}

/** What is charged, to whom and when. */
interface Charge {
  lines: readonly Line[]
  currency: 'cad' | 'usd'
  billingEntity: TaxedAddress
  /** UTC, as `2026-11-20`. */
  date: string
  taxNumbers: TaxNumbers
}

/**
 * Lines, taxes and sums of an invoice that is issued on `date`, in minor units of `currency`:
 * `total` is `subtotal` and `tax`. The taxes are those of `taxesOn`.
 */
export function amountsOf({ lines, currency, billingEntity, date, taxNumbers }: Charge) {
  const subtotal = sumOf(lines.map((line) => line.amount))
  const taxes = taxesOn(subtotal, billingEntity, date, taxNumbers)
  const tax = taxSum(taxes)
  return { currency, lines: lines.map(inWords), taxes, subtotal, tax, total: sumOf([subtotal, tax]) }
}

/** What a sum of one invoice that is issued at `now` comes to, in minor units with its taxes. */
export function withTax(
  { clock, config }: Pick<BillingContext, 'clock' | 'config'>,
  amount: number,
  address: TaxedAddress,
): number {
  const today = dateOf(dayOf(clock.now()))
  return sumOf([amount, taxSum(taxesOn(amount, address, today, config.taxNumbers))])
}

/**
 * An invoice's number by its place in its payer's series (from 1): without gaps for one payer, and told apart from
 * every other payer's: `8F3A2C41-0007`.
 */
export function numberOf(billingEntityId: BillingEntityId, sequence: number): string {
  return `${billingEntityId.slice(-8).toUpperCase()}-${String(sequence).padStart(4, '0')}`
}
