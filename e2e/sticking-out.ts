import type { Page } from 'playwright-core'

/**
 * Words of a page that stick out sideways: of the box with a border that they stand in, or of the window. What scrolls in a box of its own may be
 * longer than it, but for a table; and what only a screen reader hears is nowhere.
 */
export const stickingOut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const slack = 1
    const scrolls = ({ overflowX }: CSSStyleDeclaration) => overflowX !== 'visible'
    const isBordered = ({ borderRightStyle, borderRightWidth, display }: CSSStyleDeclaration) =>
      borderRightStyle !== 'none' &&
      Number.parseFloat(borderRightWidth) > 0 &&
      !/^inline$|contents/.test(display)

    /** What must hold it, or null where it may be longer. */
    function frameOf(element: Element): { left: number; right: number } | null {
      for (let at: Element | null = element; at && at !== document.documentElement; at = at.parentElement) {
        const style = getComputedStyle(at)
        if (scrolls(style) && at !== document.body) return null
        if (isBordered(style)) return at.getBoundingClientRect()
      }
      return { left: 0, right: document.documentElement.clientWidth }
    }

    const out = new Set<string>()
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    while (words.nextNode()) {
      const { data, parentElement } = words.currentNode as Text
      if (!data.trim() || !parentElement?.checkVisibility({ visibilityProperty: true })) continue
      range.selectNodeContents(words.currentNode)
      const frame = frameOf(parentElement)
      const sticksOut =
        frame &&
        [...range.getClientRects()].some(
          ({ left, right, width }) => width > 0 && (right > frame.right + slack || left < frame.left - slack),
        )
      if (sticksOut) out.add(data.trim().slice(0, 60))
    }
    // A table may move sideways where letters are far larger; else all of it is seen.
    for (const room of document.querySelectorAll('.table-room'))
      if (room.checkVisibility() && room.scrollWidth > room.clientWidth + slack)
        out.add(`table ${room.querySelector('caption')?.textContent}`)
    return [...out]
  })
