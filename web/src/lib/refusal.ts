import { spokenHere, t } from '@byre/contract/words'
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
  /** What is known of the cause, where the message says what could not be done. */
  why?: string | null
}

/** The server understood and said no. Its `message` is a sentence for the person. */
export class Refusal extends Error implements RefusalFields {
  code: RefusalFields['code']
  status: number
  fieldErrors: readonly FieldError[]
  requestId: string | null
  retryAfterMs: number | null
  answer: unknown
  why: string | null

  constructor(fields: RefusalFields) {
    super(fields.message)
    this.name = 'Refusal'
    this.code = fields.code
    this.status = fields.status
    this.fieldErrors = fields.fieldErrors
    this.requestId = fields.requestId
    this.retryAfterMs = fields.retryAfterMs
    this.answer = fields.answer
    this.why = fields.why ?? null
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
  why: string | null

  constructor(cause: unknown, message = silence, why: string | null = null) {
    super(message, { cause })
    this.name = 'Unreachable'
    this.why = why
  }
}

const silence = t`We could not reach the server. Please check your connection and try again.`

/**
 * For `.catch`: the same failure in a screen's own words (specification 7.4) for this very command, by its code.
 * Those of `server.failed` stand for every failure that is no judgement of what was sent: no answer, or a server
 * that could give none. `ask(values).catch(inWords({ 'server.failed': 'Login failed.' }))`
 */
export const inWords =
  (words: Partial<Record<ErrorCode, string>>) =>
  (error: unknown): never => {
    throw reworded(error, words)
  }

function reworded(error: unknown, words: Partial<Record<ErrorCode, string>>): unknown {
  const message = error instanceof Refusal ? words[error.code as ErrorCode] : undefined
  if (message !== undefined) return new Refusal({ ...(error as Refusal), message })
  const couldNot = words['server.failed']
  const isOurs = error instanceof Unreachable || (error instanceof Refusal && error.status >= 500)
  return isOurs && couldNot !== undefined ? failedAs(couldNot, error) : error
}

/** The same failure headed by what could not be done; what is known of the cause follows. */
export function failedAs(message: string, error: unknown, waiting = silence): unknown {
  if (error instanceof Unreachable)
    return new Unreachable(error.cause, message, navigator.onLine === false ? t`You are offline.` : waiting)
  if (!(error instanceof Refusal)) return new Unreachable(error, message)
  const isKnown = error.code !== 'server.failed' && error.message !== message
  return new Refusal({ ...error, message, why: isKnown ? error.message : null })
}

/** The sentence to show for anything that was thrown. */
export function sentenceOf(error: unknown): string {
  return error instanceof Refusal || error instanceof Unreachable ? error.message : somethingWrong
}

/** The line below it: what is known of the cause. */
export const whyOf = (error: unknown) =>
  error instanceof Refusal || error instanceof Unreachable ? error.why : null

/** For support to find what went wrong on our side; a plain no needs none. */
export const requestIdOf = (error: unknown) =>
  error instanceof Refusal && error.status >= 500 ? error.requestId : null

/** Not there, or not ours: the two look the same on purpose. */
export const isNotFound = (error: unknown) => error instanceof Refusal && error.status === 404

const somethingWrong = t`Something went wrong on our side. Nothing was lost; please try again.`

/** Reads both envelopes: `{success:false, message, …}` and `{state:'error', error, …}`. The server refuses in English. */
export function readRefusal(response: Response, answer: unknown): Refusal {
  const body = isObject(answer) ? answer : {}
  const { of } = spokenHere()
  const fieldErrors = Array.isArray(body['errors']) ? body['errors'].filter(isFieldError) : []
  return new Refusal({
    code: text(body['code']) ?? 'server.failed',
    message: of(text(body['message']) ?? text(body['error']) ?? somethingWrong),
    status: response.status,
    fieldErrors: fieldErrors.map(({ field, message }) => ({ field, message: of(message) })),
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
