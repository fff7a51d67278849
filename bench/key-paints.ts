import type { CDPSession, Page } from 'playwright-core'
import { quantile } from './latency.ts'

/* From a key to the paint after it, as the browser tells it: in steps of 8 ms, and nothing of what painted within 16. */

interface Keyed {
  paints: Map<number, number>
}

/** A person's pace: about eight keys a second. */
export const paceMs = 120

/** Runs in the page, before all else: notes the time from each key to the paint after it. */
export function watchKeys(storage: Record<string, string>): void {
  for (const [key, value] of Object.entries(storage)) localStorage.setItem(key, value)
  const keyed = window as unknown as Keyed
  keyed.paints = new Map()
  new PerformanceObserver((list) => {
    for (const { name, duration, interactionId } of list.getEntries() as PerformanceEventTiming[])
      if (interactionId && name.startsWith('key'))
        keyed.paints.set(interactionId, Math.max(duration, keyed.paints.get(interactionId) ?? 0))
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

/** Has somebody type with the processor slowed; answers what each of so many keys took. */
export async function paintsOf(page: Page, slower: number, type: () => Promise<number>): Promise<number[]> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  const keys = await type()
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const slow = await page.evaluate(() => [...(window as unknown as Keyed).paints.values()])
  return [...slow, ...Array.from({ length: Math.max(0, keys - slow.length) }, () => 16)]
}

export function paintsInWords(paints: readonly number[]): { words: string; p95: number } {
  const sorted = paints.toSorted((a, b) => a - b)
  const p95 = quantile(sorted, 0.95)
  const words =
    `${sorted.length} keys, next paint p50 ${quantile(sorted, 0.5)} ms, p95 ${p95} ms, ` +
    `longest ${sorted.at(-1)} ms`
  return { words, p95 }
}
