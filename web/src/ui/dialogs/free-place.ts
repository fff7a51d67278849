const controls = ':is(main, dialog:modal) :is(button, .button)'
const primary = ':is(main, dialog:modal) .button[data-kind="primary"]'
const gap = 8

let isWatched = false

/** Keeps what is shown for a while under the header, at the first height at which it covers no button, and in no press's way. */
export function layFree(region: HTMLElement | null, count = 1): void {
  if (!region) return
  if (!isWatched) {
    isWatched = true
    const again = () => layFree(region)
    addEventListener('scroll', again, { capture: true, passive: true })
    addEventListener('resize', again)
    whenDrawn(region, again)
    for (const press of ['pointerdown', 'pointerup', 'pointercancel'] as const)
      addEventListener(press, leavePress(region), true)
  }
  if (count === 0) return
  const own = region.getBoundingClientRect()
  const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
  const highest = Math.max(header, 0) + gap
  const lowest = innerHeight - own.height - gap
  const freeOf = (controls: string) => {
    const taken = [...document.querySelectorAll(controls)]
      .map((control) => control.getBoundingClientRect())
      .filter(({ width, left, right }) => width > 0 && left < own.right && right > own.left)
    const meets = (top: number) => taken.find((one) => one.top < top + own.height && one.bottom > top)
    let top = highest
    for (let met = meets(top); met && top <= lowest; met = meets(top)) top = met.bottom + gap
    return top <= lowest ? top : null
  }
  // Where there is no such height, it lies where it is looked for, or below what is to be pressed next.
  region.style.top = `${freeOf(controls) ?? freeOf(primary) ?? highest}px`
}

/** While something is shown, does so after whatever else is drawn: a button may come later than what would cover it. */
function whenDrawn(region: HTMLElement, again: () => void): void {
  let isDue = false
  const soon = () => {
    if (isDue || !region.querySelector('.toast')) return
    isDue = true
    requestAnimationFrame(() => {
      isDue = false
      again()
    })
  }
  new MutationObserver(soon).observe(document.body, { childList: true, subtree: true })
}

/** What comes over something while that is pressed lets the release through: else the press would be lost. */
const leavePress = (region: HTMLElement) => {
  return ({ type, target }: PointerEvent) => {
    const isElsewhere = type === 'pointerdown' && !region.contains(target as Node)
    setTimeout(() => (region.style.pointerEvents = isElsewhere ? 'none' : ''))
  }
}
