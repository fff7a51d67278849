import { t } from '@byre/contract/words'
import { formatList, formatMoney } from '../lib/format.ts'

const shownNames = 3

/** `North Pens, South Yard, Creek, and 4 more`. */
export function namesInWords(names: readonly string[]): string {
  const more = names.length - shownNames
  const shown = more > 0 ? [...names.slice(0, shownNames), t`${more} more`] : names
  return formatList(shown)
}

/** One sum for each currency: `C$33.35 and $29`. */
export function sumInWords(amounts: readonly { amount: number; currency: string }[]): string {
  const sums = new Map<string, number>()
  for (const { amount, currency } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  return formatList([...sums].map(([currency, sum]) => formatMoney(sum, currency)))
}
