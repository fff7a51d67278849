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
  const format = formatIn(locales[language], timeZone)
  // French counts the first day of a month as the first, and the others plainly.
  if (language !== 'en')
    return format.format(new Date(time)).replace(/^1(?= \p{L})/u, language === 'fr-CA' ? '1er' : '1')
  const parts = Object.fromEntries(
    format.formatToParts(new Date(time)).map(({ type, value }) => [type, value]),
  )
  return `${parts['month']} ${parts['day']}${endings[ordinal.select(Number(parts['day']))] ?? 'th'} ${parts['year']}`
}
