/*
 * What `first.js` asked for while these files were still on their way. Each answer is taken at most
 * once, and only for the session it was asked for.
 */

/** As long as an answer that is kept counts as new. */
const freshMs = 10_000

interface Early {
  token: string
  askedAt: number
  answers: Record<string, { answer: Promise<Response>; stop: AbortController } | undefined>
}

/** The answer to what is about to be asked, where it is under way already. */
export function takeEarly(
  url: string,
  token: string | null | undefined,
  signal: AbortSignal,
): Promise<Response> | undefined {
  const early = (globalThis as { byreEarly?: Early }).byreEarly
  const one = early?.answers[url]
  if (!early || !one) return undefined
  delete early.answers[url]
  if (early.token !== token || performance.now() - early.askedAt > freshMs) {
    one.stop.abort()
    return undefined
  }
  const stop = () => one.stop.abort(signal.reason)
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop)
  return one.answer
}
