import type * as z from 'zod/mini'
import { nothing } from './endpoint.ts'
import { refusalsOfEveryCall, type ErrorCode, type OwnErrorCode } from './errors.ts'
import type { SiteRight } from './site-rights.ts'

type AnyObject = z.ZodMiniObject<z.core.$ZodShape>

/**
 * One call of an app on its place's own host, below `/app/v1/`: opened by that host's cookie and by nothing else, so that it
 * is no endpoint of the API. Its body is nested JSON of texts, whole numbers, lists and objects.
 */
export interface AppCall {
  /** The command's verb and noun, the same through every layer: `changeSettings`. */
  name: string
  /** Whose places answer it. */
  app: 'site'
  service: AppService
  method: 'GET' | 'POST'
  /** Below `/app/v1/`, with `:name` for parameters. */
  path: `/app/v1/${string}`
  summary: string
  right: SiteRight
  params: AnyObject
  /** Values arrive as strings. */
  query: AnyObject
  /** As it is sent, coerced by nobody. */
  body: z.ZodMiniType
  reply: z.ZodMiniType
  status: 200 | 201
  /** The catalogue codes this call may refuse with, besides those that all share. */
  refusals: readonly OwnErrorCode[]
  /** Whether it is done where the place is read-only for want of payment. Reads always are. */
  whenUnpaid: 'allowed' | 'refused'
  otherwise: null
  /** Answers as a stream of server-sent events, too. */
  streams: boolean
  headers: Readonly<Record<string, string>>
  produces: 'application/json' | 'text/csv; charset=utf-8' | 'application/pdf' | 'application/zip'
}

export type AppService = 'herd'

type Given = Partial<AppCall> &
  Pick<AppCall, 'name' | 'service' | 'app' | 'method' | 'path' | 'summary' | 'right' | 'reply'>

/** Fills in what most calls share, keeping the exact types of what is given. */
export function appCall<const G extends Given>(given: G): Complete<G> {
  const whenUnpaid = given.method === 'GET' ? 'allowed' : 'refused'
  return { ...defaults, whenUnpaid, ...given } as unknown as Complete<G>
}

const defaults = {
  params: nothing,
  query: nothing,
  body: nothing,
  status: 200,
  refusals: [],
  otherwise: null,
  streams: false,
  headers: {},
  produces: 'application/json',
} as const

type Complete<G extends Given> = Omit<typeof defaults & { whenUnpaid: 'allowed' | 'refused' }, keyof G> & G

export type AppParamsOf<C extends AppCall> = z.output<C['params']>
export type AppQueryOf<C extends AppCall> = z.output<C['query']>
export type AppBodyOf<C extends AppCall> = z.output<C['body']>
export type AppReplyOf<C extends AppCall> = z.output<C['reply']>

const hasFields = (fields: AnyObject) => Object.keys(fields.shape).length > 0

/** Every code that a call may refuse with. */
export function refusalCodesOfApp(call: AppCall): ReadonlySet<ErrorCode> {
  const isCommand = call.method === 'POST'
  const when = (isSo: boolean, ...codes: ErrorCode[]) => (isSo ? codes : [])
  return new Set<ErrorCode>([
    ...refusalsOfEveryCall,
    'session.required',
    'not_found',
    'role.insufficient',
    'place.stopped',
    ...when(isCommand || hasFields(call.query), 'request.invalid'),
    ...when(isCommand, 'request.too_large', 'request.unsupported_type'),
    ...when(call.whenUnpaid === 'refused', 'place.read_only'),
    ...call.refusals,
  ])
}
