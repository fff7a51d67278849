/**
 * Limits begin anew with each UTC minute, hour or day, and billing counts UTC days: a story that went over the turn
 * of its window is told again, however it ended. Each time it needs people and rows of its own.
 */
async function within<T>(seconds: number, story: () => Promise<T>): Promise<T> {
  const windowNow = () => Math.floor(Date.now() / 1000 / seconds)
  for (;;) {
    const begun = windowNow()
    const [ended] = await Promise.allSettled([story()])
    if (windowNow() !== begun) continue
    if (ended.status === 'rejected') throw ended.reason
    return ended.value
  }
}

export const withinMinute = <T>(story: () => Promise<T>) => within(60, story)
export const withinHour = <T>(story: () => Promise<T>) => within(3600, story)
export const withinDay = <T>(story: () => Promise<T>) => within(86_400, story)
