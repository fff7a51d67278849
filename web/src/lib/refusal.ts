import type { ErrorCode, FieldError } from '@byre/contract/errors'

interface RefusalFields {
  code: ErrorCode | (string & {})
  message: string
  status: number
  fieldErrors: readonly FieldError[]
  requestId: string | null
  retryAfterMs: number | null
  /** The whole answer, for the few refusals that carry more than words. */
  answer: unknown
}

/** The server understood and said no. Its `message` is a sentence for the person. */
export class Refusal extends Error implements RefusalFields {
  code: RefusalFields['code']
  status: number
  fieldErrors: readonly FieldError[]
  requestId: string | null
  retryAfterMs: number | null
  answer: unknown

  constructor(fields: RefusalFields) {
    super(fields.message)
    this.name = 'Refusal'
    this.code = fields.code
    this.status = fields.status
    this.fieldErrors = fields.fieldErrors
    this.requestId = fields.requestId
    this.retryAfterMs = fields.retryAfterMs
    this.answer = fields.answer
  }

  /** The same refusal with its fields named as a form calls them: `{ name: 'organization_name' }`. */
  onFields(names: Readonly<Record<string, string>>): Refusal {
    const fieldErrors = this.fieldErrors.map((error) => ({
      ...error,
      field: names[error.field] ?? error.field,
    }))
    return new Refusal({ ...this, message: this.message, fieldErrors })
  }
}

/** No answer came: no network, no server, or none in time. */
export class Unreachable extends Error {
  constructor(cause: unknown) {
    super('We could not reach the server. Please check your connection and try again.', { cause })
    this.name = 'Unreachable'
  }
}

/**
 * For `.catch`: the same failure in a screen's own words (specification 7.4) for this very command, by its code.
 * `ask(values).catch(inWords({ 'server.failed': 'Login failed.' }))`
 */
export const inWords =
  (words: Partial<Record<ErrorCode, string>>) =>
  (error: unknown): never => {
    throw reworded(error, words)
  }

export function reworded(error: unknown, words: Partial<Record<ErrorCode, string>>): unknown {
  if (!(error instanceof Refusal)) return error
  const message = words[error.code as ErrorCode]
  return message === undefined ? error : new Refusal({ ...error, message })
}

/** The sentence to show for anything that was thrown. */
export function sentenceOf(error: unknown): string {
  return error instanceof Refusal || error instanceof Unreachable ? error.message : somethingWrong
}

/** For support to find what went wrong on our side; a plain no needs none. */
export const requestIdOf = (error: unknown) =>
  error instanceof Refusal && error.status >= 500 ? error.requestId : null

/** Not there, or not ours: the two look the same on purpose. */
export const isNotFound = (error: unknown) => error instanceof Refusal && error.status === 404

const somethingWrong = 'Something went wrong on our side. Nothing was lost; please try again.'

/** Reads both envelopes: `{success:false, message, …}` and `{state:'error', error, …}`. */
export function readRefusal(response: Response, answer: unknown): Refusal {
  const body = isObject(answer) ? answer : {}
  const fieldErrors = Array.isArray(body['errors']) ? body['errors'].filter(isFieldError) : []
  return new Refusal({
    code: text(body['code']) ?? 'server.failed',
    message: text(body['message']) ?? text(body['error']) ?? somethingWrong,
    status: response.status,
    fieldErrors,
    requestId: text(body['request_id']) ?? response.headers.get('x-request-id'),
    retryAfterMs: secondsAfter(response.headers.get('retry-after')),
    answer,
  })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isFieldError = (value: unknown): value is FieldError =>
  isObject(value) && typeof value['field'] === 'string' && typeof value['message'] === 'string'

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** Our server sends seconds; a date (from a proxy) counts as not said. */
const secondsAfter = (header: string | null) =>
  header && /^\d+$/.test(header) ? Number(header) * 1000 : null
