import * as z from 'zod/mini'
import type { OwnErrorCode } from './errors.ts'
import type { HeldRight } from './rights.ts'

export type Service = 'auth' | 'customers' | 'payments' | 'species'
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type AnyObject = z.ZodMiniObject<z.core.$ZodShape>

/** One call, declared once: the server serves it, the browser calls it, OpenAPI describes it. */
export interface Endpoint {
  /** The command's verb and noun, the same through every layer: `createSite`. */
  name: string
  service: Service
  method: Method
  /** With `:name` for parameters. */
  path: string
  summary: string
  /** Who may: a right of the table of rights, at least. `anyone` needs no session. */
  who: 'anyone' | 'signed in' | HeldRight
  params: AnyObject
  query: AnyObject
  /** Values arrive as strings, from a form or JSON alike. */
  body: AnyObject
  /** What a success carries: `data` of customers, payments and species; beside `state` for auth. */
  reply: z.ZodMiniType
  /** Another way in which it may succeed, with a `state` of its own instead of `okay` (auth only). */
  otherwise: AnyObject | null
  status: 200 | 201
  /** The catalogue codes this call may refuse with, besides those that `refusals.ts` derives. */
  refusals: readonly OwnErrorCode[]
  /** Whose `Idempotency-Key` it is (POST only). */
  idempotency: KeyScope
  /** Body fields that never enter the key's body hash: CVC and passwords. */
  unhashed: readonly string[]
  /** Answered by a tenant's own host instead of the portal's. */
  host: 'portal' | 'tenant'
  /** Headers of a success, beside those of every answer. */
  headers: Readonly<Record<string, string>>
  /** The type of what a success carries. Anything but JSON leaves as it is, without an envelope. */
  produces: 'application/json' | 'text/csv; charset=utf-8' | 'application/pdf' | 'application/zip'
  /** Whether it may answer with a stream of its replies instead, as server-sent events. */
  streams: boolean
}

/**
 * Keys are kept apart by caller: the person who is signed in, or, where anyone may call, whoever sends the same
 * fields `by`, such as an address and its code. `ignored`: nothing is kept, for the answer holds secrets or
 * doing it twice is doing it once.
 */
type KeyScope = 'by user' | 'ignored' | { readonly by: readonly string[] }

export const nothing = z.object({})

type Given = Partial<Endpoint> &
  Pick<Endpoint, 'name' | 'service' | 'method' | 'path' | 'summary' | 'who' | 'reply'>

/** Fills in what most endpoints share, keeping the exact types of what is given. */
export function endpoint<const G extends Given>(given: G & Scoped<G>): Complete<G> {
  const whole = { ...defaults, status: 200, ...given } as unknown as Complete<G>
  requireScope(whole as unknown as Endpoint)
  return whole
}

/** A POST that anyone may send has no user: it must say by which of its fields its callers are told apart. */
type Scoped<G extends Given> = G extends { who: 'anyone'; method: 'POST' }
  ? { idempotency: 'ignored' | { readonly by: readonly [FieldOf<G>, ...FieldOf<G>[]] } }
  : { idempotency?: 'by user' | 'ignored' }
type FieldOf<G> = G extends { body: z.ZodMiniObject<infer Shape> } ? keyof Shape & string : never

/** The same where types do not reach, such as a declaration put together at run time. */
function requireScope({ name, method, who, idempotency, body }: Endpoint): void {
  if (method !== 'POST' || idempotency === 'ignored') return
  const isScoped =
    idempotency === 'by user'
      ? who !== 'anyone'
      : idempotency.by.length > 0 && idempotency.by.every((field) => Object.hasOwn(body.shape, field))
  if (!isScoped) throw new Error(`${name} does not say whose its idempotency keys are`)
}

const defaults = {
  params: nothing,
  query: nothing,
  body: nothing,
  otherwise: null,
  refusals: [],
  idempotency: 'by user',
  unhashed: [],
  host: 'portal',
  headers: {},
  produces: 'application/json',
  streams: false,
} as const

type Complete<G> = Omit<typeof defaults & { status: 200 }, keyof G> & G

/** The right that a call asks for at least. */
export type RightOf<E extends { who: HeldRight }> = E['who']['right']
export type ParamsOf<E extends Endpoint> = z.output<E['params']>
export type QueryOf<E extends Endpoint> = z.output<E['query']>
export type BodyOf<E extends Endpoint> = z.output<E['body']>
/** What a caller fills in, before coercion: strings. */
export type SentBody<E extends Endpoint> = z.input<E['body']>
export type SentQuery<E extends Endpoint> = z.input<E['query']>
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>
export type OtherwiseOf<E extends Endpoint> = E['otherwise'] extends AnyObject
  ? z.output<E['otherwise']>
  : never
/** Whatever a success may answer. */
export type AnswerOf<E extends Endpoint> = ReplyOf<E> | OtherwiseOf<E>
