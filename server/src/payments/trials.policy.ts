const dayMs = 24 * 3600 * 1000
/** Days before a trial's end on which its payer is reminded. */
const reminderDays = [7, 3, 1] as const

/**
 * The reminder that is due, by the days left it speaks of (7, 3 or 1, each 24 hours before the end): the latest
 * alone, should some have been missed. Null before the first, and from the end on. Times are ISO 8601.
 */
export function reminderDue(trialEndsAt: string, at: Date): number | null {
  const left = Date.parse(trialEndsAt) - at.getTime()
  if (left <= 0) return null
  return reminderDays.findLast((days) => left <= days * dayMs) ?? null
}

/** How the notice of a reminder is called that was sent, or is about to be. */
export const noticeOf = (days: number) => `trial ${days}`

/** The reminders of a trial, by their days, whose time is still to come. */
export const remindersAhead = (trialEndsAt: string, at: Date): number[] =>
  reminderDays.filter((days) => Date.parse(trialEndsAt) - days * dayMs > at.getTime())

/** When the next reminder is due (7, 3 or 1 times 24 hours before the end), or else the end itself. */
export function nextOfTrial(trialEndsAt: string, at: Date): Date {
  const end = Date.parse(trialEndsAt)
  const times = reminderDays.map((days) => new Date(end - days * dayMs))
  return times.find((time) => time > at) ?? new Date(end)
}
