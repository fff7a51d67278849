import { useSyncExternalStore } from 'react'
import { afterRelease } from './after-release.ts'

/*
 * Whether the server can be reached, judged by what calls meet rather than by `navigator.onLine`
 * alone: a machine without a network is "offline" to the browser, yet its own server answers.
 */

const probeEveryMs = 5000
const listeners = new Set<() => void>()
let isAnswered = true
/** The same as it is told: what says so moves what stands below it, so it waits while something is pressed. */
let online = true
let probedAt = '/'
let probing: ReturnType<typeof setInterval> | undefined

export const isOnline = () => online

/** A call was answered, whatever the answer. */
export function sawAnswer() {
  turn(true)
}

/** A call got no answer at all. */
export function sawSilence() {
  turn(false)
}

export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline, isOnline)
}

export function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Starts listening to the browser's own opinion; each is checked before it is believed, by asking for this address. */
export function watchConnection(at = '/') {
  probedAt = at
  for (const opinion of ['offline', 'online'])
    addEventListener(opinion, () => {
      void probe()
      probeWhileInDoubt()
    })
}

function turn(next: boolean) {
  if (next === isAnswered) return
  isAnswered = next
  afterRelease(() => {
    if (online === isAnswered) return
    online = isAnswered
    probeWhileInDoubt()
    for (const listener of listeners) listener()
  })
}

/** Also where the browser alone holds that there is no network: what was answered as it went may have been the last answer. */
function probeWhileInDoubt() {
  clearInterval(probing)
  if (typeof document === 'undefined') return
  if (!online || !navigator.onLine) probing = setInterval(() => void probe(), probeEveryMs)
}

/** Asks for what the browser never keeps: whether anybody answers is known then. */
export async function probe() {
  try {
    await fetch(probedAt, { method: 'HEAD', cache: 'no-store', credentials: 'omit' })
    sawAnswer()
  } catch {
    sawSilence()
  }
}
