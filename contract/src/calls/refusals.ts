import type { Endpoint } from '../endpoint.ts'
import { refusalsOfEveryCall, type ErrorCode } from '../errors.ts'
import { scopeOf } from './key-calls.ts'

const hasFields = (fields: Endpoint['params']) => Object.keys(fields.shape).length > 0

/** Whether a call has anything to send in a body. */
export const takesBody = (endpoint: Endpoint) => endpoint.method !== 'GET' && hasFields(endpoint.body)

/** Every code that a call may refuse with: what all calls of its kind share, and what it declares itself. */
export function refusalCodesOf(endpoint: Endpoint): ReadonlySet<ErrorCode> {
  const { name, method, idempotency, who, params, query, refusals } = endpoint
  const when = (isSo: boolean, ...codes: ErrorCode[]) => (isSo ? codes : [])
  return new Set<ErrorCode>([
    ...refusalsOfEveryCall,
    ...when(takesBody(endpoint) || hasFields(query), 'request.invalid'),
    ...when(who !== 'anyone', 'session.required', 'api_key.not_allowed'),
    ...when(
      who !== 'anyone' && scopeOf(name) !== undefined,
      'api_key.scope_missing',
      'api_key.wrong_network',
    ),
    ...when(method !== 'GET', 'request.too_large', 'request.unsupported_type'),
    ...when(hasFields(params), 'not_found'),
    ...when(method === 'POST' && idempotency !== 'ignored', 'request.in_progress', 'request.key_reused'),
    ...refusals,
  ])
}
