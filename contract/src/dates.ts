/* Dates in words, the same on screens, in mails and on invoices. */

const ordinal = new Intl.PluralRules('en', { type: 'ordinal' })
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** `November 20th 2026`, by the calendar of a time zone; without one by that of the machine. */
export function longDate(time: string | Date, timeZone: string | undefined): string {
  const format = new Intl.DateTimeFormat('en', { year: 'numeric', month: 'long', day: 'numeric', timeZone })
  const parts = Object.fromEntries(
    format.formatToParts(new Date(time)).map(({ type, value }) => [type, value]),
  )
  return `${parts['month']} ${parts['day']}${endings[ordinal.select(Number(parts['day']))] ?? 'th'} ${parts['year']}`
}
