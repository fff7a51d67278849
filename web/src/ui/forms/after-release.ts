/* What moves when something is left must not move while a finger or button is still down on what is pressed next. */

let isDown = false
const waiting: (() => void)[] = []

/** Let go; what waited is done once its click has arrived. */
function end() {
  isDown = false
  for (const act of waiting.splice(0)) setTimeout(act)
}

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', () => (isDown = true), true)
  // Letting go outside of the window, over a frame or while the page is hidden is told to nobody: then these tell.
  for (const event of ['pointerup', 'pointercancel', 'keydown', 'visibilitychange'])
    document.addEventListener(event, end, true)
  document.addEventListener('pointermove', ({ buttons }) => isDown && buttons === 0 && end(), true)
  // Not while capturing, or whatever is left inside would count.
  window.addEventListener('blur', end)
}

/** Does it now, or where a pointer is down once it has been let go and its click has arrived. */
export function afterRelease(act: () => void): void {
  if (isDown) waiting.push(act)
  else act()
}
