/* What moves must not move while a finger or button is down on it: the press would be lost, or meet something else. */

let isDown = false
let ends: ReturnType<typeof setTimeout> | undefined
const waiting: (() => void)[] = []

/** A finger's press, and what it leaves, is told only after the finger has been lifted; of most, within a few milliseconds. */
const tapMs = 400
/** Whoever presses longer drags, marks or rests: nothing is kept from them for good. */
const pressMs = 5000

/** Let go; what waited is done once its click has arrived. */
function end() {
  clearTimeout(ends)
  isDown = false
  for (const act of waiting.splice(0)) setTimeout(act)
}

function endIn(ms: number) {
  clearTimeout(ends)
  ends = setTimeout(end, ms)
}

function begin() {
  isDown = true
  endIn(pressMs)
}

/** A finger that lay too long, or slipped, is followed by no click. */
function lift({ pointerType }: PointerEvent) {
  if (pointerType === 'touch') endIn(tapMs)
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

/** What comes, or fails, is passed on with nothing pressed: shown earlier it would move what is under the pointer. */
export async function whenReleased<T>(coming: Promise<T>): Promise<T> {
  try {
    return await coming
  } finally {
    await new Promise<void>(afterRelease)
  }
}
