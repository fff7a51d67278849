/** Time as the calls know it, in one place: a test lets it run faster than it is. */
export const clock = {
  now: () => Date.now(),

  /** Rejects with the signal's reason when that is aborted first. */
  wait: (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer)
        reject(signal?.reason as Error)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop)
        resolve()
      }, ms)
      signal?.addEventListener('abort', stop, { once: true })
    }),
}
