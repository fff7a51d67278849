/** What is wrong with one field that was sent, in words for whoever filled it in. */
export interface FieldError {
  field: string
  message: string
}

/** Why there is no answer of Byre's: nothing answered, not in time, or something else than Byre did. */
export type ClientCode = 'client.unreachable' | 'client.timed_out' | 'client.unreadable'

/**
 * Why a call was not done. `code` says which case it is and stays the same; `message` is a sentence for people and may be
 * worded anew.
 */
export class CallError<Code extends string = string> extends Error {
  override readonly name = 'CallError'
  readonly code: Code | ClientCode
  /** The HTTP status; 0 where nothing answered. */
  readonly status: number
  /** What is wrong with which field; empty where it is about no field. */
  readonly errors: readonly FieldError[]
  /** By which the answer is found in Byre's log. */
  readonly requestId: string | undefined
  /** How long to wait before trying again, in seconds, where the answer says so. */
  readonly retryAfterSeconds: number | undefined

  constructor(parts: {
    code: Code | ClientCode
    message: string
    status: number
    errors?: readonly FieldError[] | undefined
    requestId?: string | undefined
    retryAfterSeconds?: number | undefined
    cause?: unknown
  }) {
    super(parts.message, { cause: parts.cause })
    this.code = parts.code
    this.status = parts.status
    this.errors = parts.errors ?? []
    this.requestId = parts.requestId
    this.retryAfterSeconds = parts.retryAfterSeconds
  }
}

/** The error that an answer tells of. */
export function errorOf(response: Response, body: unknown): CallError {
  const said = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const wait = retryAfterSeconds(response.headers.get('retry-after'))
  const beside = {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: wait,
  }
  if (typeof said['code'] !== 'string')
    return new CallError({ code: 'client.unreadable', message: unreadable(response.status), ...beside })
  return new CallError({
    code: said['code'],
    message: String(said['message'] ?? said['error'] ?? said['code']),
    errors: said['errors'] as FieldError[] | undefined,
    ...beside,
  })
}

const unreadable = (status: number) => `The answer, of status ${status}, is not one of Byre's.`

/** Seconds from now, of a header that gives them or a date. */
function retryAfterSeconds(header: string | null): number | undefined {
  if (header === null) return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const until = Date.parse(header)
  return Number.isNaN(until) ? undefined : Math.max(0, (until - Date.now()) / 1000)
}
