import { endOfDay, localOf, startOfDay, type Day, type Instant } from '@byre/rules/dates'

/** The day that it is at a place; `now` in milliseconds. */
export const todayIn = (zone: string, now: number): Day => localOf(now, zone).slice(0, 10)

/** Of a day on which something was done. */
export const notComeYet = 'This day has not come yet.'

const todays = new Map<string, { from: Instant; to: Instant }>()

/** When the day that it is at a place ends: asked with each look at a board, and worked out once a day. */
export function endOfTodayIn(zone: string, now: Instant): Instant {
  const known = todays.get(zone)
  if (known && known.from <= now && now < known.to) return known.to
  const today = todayIn(zone, now)
  const day = { from: startOfDay(today, zone), to: endOfDay(today, zone) }
  todays.set(zone, day)
  return day.to
}
