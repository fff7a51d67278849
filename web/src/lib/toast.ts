/*
 * Toasts from anywhere: `toast.success('Invite sent.')`. The part that draws them is not on the
 * first screen; it is fetched when the first toast, or a form about to send, asks for it.
 */

export type ToastKind = 'success' | 'error' | 'warning' | 'info'

export interface ToastMessage {
  kind: ToastKind
  text: string
  /** In small type, for support. */
  requestId?: string | null
}

/** What the drawing part does with a message. */
export interface Drawing {
  show: (message: ToastMessage) => void
  hide: (message: ToastMessage) => void
}

let drawing: Drawing | null = null
let fetchHost: (() => void) | null = null
const waiting: ToastMessage[] = []

function raise(message: ToastMessage) {
  if (drawing) return drawing.show(message)
  waiting.push(message)
  fetchHost?.()
}

export const toast = {
  success: (text: string) => raise({ kind: 'success', text }),
  error: (text: string, requestId?: string | null) => raise({ kind: 'error', text, requestId }),
  warning: (text: string) => raise({ kind: 'warning', text }),
  info: (text: string) => raise({ kind: 'info', text }),
}

/** A call that is over sooner than this needs no word on its progress. */
const aMomentMs = 300

/** 'Creating site..' while something takes longer than a moment; returns how to take it back. */
export function showProgress(text: string): () => void {
  const message: ToastMessage = { kind: 'info', text }
  const timer = setTimeout(() => raise(message), aMomentMs)
  return () => {
    clearTimeout(timer)
    if (waiting.includes(message)) waiting.splice(waiting.indexOf(message), 1)
    drawing?.hide(message)
  }
}

/** Fetches the drawing part ahead, so that a toast shows at once and is announced. */
export const prepareToasts = () => fetchHost?.()

/** `ToastHost` says how the drawing part is fetched. */
export function onToastNeeded(fetch: () => void) {
  fetchHost = fetch
  if (waiting.length > 0) fetch()
  return () => void (fetchHost = null)
}

/** `Toasts` takes over, with what has waited for it. */
export function drawToasts(given: Drawing) {
  drawing = given
  for (const message of waiting.splice(0)) drawing.show(message)
  return () => void (drawing = null)
}
