import { localeHere } from '../lib/format.ts'
/** November 2026, Nov. */
export const monthName = (month: string, length: 'long' | 'short') =>
  new Intl.DateTimeFormat(localeHere(), {
    month: length,
    year: length === 'long' ? 'numeric' : undefined,
    timeZone: 'UTC',
  }).format(new Date(`${month}-01T00:00:00Z`))
