const controls = ':is(main, dialog:modal) :is(button, .button)'
const gap = 8

let isWatched = false

/** Keeps what is shown for a while under the header, at the first height at which it covers no button. */
export function layFree(region: HTMLElement | null): void {
  if (!region) return
  if (!isWatched) {
    isWatched = true
    const again = () => layFree(region)
    addEventListener('scroll', again, { capture: true, passive: true })
    addEventListener('resize', again)
  }
  const own = region.getBoundingClientRect()
  const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
  const highest = Math.max(header, 0) + gap
  const lowest = innerHeight - own.height - gap
  const taken = [...document.querySelectorAll(controls)]
    .map((control) => control.getBoundingClientRect())
    .filter(({ width, left, right }) => width > 0 && left < own.right && right > own.left)
  const meets = (top: number) => taken.find((one) => one.top < top + own.height && one.bottom > top)
  let top = highest
  for (let met = meets(top); met && top <= lowest; met = meets(top)) top = met.bottom + gap
  // Where there is no such height, it lies where it is looked for.
  region.style.top = `${top <= lowest ? top : highest}px`
}
