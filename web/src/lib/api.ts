import type { AnswerOf, Endpoint } from '@byre/contract/endpoint'
import { limits } from '@byre/contract/limits'
import { clock } from './clock.ts'
import { Refusal, Unreachable } from './refusal.ts'
import { currentSession, renew } from './session.ts'
import { proveAgain } from './step-up.ts'
import { attempt, type AttemptOptions, type InputOf } from './wire.ts'

export interface CallOptions {
  /** One key for a form's content, kept until it succeeds or is edited; `useCall` sees to it. */
  idempotencyKey?: string
  /** The version a change is meant for (`versionOf` what was shown). */
  ifMatch?: string
  signal?: AbortSignal
  /** The origin of a tenant's host, for the calls that are answered there. */
  origin?: string
}

/** Waits a `Retry-After` of at most this; a longer one is the person's to wait, not the page's. */
const longestWaitMs = 5000
/** Refusals that are lifted by showing the password again; the same command is then done. */
const asksForProof = new Set<string>(['session.reauth_required', 'session.password_reauth_required'])
/** How often a duplicate request that is still being worked on is asked about again. */
const duplicateTries = 5

/**
 * Makes one call of the contract: signed in where the endpoint asks for it, tried again as
 * specification 2.5 says, with one idempotency key for all tries of a POST. Where the server wants to
 * know again who this is, that is asked once and the call goes on.
 * Throws `Refusal`, `Unreachable`, or the signal's abort.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<AnswerOf<E>> {
  const retries = limits.retries[endpoint.method]
  const attemptOptions: AttemptOptions = { ...options }
  if (endpoint.method === 'POST') attemptOptions.idempotencyKey = options.idempotencyKey ?? newKey()

  let tries = 0
  let duplicates = 0
  let proven = false
  for (;;) {
    try {
      const reply = await signedIn(endpoint, input, attemptOptions)
      if (isCommand(endpoint)) for (const listener of commandListeners) listener(input, reply)
      return reply
    } catch (error) {
      if (!proven && error instanceof Refusal && asksForProof.has(error.code)) {
        proven = await proveAgain(error.message)
        if (proven) continue
        throw error
      }
      const inProgress = error instanceof Refusal && error.code === 'request.in_progress'
      const spent = inProgress ? ++duplicates > duplicateTries : ++tries > retries
      const wait = waitBeforeNext(error, delayOf(endpoint))
      if (spent || wait === null) throw error
      await clock.wait(wait, options.signal)
    }
  }
}

type CommandListener = (input: unknown, reply: unknown) => void
const commandListeners = new Set<CommandListener>()

/** Called after every call that may have changed what is on screen. */
export function onCommand(listener: CommandListener) {
  commandListeners.add(listener)
  return () => void commandListeners.delete(listener)
}

/** One whose key is ignored asks, signs in or ends the account: nothing that is shown is to be asked for again. */
const isCommand = ({ method, idempotency }: Endpoint) => method !== 'GET' && idempotency !== 'ignored'

/** Adds the token; when it has run out, exchanges it and tries once more. */
async function signedIn<E extends Endpoint>(endpoint: E, input: InputOf<E>, options: AttemptOptions) {
  if (endpoint.who === 'anyone') return attempt(endpoint, input, options)
  const token = currentSession()?.token ?? null
  try {
    return await attempt(endpoint, input, { ...options, token })
  } catch (error) {
    if (!token || !(error instanceof Refusal) || error.status !== 401 || error.code !== 'session.required')
      throw error
    const next = await renew(token)
    if (!next) throw error
    return attempt(endpoint, input, { ...options, token: next })
  }
}

/** What may ask a card processor takes its time. */
const delayOf = ({ service, method }: Endpoint) =>
  service === 'payments' && method !== 'GET' ? limits.retries.slowDelayMs : limits.retries.delayMs

/** How long to wait before trying again, or null when trying again would not help. */
function waitBeforeNext(error: unknown, delayMs: number): number | null {
  if (error instanceof Unreachable) return delayMs
  if (!(error instanceof Refusal)) return null
  const mayPass = error.status >= 500 || error.status === 429 || error.code === 'request.in_progress'
  const wait = error.retryAfterMs ?? delayMs
  return mayPass && wait <= longestWaitMs ? wait : null
}

/** 128 random bits; `crypto.randomUUID` is absent where the page has no secure context. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
