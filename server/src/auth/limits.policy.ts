import type { Config } from '../config.ts'
import type { Limit } from '../platform/limits/limits.ts'

/**
 * The wrong password in a row that begins to cost a wait (a second, doubled by each further one), the longest wait, and
 * after how many only a reset helps
 * (docs/security.md, A01).
 */
export const ladder = { free: 5, longestSeconds: 900, closedAt: 100 } as const

/** Wrong codes before only a new one helps, and wrong codes an account may send in 24 hours (specification 3.2). */
export const codeTries = { most: 5, mostADay: 20 } as const

/** Sessions of an account at once; one more ends the one longest unused. */
export const sessionsAtMost = 20
/** Of an account, each made or kept. */
export const backupCodesAtOnce = 10
export const passkeysAtMost = 20
/** How long the second factor may take, a browser may answer for a passkey, and an app may be set up. */
export const ticketSeconds = 600
export const challengeSeconds = 300
export const totpSetUpSeconds = 3600
/** Days of 24 hours in which a trusted device stands for the second factor. */
export const trustDays = 30
/** Days of 24 hours in which the old address may undo a change, and in which a change waits for its code. */
export const undoDays = 7
/** Of one session; more are 429. */
export const refreshesAMinute = 30

/** How often something may happen: `perLeast` times in `leastSeconds`, and `most` times in `seconds`. */
export interface Pace {
  leastSeconds: number
  perLeast: number
  seconds: number
  most: number
}

export const onceADay: Pace = { leastSeconds: 86_400, perLeast: 1, seconds: 86_400, most: 1 }

/**
 * How often one may ask, in windows of seconds (specification 3.5; docs/security.md, A02); beyond it 429 with
 * `Retry-After`. `LIMIT_FACTOR` multiplies them and leaves at least one; in production never those on sign-in and
 * codes.
 */
export function limitsOf(config: Pick<Config, 'limitFactor' | 'nodeEnv'>) {
  const times = (max: number, factor: number) => Math.max(1, Math.floor(max * factor))
  const guarded = config.nodeEnv === 'production' ? 1 : config.limitFactor
  const limit = (name: string, max: number, windowSeconds: number, factor = config.limitFactor): Limit => ({
    name,
    max: times(max, factor),
    windowSeconds,
  })
  return {
    signUp: limit('sign-up', 10, 3600),
    isConfirmed: limit('is-confirmed', 10, 60),
    signInMinute: limit('sign-in-minute', 20, 60, guarded),
    signInHour: limit('sign-in-hour', 200, 3600, guarded),
    secondFactor: limit('second-factor', 30, 60, guarded),
    passkeyQuestion: limit('passkey-question', 120, 60, guarded),
    askForCode: limit('ask-for-code', 20, 3600, guarded),
    makeApiKey: limit('make-api-key', 30, 3600),
    changeEmail: limit('change-email', 10, 3600, guarded),
    codeMails: {
      leastSeconds: 60,
      perLeast: times(1, guarded),
      seconds: 3600,
      most: times(5, guarded),
    } satisfies Pace,
  }
}
