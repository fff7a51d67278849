/*
 * Toasts from anywhere: `toast.success('Invite sent.')`. The part that draws them is not on the
 * first screen; it is fetched when the first toast, or a form about to send, asks for it.
 */
import { requestIdOf, sentenceOf, whyOf } from './refusal.ts'

type ToastKind = 'success' | 'error' | 'warning' | 'info'

export interface ToastMessage {
  kind: ToastKind
  text: string
  /** A second line: what is known of the cause. */
  why?: string | null
  /** In small type, for support. */
  requestId?: string | null
  /** One press that takes back what was done. */
  undo?: (() => void) | undefined
}

/** What the drawing part does with a message. */
export interface Drawing {
  show: (message: ToastMessage) => void
  hide: (message: ToastMessage) => void
}

let drawing: Drawing | null = null
let fetchHost: (() => void) | null = null
let isWanted = false
const waiting = new Set<ToastMessage>()

let hear: ((message: ToastMessage) => void) | null = null

/** Somebody who keeps what was said. */
export const hearToasts = (listener: typeof hear) => void (hear = listener)

/** For a message that may be taken back; else `toast`. */
export function raise(message: ToastMessage) {
  hear?.(message)
  if (drawing) return drawing.show(message)
  waiting.add(message)
  prepareToasts()
}

export const toast = {
  success: (text: string, undo?: () => void) => raise({ kind: 'success', text, undo }),
  error: (text: string, requestId?: string | null) => raise({ kind: 'error', text, requestId }),
  /** Whatever was thrown. */
  failure: (error: unknown) =>
    raise({ kind: 'error', text: sentenceOf(error), why: whyOf(error), requestId: requestIdOf(error) }),
  warning: (text: string) => raise({ kind: 'warning', text }),
  info: (text: string) => raise({ kind: 'info', text }),
}

/** Takes a message back, whether it is drawn already or not. */
export function withdraw(message: ToastMessage) {
  waiting.delete(message)
  drawing?.hide(message)
}

/** Fetches the drawing part ahead, so that a toast shows at once, without a network too, and is announced. */
export function prepareToasts() {
  isWanted = true
  fetchHost?.()
}

/** `ToastHost` says how the drawing part is fetched. */
export function onToastNeeded(fetch: () => void) {
  fetchHost = fetch
  if (isWanted) fetch()
  return () => void (fetchHost = null)
}

/** `Toasts` takes over, with what has waited for it. */
export function drawToasts(given: Drawing) {
  drawing = given
  waiting.forEach(given.show)
  waiting.clear()
  return () => void (drawing = null)
}
