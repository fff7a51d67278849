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

/** When the next reminder is due (7, 3 or 1 times 24 hours before the end), or else the end itself. */
export function nextOfTrial(trialEndsAt: string, at: Date): Date {
  const end = Date.parse(trialEndsAt)
  const times = reminderDays.map((days) => new Date(end - days * dayMs))
  return times.find((time) => time > at) ?? new Date(end)
}
