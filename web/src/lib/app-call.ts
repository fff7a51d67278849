import type { AppCall, AppReplyOf } from '@byre/contract/app-calls'
import { limits } from '@byre/contract/limits'
import type * as z from 'zod/mini'
import { clock } from './clock.ts'
import { sawAnswer, sawSilence } from './online.ts'
import { readRefusal, Refusal, Unreachable } from './refusal.ts'

/* Calls of an app on its place's own host: the browser's cookie opens them, and no token is kept anywhere. */

const patienceMs = 30_000
/** Waits a `Retry-After` of at most this; a longer one is the person's to wait, not the page's. */
const longestWaitMs = 5000

type Fields<S extends z.ZodMiniType> = string extends keyof z.input<S> ? unknown : z.input<S>

/** What is filled into the path and sent behind it, and what is sent in the body. */
export type AppInput<C extends AppCall> = Fields<C['params']> & Partial<Fields<C['query']>>
export type AppBody<C extends AppCall> = z.input<C['body']>

/** Makes one call, tried again where nobody answered or the server asks to: what it records has its own id. */
export async function callApp<C extends AppCall>(
  call: C,
  input: AppInput<C>,
  { body, signal }: { body?: AppBody<C>; signal?: AbortSignal } = {},
): Promise<AppReplyOf<C>> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt(call, input as Record<string, string>, body, signal)
    } catch (error) {
      const wait = waitBeforeNext(error)
      if (tries >= limits.retries[call.method] || wait === null) throw error
      await clock.wait(wait, signal)
    }
  }
}

async function attempt<C extends AppCall>(
  { method, path, query }: C,
  input: Readonly<Record<string, string>>,
  body: unknown,
  given: AbortSignal | undefined,
): Promise<AppReplyOf<C>> {
  const address = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(input[name] ?? ''))
  const search = new URLSearchParams()
  for (const name of Object.keys(query.shape)) if (input[name] !== undefined) search.set(name, input[name])
  const timeout = AbortSignal.timeout(patienceMs)
  let response: Response
  let answer: unknown
  try {
    response = await fetch(search.size > 0 ? `${address}?${search}` : address, {
      method,
      headers: {
        accept: 'application/json',
        ...(method === 'POST' && { 'content-type': 'application/json' }),
      },
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
      signal: given ? AbortSignal.any([given, timeout]) : timeout,
      credentials: 'same-origin',
      cache: 'no-store',
    })
    answer = await response.json().catch(() => undefined)
  } catch (error) {
    if (given?.aborted) throw error
    sawSilence()
    throw new Unreachable(error)
  }
  sawAnswer()
  if (!response.ok || answer === undefined) throw readRefusal(response, answer)
  return (answer as { data: AppReplyOf<C> }).data
}

function waitBeforeNext(error: unknown): number | null {
  if (error instanceof Unreachable) return limits.retries.delayMs
  if (!(error instanceof Refusal) || (error.status < 500 && error.status !== 429)) return null
  const wait = error.retryAfterMs ?? limits.retries.delayMs
  return wait <= longestWaitMs ? wait : null
}
