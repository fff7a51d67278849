import type { Environment } from '../environment.ts'

/** How much one process takes on at a time. */
export interface Bounds {
  /** Connections in all, and from one address; those of trusted proxies are many callers' and counted in all alone. */
  connections: number
  connectionsPerAddress: number
  /** An answer that has not begun by then is 503. */
  answerWithinMs: number
  /** Who takes nothing of what waits for them for so long is cut off. */
  takenWithinMs: number
  /** Calls are refused with 503 while the event loop is so late. */
  overloadDelayMs: number
}

export function readBounds(env: Environment, limitFactor: number): Bounds {
  const seconds = { min: 1, max: 600 }
  const connections = env.wholeNumber('MAX_CONNECTIONS', 5_000, { min: 10, max: 100_000 })
  const perAddress = env.wholeNumber('MAX_CONNECTIONS_PER_ADDRESS', 500, { min: 1, max: 100_000 })
  const delay = env.wholeNumber('OVERLOAD_DELAY_MS', 250, { min: 10, max: 60_000 })
  const lifted = Math.max(1, limitFactor)
  return {
    connections,
    connectionsPerAddress: Math.ceil(perAddress * lifted),
    answerWithinMs: 1_000 * env.wholeNumber('ANSWER_SECONDS', 15, seconds),
    takenWithinMs: 1_000 * env.wholeNumber('SLOW_READER_SECONDS', 30, seconds),
    overloadDelayMs: delay * lifted,
  }
}
