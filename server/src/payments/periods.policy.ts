/*
 * The calendar of billing. A day is a UTC day, counted from 1970-01-01; no clock is read here. A
 * period begins with its first day and ends before its last.
 */

export type Day = number

export interface Period {
  start: Day
  end: Day
}

/** How long a plan is paid for at a time. */
export interface Term {
  interval: 'month' | 'year'
  interval_count: number
}

const msPerDay = 86_400_000

/** The UTC day of a moment. */
export function dayOf(time: string | Date): Day {
  const ms = new Date(time).getTime()
  if (Number.isNaN(ms)) throw new RangeError(`not a time: ${String(time)}`)
  return Math.floor(ms / msPerDay)
}

/** The first moment of a day, as ISO 8601. */
export const timeOf = (day: Day) => new Date(day * msPerDay).toISOString()

/** `2026-11-20`. */
export const dateOf = (day: Day) => timeOf(day).slice(0, 10)

/** 1 to 31: the day of its month, which later periods begin on again. */
export const monthDayOf = (day: Day) => new Date(day * msPerDay).getUTCDate()

export const daysIn = ({ start, end }: Period) => end - start

export const monthsOf = ({ interval, interval_count }: Term) =>
  interval === 'year' ? 12 * interval_count : interval_count

/**
 * The day `term` after `start`. `anchor` is the day of the month that the first period began on: after
 * 31 January come 28 or 29 February and 31 March.
 */
export function addTerm(start: Day, term: Term, anchor: number): Day {
  const date = new Date(start * msPerDay)
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth() + monthsOf(term)
  const [year, inYear] = [Math.floor(month / 12), month % 12]
  const daysInMonth = new Date(Date.UTC(year, inYear + 1, 0)).getUTCDate()
  return Date.UTC(year, inYear, Math.min(anchor, daysInMonth)) / msPerDay
}

/** The period that begins on a day. */
export function periodFrom(start: Day, term: Term, anchor: number): Period {
  return { start, end: addTerm(start, term, anchor) }
}
