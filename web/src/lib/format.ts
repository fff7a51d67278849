import { longDate } from '@byre/contract/dates'
import { locales } from '@byre/contract/languages'
import { spokenHere } from '@byre/contract/words'
import { readersTimeZone } from './time-zone.ts'

export { formatPhone } from '@byre/contract/phones'
export { formatInterval, formatMoney, formatPrice } from '@byre/contract/billing/prices'

/** 'MMMM Do YYYY': November 20th 2026, in the reader's time zone (or the one given). */
export const formatDate = (time: string | Date, timeZone = readersTimeZone()): string =>
  longDate(time, timeZone)

/** A date with the time of day: November 20th 2026, 2:05 PM. */
export function formatMoment(time: string | Date, timeZone = readersTimeZone()): string {
  return `${formatDate(time, timeZone)}, ${formatTime(time, timeZone)}`
}

/** By which the language of this page is written. */
export const localeHere = () => locales[spokenHere().language]

/** A count. Below a thousand all our languages write it alike, and a browser's first look at its tables takes a while. */
export const formatCount = (count: number) =>
  count < 1000 ? String(count) : count.toLocaleString(localeHere())

/**
 * `North Pens, South Yard, and Creek`; or with 'or'. One alone is itself in each language, and a page's first list would keep it
 * 13 ms from being drawn.
 */
export const formatList = (words: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction') =>
  words.length === 1 ? words[0]! : new Intl.ListFormat(localeHere(), { type }).format(words)

/** The time of day: 2:05 PM. */
export const formatTime = (time: string | Date, timeZone = readersTimeZone()): string =>
  new Intl.DateTimeFormat(localeHere(), { hour: 'numeric', minute: '2-digit', timeZone })
    .format(new Date(time))
    // Whichever space this runtime's tables have before AM and PM, no line ends there.
    .replace(/\s/g, '\u00a0')

/** First and last name, else the e-mail address. */
export function formatPerson(person: {
  first_name: string | null
  last_name: string | null
  email: string | null
}): string {
  return [person.first_name, person.last_name].filter(Boolean).join(' ') || (person.email ?? '')
}
