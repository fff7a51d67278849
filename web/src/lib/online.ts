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
  addEventListener('offline', () => void probe())
  addEventListener('online', () => void probe())
}

function turn(next: boolean) {
  online = next
  clearInterval(probing)
  if (!next && typeof document !== 'undefined') probing = setInterval(() => void probe(), probeEveryMs)
  for (const listener of listeners) listener()
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
