import { endOfDay, localOf, pastLocal } from '@byre/rules/dates'
import type { Given } from '@byre/rules/withdrawal'
import { said, type Problems, type Values } from './drafts.ts'

/* When it was done, and by whom: the same in every form. */

/** Of an event, beside its name and what it says. */
export interface TimeAndPerson {
  precision: 'instant' | 'day' | 'not_after'
  at?: string
  day?: string
  by?: { name: string }
  clock?: { device_at: string; offset_ms: number }
}

interface Time {
  envelope: TimeAndPerson
  /** What withdrawals count from. */
  given: Given
}

const dayPattern = /^(?:19|20)\d\d-\d\d-\d\d$/

/**
 * Now is when the record arrives, by the server's clock, whatever the one of this device says. What a person types is theirs: a
 * time of that day, or the day alone. `begunAt` is when the form was opened, the same at each try.
 */
export function timeOf(
  values: Values,
  zone: string,
  { begunAt, now }: { begunAt: Date; now: Date },
): Time | { problems: Problems } {
  const by = values['by_whom'] === 'other' ? said(values['by']) : undefined
  const who = by === undefined ? {} : { by: { name: by } }
  if (values['by_whom'] === 'other' && by === undefined) return { problems: { by: 'Who did it?' } }
  if (by !== undefined && by.length > 60) return { problems: { by: 'A name has 60 characters at most.' } }
  if (values['when'] !== 'earlier')
    return {
      envelope: { precision: 'not_after', ...who },
      given: { precision: 'instant', at: now.getTime() },
    }

  const day = said(values['day'])
  if (day === undefined) return { problems: { day: 'On which day was it?' } }
  if (!dayPattern.test(day)) return { problems: { day: 'Must be a day such as 2026-11-23.' } }
  const today = localOf(now.getTime(), zone).slice(0, 10)
  if (day > today) return { problems: { day: 'That day has not come yet.' } }
  const clock = { device_at: begunAt.toISOString(), offset_ms: 0 }
  const time = said(values['time'])
  if (time === undefined)
    return { envelope: { precision: 'day', day, clock, ...who }, given: { precision: 'day', day } }
  if (!/^\d\d:\d\d$/.test(time)) return { problems: { time: 'Must be a time such as 14:30.' } }
  const at = pastLocal(`${day}T${time}`, zone, now.getTime())
  if (at > now.getTime()) return { problems: { time: 'That time has not come yet.' } }
  return {
    envelope: { precision: 'instant', at: new Date(at).toISOString(), clock, ...who },
    given: { precision: 'instant', at },
  }
}

/** The moment that further doses are counted from. */
export const firstDoseAt = (given: Given, zone: string): number =>
  given.precision === 'day' ? endOfDay(given.day, zone) : given.at
