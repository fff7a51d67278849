/* What moves when something is left must not move while a finger or button is still down on what is pressed next. */

let isDown = false
const note = (down: boolean) => () => {
  isDown = down
}
if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', note(true), true)
  for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, note(false), true)
}

/** Does it now, or where a pointer is down once it has been let go and its click has arrived. */
export function afterRelease(act: () => void): void {
  if (!isDown) return act()
  const ends = new AbortController()
  const end = () => {
    ends.abort()
    setTimeout(act)
  }
  for (const event of ['pointerup', 'pointercancel'])
    document.addEventListener(event, end, { capture: true, signal: ends.signal })
}
