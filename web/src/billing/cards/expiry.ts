import { isExpired } from '@byre/contract/billing/cards'

/** From this many days before its last day on, a card's expiry is worth a word. */
const soonDays = 30

/** Whether a card is past its month, near its end, or good for longer. */
export function expiryOf(
  { exp_month: month, exp_year: year }: { exp_month: number; exp_year: number },
  now: Date,
): 'past' | 'soon' | 'later' {
  if (isExpired(month, year, now)) return 'past'
  const end = Date.UTC(year, month, 1)
  return end - now.getTime() <= soonDays * 86_400_000 ? 'soon' : 'later'
}
