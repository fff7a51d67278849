import type { Hold } from '@byre/contract/herd/holds'
import { formatDate } from '../../lib/format.ts'
import { addDays, localOf } from '@byre/rules/dates'
import { fullMinute } from '../times.ts'

/* Holds by the day on which they are clear, as the site's clock shows it. */

export interface DayOfHolds {
  /** Null: without an end. */
  day: string | null
  holds: Hold[]
}

const inOrder = new Intl.Collator('en', { numeric: true })

/** By when they end, and those that end together by their tags. */
export function byDay(holds: readonly Hold[], zone: string): DayOfHolds[] {
  const days: DayOfHolds[] = []
  for (const hold of holds) {
    const day = hold.clear_at === null ? null : localOf(fullMinute(hold.clear_at), zone).slice(0, 10)
    const last = days.at(-1)
    if (last && last.day === day) last.holds.push(hold)
    else days.push({ day, holds: [hold] })
  }
  for (const { holds: those } of days)
    those.sort(
      (one, other) =>
        (one.clear_at ?? '').localeCompare(other.clear_at ?? '') ||
        inOrder.compare(one.animal.main_tag, other.animal.main_tag),
    )
  return days
}

const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' })

/** `Thursday, November 26th 2026`, of a day of the calendar. */
export function dayInWords(day: string): string {
  const noon = new Date(`${day}T12:00:00Z`)
  return `${weekday.format(noon)}, ${formatDate(noon, 'UTC')}`
}

/** With the words for the two nearest. */
export function dayName(day: string, today: string): string {
  if (day === today) return 'Today'
  return day === addDays(today, 1) ? 'Tomorrow' : dayInWords(day)
}

const times = new Map<string, Intl.DateTimeFormat>()

/** `2:00 PM`, of the moment in which a hold ends. */
export function clearTime(at: string, timeZone: string): string {
  const format =
    times.get(timeZone) ?? new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit', timeZone })
  times.set(timeZone, format)
  return format.format(fullMinute(at)).replace(/\s/g, '\u00a0')
}
