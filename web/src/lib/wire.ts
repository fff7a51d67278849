import type { AnswerOf, Endpoint } from '@byre/contract/endpoint'
import type * as z from 'zod/mini'
import type { AskedEarly } from '../ask-early.ts'
import { serviceUrls } from './build.ts'
import { sawAnswer, sawSilence } from './online.ts'
import { readRefusal, Unreachable } from './refusal.ts'

/** Nobody waits longer than this for one attempt; it then counts as unreachable. */
const patienceMs = 30_000

/** An empty object schema has the type of "any key, no value"; here it means no keys. */
type Part<S extends z.ZodMiniType> = string extends keyof z.input<S> ? unknown : z.input<S>
type Loose<T> = { [K in keyof T]: T[K] | null | (string extends T[K] ? number | boolean : never) }

/**
 * What a caller gives an endpoint: its path parameters, query and body in one flat object, as
 * strings or numbers. `null` and missing mean "not sent"; an empty string clears a field.
 */
export type InputOf<E extends Endpoint> = Loose<Part<E['params']> & Part<E['query']> & Part<E['body']>>

export interface AttemptOptions {
  token?: string | null
  idempotencyKey?: string
  /** The version this is meant for; refused with `request.stale` when somebody else was faster. */
  ifMatch?: string
  signal?: AbortSignal
  /** The origin of a tenant's host, for the calls that are answered there. */
  origin?: string
}

/** One attempt at a call: the reply, or a `Refusal`, or `Unreachable`. */
export async function attempt<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: AttemptOptions = {},
): Promise<AnswerOf<E>> {
  const { url, body } = addressed(endpoint, input as Record<string, unknown>, options.origin)
  const headers = new Headers({ accept: 'application/json' })
  if (options.token) headers.set('authorization', `Bearer ${options.token}`)
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey)
  if (options.ifMatch) headers.set('if-match', options.ifMatch)

  const timeout = AbortSignal.timeout(patienceMs)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  let response: Response
  let answer: unknown
  try {
    response = await (takeAsked(endpoint, url, options) ??
      fetch(url, {
        method: endpoint.method,
        headers,
        body,
        signal,
        // For the one cookie, that of a trusted device; and else the browser would not let Logout clear its cache.
        credentials: 'same-origin',
        cache: 'no-store',
      }))
    const isFile = response.ok && endpoint.produces !== 'application/json'
    // A blob has its reply's type for whoever hands it to the browser's downloads, which take either.
    const isBytes = isFile && endpoint.produces.startsWith('app')
    const read = await (isBytes ? response.blob() : response.text())
    answer = isFile ? { data: read } : read === '' ? null : parsed(read as string)
  } catch (error) {
    if (options.signal?.aborted) throw error
    sawSilence()
    throw new Unreachable(error)
  }
  sawAnswer()
  if (!response.ok || answer === undefined) throw readRefusal(response, answer)
  const reply = endpoint.service === 'auth' ? answer : (answer as { data: unknown } | null)?.data
  keepVersion(reply, response.headers.get('etag'))
  return reply as AnswerOf<E>
}

/** As long as an answer is shown without asking again (`query.ts`). */
const askedCountsForMs = 10_000

/** What the page asked for before this script was there (`ask-early.ts`); each answer counts once, and only for a while. */
function takeAsked(
  { method }: Endpoint,
  url: string,
  { token }: AttemptOptions,
): Promise<Response> | undefined {
  const { asked } = globalThis as { asked?: AskedEarly }
  if (!asked || method !== 'GET' || asked.token !== token || performance.now() > askedCountsForMs)
    return undefined
  const answer = asked.answers.get(url)
  asked.answers.delete(url)
  return answer
}

const versions = new WeakMap<object, string>()

export function keepVersion(reply: unknown, version: string | null | undefined) {
  if (typeof reply === 'object' && reply !== null && version) versions.set(reply, version)
}

/** The version a reply came with, for the `ifMatch` of a change to it. */
export const versionOf = (reply: object) => versions.get(reply)

/** Splits a flat input by what the endpoint declares into path, query and form-encoded body. */
export function addressed(endpoint: Endpoint, input: Readonly<Record<string, unknown>>, origin?: string) {
  const base = origin ?? serviceUrls[endpoint.service]
  const params = endpoint.params.shape
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const query = fields(endpoint.query.shape, input)
  const body = fields(endpoint.body.shape, input, params)
  const sendsBody = endpoint.method === 'POST' || endpoint.method === 'PUT' || body.size > 0
  return { url: `${base}${path}${query.size > 0 ? `?${query}` : ''}`, body: sendsBody ? body : undefined }
}

function fields(shape: object, input: Readonly<Record<string, unknown>>, except: object = {}) {
  const sent = new URLSearchParams()
  for (const name of Object.keys(shape)) {
    const value = input[name]
    if (value !== undefined && value !== null && !(name in except)) sent.set(name, String(value))
  }
  return sent
}

/** `undefined` when the answer is not JSON: something between us and the server spoke. */
function parsed(read: string): unknown {
  try {
    return JSON.parse(read)
  } catch {
    return undefined
  }
}
