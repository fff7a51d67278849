import { phoneDigits } from '@byre/contract/fields'
import type { Plan } from '@byre/contract/plans'

const ordinal = new Intl.PluralRules('en', { type: 'ordinal' })
const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }

/** 'MMMM Do YYYY': November 20th 2026, in the reader's time zone (or the one given). */
export function formatDate(time: string | Date, timeZone?: string): string {
  const format = new Intl.DateTimeFormat('en', { year: 'numeric', month: 'long', day: 'numeric', timeZone })
  const parts = Object.fromEntries(
    format.formatToParts(new Date(time)).map(({ type, value }) => [type, value]),
  )
  return `${parts['month']} ${parts['day']}${endings[ordinal.select(Number(parts['day']))]} ${parts['year']}`
}

/** A date with the time of day: November 20th 2026, 2:05 PM. */
export function formatMoment(time: string | Date, timeZone?: string): string {
  const format = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit', timeZone })
  // Whichever space this runtime's tables have before AM and PM, no line ends there.
  return `${formatDate(time, timeZone)}, ${format.format(new Date(time)).replace(/\s/g, '\u00a0')}`
}

/** Minor units with `$` for usd and `C$` otherwise; cents only where there are some: C$29, $29.50. */
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

/** `C$29 per month`. */
export function formatPrice(plan: Pick<Plan, 'amount' | 'currency' | 'interval' | 'interval_count'>): string {
  return `${formatMoney(plan.amount, plan.currency)} per ${formatInterval(plan)}`
}

/** `+1 (xxx) xxx-xxxx`, dropping a leading 1 of 11 digits; anything else as it is. */
export function formatPhone(phone: string | null | undefined): string {
  const digits = phoneDigits(phone ?? '')
  if (digits.length !== 10) return phone ?? ''
  return `+1 (${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
}

/** First and last name, else the e-mail address. */
export function formatPerson(person: {
  first_name: string | null
  last_name: string | null
  email: string | null
}): string {
  return [person.first_name, person.last_name].filter(Boolean).join(' ') || (person.email ?? '')
}
