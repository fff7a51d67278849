import type { BrowserContext, Page } from 'playwright-core'

/* What moves by itself while answers come: `layout-shift` as the browser counts it, and what it misses, with what moved and how far. */

/** A word that is 3 px wider when the portal's own letters arrive a frame after it. */
export const byLetters = 0.0001

/** Notes each shift, as long as nobody presses or scrolls anything. */
export async function watchShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    interface Shift extends PerformanceEntry {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
    }
    const moved: { value: number; what: string }[] = []
    const nameOf = (node: Node | null) => {
      const one = node instanceof Element ? node : node?.parentElement
      if (!one) return 'what is gone'
      const words = one.textContent?.trim().replaceAll(/\s+/g, ' ').slice(0, 40) ?? ''
      return `${one.localName}${[...one.classList].map((name) => `.${name}`).join('')} “${words}”`
    }
    const moveOf = (node: Node | null, from: DOMRectReadOnly, to: DOMRectReadOnly) => {
      const [x, y] = [to.x - from.x, to.y - from.y].map(Math.round)
      return `${nameOf(node)} by ${x}, ${y}`
    }
    const leastPx = 3
    /** As a browser scores what it counts: the share of the window that it has moved in, times how far of its longer side. */
    const scoreOf = (from: DOMRect | undefined, to: DOMRect) => {
      const far = from ? Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) : 0
      if (!from || far < leastPx) return 0
      const [top, bottom] = [Math.max(0, Math.min(from.top, to.top)), Math.max(from.bottom, to.bottom)]
      const height = Math.max(0, Math.min(innerHeight, bottom) - top)
      return ((height * to.width) / (innerHeight * innerWidth)) * (far / Math.max(innerHeight, innerWidth))
    }
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue
        const what = sources.map(({ node, previousRect, currentRect }) =>
          moveOf(node, previousRect, currentRect),
        )
        moved.push({ value, what: what.join(' | ') })
      }
    }).observe({ type: 'layout-shift', buffered: true })

    // A browser does not count how something moves for the first time since it was shown.
    const watched = Array.from({ length: 4 }, (_, depth) => `.page${' > *'.repeat(depth + 1)}`).join()
    let before = new Map<Element, DOMRect>()
    const look = () => {
      const now = new Map<Element, DOMRect>()
      for (const one of document.querySelectorAll(watched)) {
        const to = one.getBoundingClientRect()
        const isSeen = one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
        if (!isSeen || to.width * to.height === 0) continue
        now.set(one, to)
        const value = scoreOf(before.get(one), to)
        if (value > 0) moved.push({ value, what: moveOf(one, before.get(one)!, to) })
      }
      before = now
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    Object.assign(window, { moved })
  })
}

/** What has moved on a page so far. */
export async function shiftsOn(page: Page): Promise<{ value: number; what: string }[]> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
  return (await page.evaluate(() => Reflect.get(window, 'moved'))) as { value: number; what: string }[]
}

/** Where a machine is that slow a page shows what it has, and what comes later may push it (`web/src/ui/patience.ts`). */
const isPatienceOver = (page: Page): Promise<boolean> => page.evaluate(() => performance.now() > 5000)

/** What moves by more than this while a page is visited; one that lost its patience is visited again. */
export async function movedOn(page: Page, visit: () => Promise<unknown>, most = byLetters) {
  for (let tries = 1; ; tries++) {
    await visit()
    const moved = (await shiftsOn(page)).filter(({ value }) => value > most)
    if (moved.length === 0 || tries > 3 || !(await isPatienceOver(page))) return moved
  }
}

/** Each call of the portal and of a site's app takes as long as `msOf` says of its path. */
export async function late(on: BrowserContext | Page, msOf: (path: string) => number): Promise<void> {
  await on.route(/\/(api|app)\/v1\//, async (route) => {
    const ms = msOf(new URL(route.request().url()).pathname)
    await new Promise((done) => setTimeout(done, ms))
    await route.continue().catch(() => undefined)
  })
}

const turns = 9
const apartMs = 100

/** Each path has a turn of its own, the same each time. */
function turnOf(path: string): number {
  let sum = 0
  for (const letter of path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id'))
    sum = (sum * 31 + letter.charCodeAt(0)) % 9973
  return sum % turns
}

/** In which order answers come, and how late each is. */
export const orders = {
  'one by one': (path: string) => apartMs * turnOf(path),
  'the other way round': (path: string) => apartMs * (turns - 1 - turnOf(path)),
}
