import { localOf } from '@byre/rules/dates'
import { clock } from '../lib/clock.ts'
import { useMe } from './me.ts'

/* Days and times as the site's clock shows them, wherever its reader is. */

export function useZone(): string {
  const { settings, suggested } = useMe()
  return (settings ?? suggested).zone
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making one is dear, and a list needs it for each row. */
function formatOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = JSON.stringify(options)
  const format = formats.get(name) ?? new Intl.DateTimeFormat('en', options)
  formats.set(name, format)
  return format
}

const day = { month: 'short', day: 'numeric' } as const
const time = { hour: 'numeric', minute: '2-digit' } as const

const yearIn = (zone: string, at: number) => localOf(at, zone).slice(0, 4)
/** With its year where that is another than now, by the clock of the place. */
const yearOf = (at: string, zone: string) =>
  yearIn(zone, Date.parse(at)) === yearIn(zone, clock.now()) ? {} : ({ year: 'numeric' } as const)

/** Nov 30, 11:00 AM: whichever space the browser has before AM and PM, no line ends there. */
export const shortMoment = (at: string, timeZone: string): string =>
  formatOf({ ...day, ...yearOf(at, timeZone), ...time, timeZone })
    .format(new Date(at))
    .replace(/\s(?=[AP]M)/, '\u00a0')

const minuteMs = 60_000
/** A minute that has begun is not over: nothing is called clear too early. */
export const fullMinute = (at: string): number => Math.ceil(Date.parse(at) / minuteMs) * minuteMs

/** Nov 30, 11:00 AM, of the moment in which a hold ends. */
export const clearMoment = (at: string, timeZone: string): string =>
  shortMoment(new Date(fullMinute(at)).toISOString(), timeZone)

/** Nov 30, of a moment. */
export const shortDay = (at: string, timeZone: string): string =>
  formatOf({ ...day, ...yearOf(at, timeZone), timeZone }).format(new Date(at))

/** Nov 30, of the day on which something was: where the day alone is known it counts from that day's end, which is the next one's beginning. */
export const dayCounted = (at: string, timeZone: string): string =>
  shortDay(new Date(Date.parse(at) - 1).toISOString(), timeZone)

/** Nov 30, of a day of the calendar. */
export const calendarDay = (written: string): string => shortDay(`${written}T12:00:00Z`, 'UTC')
