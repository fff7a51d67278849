/* What moves when something is left must not move while a finger or button is still down on what is pressed next. */

let isDown = false
let tapEnds: ReturnType<typeof setTimeout> | undefined
const waiting: (() => void)[] = []

/** A finger's press, and what it leaves, is told only after the finger has been lifted; of most, within a few milliseconds. */
const tapMs = 400

/** Let go; what waited is done once its click has arrived. */
function end() {
  clearTimeout(tapEnds)
  isDown = false
  for (const act of waiting.splice(0)) setTimeout(act)
}

function begin() {
  clearTimeout(tapEnds)
  isDown = true
}

/** A finger that lay too long, or slipped, is followed by no click. */
function lift({ pointerType }: PointerEvent) {
  if (pointerType === 'touch') tapEnds = setTimeout(end, tapMs)
  else end()
}

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', begin, true)
  document.addEventListener('pointerup', lift, true)
  // Letting go outside of the window, over a frame or while the page is hidden is told to nobody: then these tell.
  for (const event of ['click', 'pointercancel', 'keydown', 'visibilitychange'])
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
