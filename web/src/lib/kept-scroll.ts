/*
 * Where each page was scrolled to, by the key of its entry in the browser's history: Back shows it as it was left, after a
 * reload, too; whatever is new begins at its top.
 */

const storedAs = 'byre.scroll'
let kept: Map<string, number> | null = null

const all = () => (kept ??= new Map(isFresh() ? [] : stored()))

/** Somebody who comes anew left nothing scrolled, and a first look into the storage takes a while. */
const isFresh = () =>
  (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.type ===
  'navigate'

export const keepScroll = (key: string) => void all().set(key, scrollY)

/** Whether this entry of the history comes back as it was left. */
export const wasLeftAt = (key: string) => all().has(key)

/** What somebody has only just come to stands at its top, and to scroll there would have it laid out at once. */
const isBeginning = (key: string) => key === firstKey && isFresh()
/** The router's name of an entry of the history that it has not made. */
const firstKey = 'default'

/** Scrolls to where the page was left, to the part that its address names, or to its top. */
export function restoreScroll({ key, hash }: { key: string; hash: string }, staysScrolled: boolean): void {
  const y = all().get(key)
  const part = hash ? document.getElementById(hash.slice(1)) : null
  // Braces: in newer browsers scrolling gives a promise, which an effect would take for its own way back.
  if (y !== undefined) {
    scrollTo(0, y)
  } else if (part) {
    part.scrollIntoView()
  } else if (!staysScrolled && !isBeginning(key)) {
    scrollTo(0, 0)
  }
}

/** From now on the browser scrolls nowhere by itself. Returns how to leave it to it again. */
export function takeOverScroll() {
  const takeOver = () => (history.scrollRestoration = 'manual')
  const giveBack = () => (history.scrollRestoration = 'auto')
  const keep = () => {
    // The router's own mark of an entry; the first of a tab has none.
    keepScroll((history.state as { key?: string } | null)?.key ?? firstKey)
    giveBack()
    try {
      sessionStorage.setItem(storedAs, JSON.stringify([...new Map([...stored(), ...all()])]))
    } catch {
      // No room or no storage: after a reload the page begins at its top.
    }
  }
  takeOver()
  addEventListener('pageshow', takeOver)
  addEventListener('pagehide', keep)
  return () => {
    removeEventListener('pageshow', takeOver)
    removeEventListener('pagehide', keep)
    giveBack()
  }
}

function stored(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(storedAs) ?? '[]') as [string, number][]
  } catch {
    return []
  }
}
