import { useSyncExternalStore } from 'react'

/*
 * Whether the server can be reached, judged by what calls meet rather than by `navigator.onLine`
 * alone: a machine without a network is "offline" to the browser, yet its own server answers.
 */

const probeEveryMs = 5000
const listeners = new Set<() => void>()
let online = true
let probedAt = '/'
let probing: ReturnType<typeof setInterval> | undefined

export const isOnline = () => online

/** A call was answered, whatever the answer. */
export function sawAnswer() {
  if (!online) turn(true)
}

/** A call got no answer at all. */
export function sawSilence() {
  if (online) turn(false)
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
  online = next
  probeWhileInDoubt()
  for (const listener of listeners) listener()
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
