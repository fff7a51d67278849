import type { Config } from '../config.ts'
import type { Limit } from '../platform/limits/limits.ts'

/** Wrong passwords in a row that cost nothing, and after which only a reset helps. */
export const ladder = { free: 5, longestSeconds: 900, closedAt: 100 } as const

/** Wrong codes before only a new one helps, and wrong codes in a day (specification 3.2). */
export const codeTries = { most: 5, mostADay: 20 } as const

export const sessionsAtMost = 20
export const backupCodesAtOnce = 10
export const passkeysAtMost = 20
/** How long the second factor may take, and how long a browser may answer for a passkey. */
export const ticketSeconds = 600
export const challengeSeconds = 300
export const totpSetUpSeconds = 3600
export const trustDays = 30
/** How long the old address may undo a change, and how long a change waits for its code. */
export const undoDays = 7
export const refreshesAMinute = 30

/** How often something may happen: `least` seconds apart, and `most` times in `seconds`. */
export interface Pace {
  leastSeconds: number
  perLeast: number
  seconds: number
  most: number
}

export const onceADay: Pace = { leastSeconds: 86_400, perLeast: 1, seconds: 86_400, most: 1 }

/** How often one may ask (specification 3.5). In production those on sign-in and codes cannot be raised. */
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
    askForCode: limit('ask-for-code', 20, 3600, guarded),
    changeEmail: limit('change-email', 10, 3600, guarded),
    codeMails: {
      leastSeconds: 60,
      perLeast: times(1, guarded),
      seconds: 3600,
      most: times(5, guarded),
    } satisfies Pace,
  }
}
