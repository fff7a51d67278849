import type * as z from 'zod/mini'
import { wholeNumber } from '../environment.ts'

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

const seconds = { min: 1, max: 600 }

export const boundsVariables = {
  MAX_CONNECTIONS: wholeNumber(5_000, { min: 10, max: 100_000 }),
  MAX_CONNECTIONS_PER_ADDRESS: wholeNumber(500, { min: 1, max: 100_000 }),
  OVERLOAD_DELAY_MS: wholeNumber(250, { min: 10, max: 60_000 }),
  ANSWER_SECONDS: wholeNumber(15, seconds),
  SLOW_READER_SECONDS: wholeNumber(30, seconds),
}

type Values = { [Name in keyof typeof boundsVariables]: z.output<(typeof boundsVariables)[Name]> }

export function boundsOf(values: Values, limitFactor: number): Bounds {
  const lifted = Math.max(1, limitFactor)
  return {
    connections: values.MAX_CONNECTIONS,
    connectionsPerAddress: Math.ceil(values.MAX_CONNECTIONS_PER_ADDRESS * lifted),
    answerWithinMs: 1_000 * values.ANSWER_SECONDS,
    takenWithinMs: 1_000 * values.SLOW_READER_SECONDS,
    overloadDelayMs: values.OVERLOAD_DELAY_MS * lifted,
  }
}
