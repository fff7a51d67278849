import { endOfDay, localOf, type Day, type Instant } from '@byre/rules/dates'

/** The day that it is at a place; `now` in milliseconds. */
export const todayIn = (zone: string, now: number): Day => localOf(now, zone).slice(0, 10)

/** Of a day on which something was done. */
export const notComeYet = 'This day has not come yet.'

/** When the day that it is at a place ends. */
export const endOfTodayIn = (zone: string, now: Instant): Instant => endOfDay(todayIn(zone, now), zone)
