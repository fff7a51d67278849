import type { Call } from './calls.ts'
import type { Caller } from './values.ts'

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  body: Record<string, unknown>
  tookMs: number
}

/** What is longer than this or later than that is a fault, whatever it says. */
const most = { milliseconds: 5000, bytes: 1_000_000 }

/** Statuses that any call may have, for reasons that lie outside what it asks. */
const shared = new Set([400, 401, 404, 408, 413, 414, 415, 421, 429, 431, 503])

type Check = (call: Call, answer: Answer) => string | null

/**
 * What must be so of each answer alone; the names are those of Schemathesis' checks, whose list this follows.
 * What takes a second call (`use_after_free`, `ignored_auth` …) is in further-checks.ts.
 */
const checks: Record<string, Check> = {
  not_a_server_error: (_, { status }) => (status >= 500 && status !== 503 ? `answered ${status}` : null),

  status_code_conformance: ({ operation }, { status, body }) => {
    const codes = operation.codes.get(status)
    if (!codes) return shared.has(status) ? null : `${status} is not in the document`
    const code = String(body['code'] ?? '')
    return status >= 400 && codes.size > 0 && code !== '' && !codes.has(code)
      ? `${status} ${code} is not in the document`
      : null
  },

  content_type_conformance: ({ operation }, { status, headers, text }) => {
    const type = String(headers['content-type'] ?? '')
    if (operation.endpoint.streams && type.startsWith('text/event-stream')) return null
    if (text === '') return status === 204 ? null : 'no body'
    const wanted = status < 300 ? operation.endpoint.produces : 'application/json'
    return type.startsWith(wanted.split(';', 1)[0]!) ? null : `${type} instead of ${wanted}`
  },

  response_schema_conformance: ({ operation }, { status, headers, body }) => {
    const { service, reply, otherwise } = operation.endpoint
    if (!String(headers['content-type']).startsWith('application/json')) return null
    if (status >= 400) return refusalFault(service === 'auth', body)
    const { state, ...rest } = body
    const value = service === 'auth' ? rest : body['data']
    if (service === 'auth' ? state === undefined : body['success'] !== true) return 'another envelope'
    if (reply.safeParse(value).success) return null
    return otherwise?.safeParse(body).success
      ? null
      : `not what is declared: ${JSON.stringify(value).slice(0, 200)}`
  },

  response_headers_conformance: ({ operation }, { status, headers }) => {
    if (!/^[0-9a-f-]{36}$/.test(String(headers['x-request-id']))) return 'no X-Request-Id'
    if (headers['cache-control'] !== 'no-store') return `Cache-Control ${headers['cache-control']}`
    if ((status === 429 || status === 503) && headers['retry-after'] === undefined) return 'no Retry-After'
    if (headers['set-cookie'] !== undefined && !operation.name.startsWith('logIn') && status >= 400)
      return 'a refusal sets a cookie'
    return null
  },

  negative_data_rejection: ({ kind }, { status }) =>
    kind === 'wrong' && status < 400 ? `accepted (${status})` : null,

  positive_data_acceptance: ({ kind }, { status, body }) => {
    const isUnread = [413, 415].includes(status) || body['code'] === 'request.malformed'
    return kind === 'right' && isUnread ? `right, and not read: ${status} ${String(body['code'])}` : null
  },

  max_response_time: (_, { tookMs, text }) => {
    if (tookMs > most.milliseconds) return `${Math.round(tookMs)} ms`
    return text.length > most.bytes ? `${text.length} bytes` : null
  },
}

/** Everything that is wrong with an answer by itself. */
export function faultsOf(call: Call, answer: Answer, people: readonly Caller[]): string[] {
  const faults = Object.entries(checks).flatMap(([name, check]) => {
    const fault = check(call, answer)
    return fault === null ? [] : [`${name}: ${fault}`]
  })
  const leak = foreignMark(call, answer, people)
  return leak === null ? faults : [...faults, `no_foreign_value: ${leak}`]
}

/** Carol shares nothing with the others: nothing of theirs may reach her, nor of hers them. */
function foreignMark({ caller }: Call, { text, headers }: Answer, people: readonly Caller[]): string | null {
  const answerText = (text + JSON.stringify(headers)).toLowerCase()
  const isStranger = (other: Caller) =>
    other !== caller && (other.name === 'carol') !== (caller.name === 'carol')
  const foreign = people.find((other) => isStranger(other) && answerText.includes(other.mark))
  return foreign ? `${caller.name} was told something of ${foreign.name}'s: ${text.slice(0, 200)}` : null
}

function refusalFault(isAuth: boolean, body: Record<string, unknown>): string | null {
  const sentence = isAuth ? body['error'] : body['message']
  const isEnvelope = isAuth ? body['state'] === 'error' : body['success'] === false
  if (!isEnvelope || typeof sentence !== 'string' || sentence === '')
    return `no refusal: ${JSON.stringify(body)}`
  if (typeof body['request_id'] !== 'string') return 'a refusal without request_id'
  return /\bat .+:\d+:\d+|node_modules|pg_|kysely|relation "/i.test(JSON.stringify(body))
    ? `tells of the machinery: ${sentence}`
    : null
}
