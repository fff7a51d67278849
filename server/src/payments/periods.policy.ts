/*
 * The calendar of billing. A day is a UTC day, counted from 1970-01-01; no clock is read here. A
 * period begins with its first day and ends before its last.
 */

/** A UTC day: whole days since 1970-01-01, so that 20,778 is 2026-11-21. */
export type Day = number

/** From `start` up to but without `end`, which is the first day of the next. */
export interface Period {
  start: Day
  end: Day
}

/** How long a plan is paid for at a time: `interval_count` (1 or more) calendar months or years. */
export interface Term {
  interval: 'month' | 'year'
  interval_count: number
}

const msPerDay = 86_400_000

/** The UTC day that a moment is in, whatever its time zone; a RangeError for what is no time. */
export function dayOf(time: string | Date): Day {
  const ms = new Date(time).getTime()
  if (Number.isNaN(ms)) throw new RangeError(`not a time: ${String(time)}`)
  return Math.floor(ms / msPerDay)
}

/** The first moment of a UTC day: `2026-11-20T00:00:00.000Z`. */
export const timeOf = (day: Day) => new Date(day * msPerDay).toISOString()

/** The UTC date: `2026-11-20`. */
export const dateOf = (day: Day) => timeOf(day).slice(0, 10)

/** 1 to 31: the day of its month, which later periods begin on again. */
export const monthDayOf = (day: Day) => new Date(day * msPerDay).getUTCDate()

/** Whole days: 28 to 31 in a month, 365 or 366 in a year. */
export const daysIn = ({ start, end }: Period) => end - start

/** A term in calendar months: 12 for each year. */
export const monthsOf = ({ interval, interval_count }: Term) =>
  interval === 'year' ? 12 * interval_count : interval_count

/**
 * The UTC day `term` after `start`. `anchor` (1 to 31) is the day of the month that the first period began on: after
 * 31 January come 28 or 29 February and 31 March.
 */
export function addTerm(start: Day, term: Term, anchor: number): Day {
  const date = new Date(start * msPerDay)
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth() + monthsOf(term)
  const [year, inYear] = [Math.floor(month / 12), month % 12]
  const daysInMonth = new Date(Date.UTC(year, inYear + 1, 0)).getUTCDate()
  return Date.UTC(year, inYear, Math.min(anchor, daysInMonth)) / msPerDay
}

/** The period of one term that begins on a UTC day; `anchor` as in `addTerm`. */
export function periodFrom(start: Day, term: Term, anchor: number): Period {
  return { start, end: addTerm(start, term, anchor) }
}
