import { limits } from '@byre/contract/limits'
import { Refusal } from './refusal.ts'

/**
 * - `fresh`: a new pair came.
 * - `ended`: the server says this session is over, or could not be asked in all attempts.
 * - `later`: the server is busy with others; the session stays, and the next call may try again.
 */
export type Renewal<T> = { is: 'fresh'; tokens: T } | { is: 'ended'; code?: string } | { is: 'later' }

/**
 * Asks for the next pair: again after network errors and 5xx only, up to ten times two seconds
 * apart. Any 4xx is an answer and is never asked again.
 */
export async function renewPatiently<T>(
  ask: () => Promise<T>,
  pause: (ms: number) => Promise<void>,
  { attempts, delayMs }: { attempts: number; delayMs: number } = limits.refresh,
): Promise<Renewal<T>> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    try {
      return { is: 'fresh', tokens: await ask() }
    } catch (error) {
      if (error instanceof Refusal && error.status === 429) return { is: 'later' }
      if (error instanceof Refusal && error.status < 500) return { is: 'ended', code: error.code }
    }
    if (attempt < attempts) await pause(delayMs)
  }
  return { is: 'ended' }
}
