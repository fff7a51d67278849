import type { Calls } from './api.ts'
import { calls } from './calls.ts'
import { CallError, errorOf } from './errors.ts'
import { mayPass, waitMs } from './retries.ts'

export interface ClientOptions {
  /** Where Byre is: `https://portal.example`; for calls on a place's own host, the address of that place. */
  url: string
  /**
   * An API key, or the token that signing in gives. A function is asked before each try. Without it only the calls work
   * that anyone may make.
   */
  key?: string | (() => string | Promise<string>)
  /** How often a call that may be repeated is tried again; 3 unless told, 0 is never. */
  retries?: number
  /** The longest wait that an answer may ask for before it is tried again; 60 seconds unless told. */
  longestWaitMs?: number
  /** How long one try may take; 30 seconds unless told. */
  timeoutMs?: number
  /** Another `fetch` than the platform's. */
  fetch?: typeof globalThis.fetch
}

export interface CallOptions {
  /**
   * What one command is known by: sent again under the same one within 24 hours, it is not done again but answered as it
   * was. Made for each command; give your own where your program may end and begin again in between.
   */
  idempotencyKey?: string
  /**
   * The `ETag` of what was read, on a change: refused with `request.stale` where somebody has changed it since, and so tried
   * again as a read is.
   */
  ifMatch?: string
  /** Ends the call; it then throws the signal's reason. */
  signal?: AbortSignal
}

type CallName = keyof Calls

/** What a call takes: `path`, `query` and `body`, those that it has. */
export type InputOf<Name extends CallName> = Calls[Name]['input']

/** `data` of a call that was done, or `error` of one that was not; `response` is absent where nothing answered. */
export type Answer<Name extends CallName> =
  | { data: Calls[Name]['data']; error: undefined; response: Response }
  | { data: undefined; error: CallError<Calls[Name]['refusals']>; response: Response | undefined }

/** The calls by their names. */
export type Client = {
  [Name in CallName]: (
    ...given: object extends InputOf<Name>
      ? [input?: InputOf<Name>, options?: CallOptions]
      : [input: InputOf<Name>, options?: CallOptions]
  ) => Promise<Answer<Name>>
}

/**
 * A client for one address and one key. Its calls throw nothing but the reason of a signal that ended them; whatever else
 * went wrong is their `error`.
 */
export function createClient(options: ClientOptions): Client {
  const made = Object.keys(calls).map((name) => [
    name,
    (input: Sent = {}, callOptions: CallOptions = {}) =>
      makeCall(options, calls[name as CallName], input, callOptions),
  ])
  return Object.fromEntries(made) as Client
}

type Fields = Record<string, string | number | boolean | null | undefined>
interface Sent {
  path?: Fields
  query?: Fields
  body?: Fields
}
type Declared = readonly [method: string, path: string, takesKey?: 'key']
type Outcome =
  | { data: unknown; error: undefined; response: Response }
  | { data: undefined; error: CallError; response: Response | undefined }

async function makeCall(
  options: ClientOptions,
  [method, path, takesKey]: Declared,
  input: Sent,
  { idempotencyKey = crypto.randomUUID(), ifMatch, signal }: CallOptions,
): Promise<Outcome> {
  const url = addressOf(options.url, path, input)
  const headers: Record<string, string> = { accept: 'application/json, */*' }
  if (takesKey) headers['idempotency-key'] = idempotencyKey
  if (ifMatch !== undefined) headers['if-match'] = ifMatch
  if (input.body) headers['content-type'] = 'application/json'
  const body = input.body && JSON.stringify(textsOf(input.body))

  // Where it was done, it finds another version the second time, and nothing more happens (decision 0168).
  const isOfVersion = method === 'PUT' && ifMatch !== undefined
  const mayRepeat = method === 'GET' || takesKey !== undefined || isOfVersion
  const retries = mayRepeat ? (options.retries ?? 3) : 0
  for (let tried = 0; ; tried++) {
    const outcome = await attempt(options, url, { method, headers, body, signal })
    if (tried >= retries || outcome.error === undefined || !mayPass(outcome.error)) return outcome
    const wait = waitMs(outcome.error, tried)
    if (wait > (options.longestWaitMs ?? 60_000)) return outcome
    await sleep(wait, signal)
  }
}

interface Request {
  method: string
  headers: Record<string, string>
  body: string | undefined
  signal: AbortSignal | undefined
}

async function attempt(options: ClientOptions, url: URL, request: Request): Promise<Outcome> {
  const { signal, method, body } = request
  const key = typeof options.key === 'function' ? await options.key() : options.key
  const headers = { ...request.headers, ...(key ? { authorization: `Bearer ${key}` } : {}) }
  const timeout = AbortSignal.timeout(options.timeoutMs ?? 30_000)
  const either = signal ? AbortSignal.any([signal, timeout]) : timeout
  const send = options.fetch ?? globalThis.fetch
  try {
    const response = await send(url, { method, headers, signal: either, ...(body ? { body } : {}) })
    const carried = await contentOf(response)
    return response.ok && carried !== undefined
      ? { data: dataOf(carried), error: undefined, response }
      : { data: undefined, error: errorOf(response, carried), response }
  } catch (cause) {
    signal?.throwIfAborted()
    const error = timeout.aborted
      ? new CallError({ code: 'client.timed_out', message: 'There was no answer in time.', status: 0, cause })
      : new CallError({ code: 'client.unreachable', message: 'Byre cannot be reached.', status: 0, cause })
    return { data: undefined, error, response: undefined }
  }
}

function addressOf(base: string, path: string, { path: parts = {}, query = {} }: Sent): URL {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parts[name])))
  const url = new URL(filled, base)
  for (const [name, value] of Object.entries(textsOf(query))) url.searchParams.set(name, value)
  return url
}

/** Fields as texts, which is what Byre reads; those without a value are left out. */
const textsOf = (fields: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, String(value)]],
    ),
  )

/** JSON as what it says, undefined where it is none after all; anything else as it is. */
async function contentOf(response: Response): Promise<unknown> {
  if (!(response.headers.get('content-type') ?? '').startsWith('application/json')) return response.blob()
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Without the envelope `{ success, data }`, where there is one. */
function dataOf(carried: unknown): unknown {
  if (typeof carried !== 'object' || carried === null || carried instanceof Blob) return carried
  return 'success' in carried && 'data' in carried ? carried.data : carried
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal!.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) return stop()
    signal?.addEventListener('abort', stop, { once: true })
  })
}
