import { phoneDigits } from '@byre/contract/phones'
import { readersTimeZone } from './time-zone.ts'

export { formatInterval, formatMoney, formatPrice } from '@byre/contract/billing/prices'

const ordinal = new Intl.PluralRules('en', { type: 'ordinal' })
const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }

/** 'MMMM Do YYYY': November 20th 2026, in the reader's time zone (or the one given). */
export function formatDate(time: string | Date, timeZone = readersTimeZone()): string {
  const format = new Intl.DateTimeFormat('en', { year: 'numeric', month: 'long', day: 'numeric', timeZone })
  const parts = Object.fromEntries(
    format.formatToParts(new Date(time)).map(({ type, value }) => [type, value]),
  )
  return `${parts['month']} ${parts['day']}${endings[ordinal.select(Number(parts['day']))]} ${parts['year']}`
}

/** A date with the time of day: November 20th 2026, 2:05 PM. */
export function formatMoment(time: string | Date, timeZone = readersTimeZone()): string {
  const format = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit', timeZone })
  // Whichever space this runtime's tables have before AM and PM, no line ends there.
  return `${formatDate(time, timeZone)}, ${format.format(new Date(time)).replace(/\s/g, '\u00a0')}`
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
