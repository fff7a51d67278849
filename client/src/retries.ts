import type { CallError } from './errors.ts'

const passing = new Set([429, 500, 502, 503, 504])

/** Whether the same call may be answered another way a little later. */
export const mayPass = ({ code, status }: CallError): boolean =>
  status === 0 || passing.has(status) || code === 'request.in_progress'

/** How long to wait before the next try: as the answer says, else half a second, doubled each time, a quarter more or less. */
export function waitMs({ retryAfterSeconds }: CallError, tried: number): number {
  if (retryAfterSeconds !== undefined) return retryAfterSeconds * 1000
  return 500 * 2 ** tried * (0.75 + Math.random() / 2)
}
