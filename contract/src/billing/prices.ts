import { locales } from '../languages.ts'
import { plural, spokenHere } from '../words.ts'
import type { Plan } from './plans.ts'

/* Prices in words, the same on screens, in mails and on invoices; in the language given, or that of this page. */

const formats = new Map<string, Intl.NumberFormat>()

/** Kept for each language, currency and number of digits: making one costs more than all else that a price does. */
function formatIn(locale: string, currency: string | undefined, digits: 0 | 2): Intl.NumberFormat {
  const key = `${locale} ${currency} ${digits}`
  let format = formats.get(key)
  if (!format) {
    const style = currency === undefined ? {} : ({ style: 'currency', currency } as const)
    format = new Intl.NumberFormat(locale, {
      ...style,
      minimumFractionDigits: digits,
      maximumFractionDigits: 2,
    })
    formats.set(key, format)
  }
  return format
}

/**
 * Minor units (cents, whole), cents only where there are some. In English `$` for usd and `C$` otherwise: C$29, $29.50,
 * -C$5; elsewhere as its readers write them: 29 $, 29,50 $ US.
 */
export function formatMoney(amount: number, currency: string, language = spokenHere().language): string {
  const digits = amount % 100 === 0 ? 0 : 2
  if (language !== 'en') return formatIn(locales[language], currency, digits).format(amount / 100)
  const figure = englishFigure(Math.abs(amount) / 100, digits)
  return `${amount < 0 ? '-' : ''}${currency === 'usd' ? '$' : 'C$'}${figure}`
}

/** Below a thousand nothing has to be grouped, and a page's first format would keep it 13 ms from being drawn. */
const englishFigure = (figure: number, digits: 0 | 2) =>
  figure < 1000 ? figure.toFixed(digits) : formatIn('en', undefined, digits).format(figure)

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
