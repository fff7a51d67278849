/* Dates in words, the same on screens, in mails and on invoices. */

const ordinal = new Intl.PluralRules('en', { type: 'ordinal' })
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

const formats = new Map<string | undefined, Intl.DateTimeFormat>()

/** Kept for each time zone: making one costs more than all else that a mail's words do. */
function formatIn(timeZone: string | undefined): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en', { year: 'numeric', month: 'long', day: 'numeric', timeZone })
    formats.set(timeZone, format)
  }
  return format
}

/** `November 20th 2026`, by the calendar of a time zone; without one by that of the machine. */
export function longDate(time: string | Date, timeZone: string | undefined): string {
  const parts = Object.fromEntries(
    formatIn(timeZone)
      .formatToParts(new Date(time))
      .map(({ type, value }) => [type, value]),
  )
  return `${parts['month']} ${parts['day']}${endings[ordinal.select(Number(parts['day']))] ?? 'th'} ${parts['year']}`
}
