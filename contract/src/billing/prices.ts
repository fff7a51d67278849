import { locales } from '../languages.ts'
import { plural, spokenHere } from '../words.ts'
import type { Plan } from './plans.ts'

/* Prices in words, the same on screens, in mails and on invoices; in the language given, or that of this page. */

/**
 * Minor units (cents, whole), cents only where there are some. In English `$` for usd and `C$` otherwise: C$29, $29.50,
 * -C$5; elsewhere as its readers write them: 29 $, 29,50 $ US.
 */
export function formatMoney(amount: number, currency: string, language = spokenHere().language): string {
  const digits = { minimumFractionDigits: amount % 100 === 0 ? 0 : 2, maximumFractionDigits: 2 }
  if (language !== 'en')
    return (amount / 100).toLocaleString(locales[language], { style: 'currency', currency, ...digits })
  const figure = (Math.abs(amount) / 100).toLocaleString('en', digits)
  return `${amount < 0 ? '-' : ''}${currency === 'usd' ? '$' : 'C$'}${figure}`
}

type Term = Pick<Plan, 'interval' | 'interval_count'>

/** `month`, or `3 months` when it counts more than one. */
export function formatInterval({ interval, interval_count: count }: Term, { t } = spokenHere()): string {
  if (interval === 'year') return t`${plural(count, { one: 'year', other: '# years' })}`
  return t`${plural(count, { one: 'month', other: '# months' })}`
}

/** `C$29 per month`: the price of one term, without tax. */
export function formatPrice(plan: Pick<Plan, 'amount' | 'currency'> & Term, words = spokenHere()): string {
  const { t, language } = words
  return t`${formatMoney(plan.amount, plan.currency, language)} per ${formatInterval(plan, words)}`
}
