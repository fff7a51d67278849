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

let show: ((message: ToastMessage) => void) | null = null
let fetchHost: (() => void) | null = null
const waiting: ToastMessage[] = []

function raise(message: ToastMessage) {
  if (show) return show(message)
  waiting.push(message)
  fetchHost?.()
}

export const toast = {
  success: (text: string) => raise({ kind: 'success', text }),
  error: (text: string, requestId?: string | null) => raise({ kind: 'error', text, requestId }),
  warning: (text: string) => raise({ kind: 'warning', text }),
  info: (text: string) => raise({ kind: 'info', text }),
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
export function drawToasts(draw: (message: ToastMessage) => void) {
  show = draw
  for (const message of waiting.splice(0)) draw(message)
  return () => void (show = null)
}
