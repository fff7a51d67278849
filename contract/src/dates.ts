import { englishMonths } from './english-months.ts'
import { locales } from './languages.ts'
import { spokenHere } from './words.ts'

/* Dates in words, the same on screens, in mails and on invoices. */

const ordinal = new Intl.PluralRules('en', { type: 'ordinal' })
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

const formats = new Map<string, Intl.DateTimeFormat>()

/** Kept for each language and time zone: making one costs more than all else that a mail's words do. */
function formatIn(locale: string, timeZone: string | undefined): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', day: 'numeric', timeZone })
    formats.set(key, format)
  }
  return format
}

/**
 * `November 20th 2026`, `20 novembre 2026`, `20 de noviembre de 2026`: by the calendar of a time zone, without one by
 * that of the machine; in the language given, or that of this page.
 */
export function longDate(
  time: string | Date,
  timeZone: string | undefined,
  language = spokenHere().language,
): string {
  const date = new Date(time)
  if (language === 'en') {
    const { month, day, year } = timeZone === 'UTC' ? inUtc(date) : partsBy(formatIn('en', timeZone), date)
    return `${month} ${day}${endings[ordinal.select(Number(day))] ?? 'th'} ${year}`
  }
  // French counts the first day of a month as the first, and the others plainly.
  const first = language === 'fr-CA' ? '1er' : '1'
  return formatIn(locales[language], timeZone)
    .format(date)
    .replace(/^1(?= \p{L})/u, first)
}

const partsBy = (format: Intl.DateTimeFormat, date: Date): Record<string, string | number | undefined> =>
  Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]))

/** As days of billing are. A page's first format would keep it 15 ms from being drawn. Throws on a date that is none, as a format does. */
function inUtc(date: Date): ReturnType<typeof partsBy> {
  const [year, month, day] = date.toISOString().split(/[-T]/).map(Number)
  return { year, month: englishMonths[month! - 1], day }
}
