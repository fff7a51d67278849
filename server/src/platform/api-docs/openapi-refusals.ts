import type { Endpoint, Service } from '@byre/contract/endpoint'
import { errors, refusalsOfEveryCall, type ErrorCode } from '@byre/contract/errors'
import { refusalCodesOf } from '@byre/contract/calls/refusals'

type Json = Record<string, unknown>

export const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** A call's refusals by status, each with its codes. */
export function refusalsOf(endpoint: Endpoint): Record<string, Json> {
  const byStatus = Map.groupBy(refusalCodesOf(endpoint), (code) => errors[code][0])
  const statuses = [...byStatus].toSorted(([a], [b]) => a - b)
  return Object.fromEntries(
    statuses.map(([status, codes]) => [String(status), refusalOf(endpoint.service, status, codes)]),
  )
}

function refusalOf(service: Service, status: number, codes: ErrorCode[]): Json {
  const mayBeRetried = [409, 429, 503].includes(status)
  const envelope = envelopeOf(service)
  return {
    description: codes.map((code) => errors[code][1]).join(' / '),
    ...(mayBeRetried ? { headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } } : {}),
    content: {
      'application/json': {
        schema: {
          allOf: [
            { $ref: `#/components/schemas/${envelope}` },
            { type: 'object', properties: { code: { enum: codes } } },
          ],
        },
        examples: Object.fromEntries(
          codes.map((code) => [code, { $ref: `#/components/examples/${envelope}.${code}` }]),
        ),
      },
    },
  }
}

export const refusalHeaders = {
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } },
}

const ofEveryCall = new Set<string>(refusalsOfEveryCall)

/** `Refusal.403.role.insufficient`: the envelope, the status, and the codes that not every call has. */
export function nameOfRefusal(status: string, { content }: Refusal): string {
  const [envelope, { properties }] = content['application/json'].schema.allOf
  const own = properties.code.enum.filter((code) => !ofEveryCall.has(code)).toSorted(compare)
  return [envelope.$ref.split('/').at(-1), status, ...(own.length > 0 ? [own.join('-')] : [])].join('.')
}

/** A refusal of a call, as `refusalsOf` writes it. */
export interface Refusal {
  content: {
    'application/json': {
      schema: { allOf: [{ $ref: string }, { properties: { code: { enum: string[] } } }] }
    }
  }
}

const envelopeOf = (service: Service) => (service === 'auth' ? 'AuthRefusal' : 'Refusal')

const refusalFields = {
  code: { type: 'string' },
  errors: {
    type: 'array',
    description: 'What is wrong with which field',
    items: {
      type: 'object',
      properties: { field: { type: 'string' }, message: { type: 'string' } },
      required: ['field', 'message'],
      additionalProperties: false,
    },
  },
  request_id: { type: 'string' },
}

export const refusalSchemas = {
  Refusal: {
    type: 'object',
    properties: { success: { const: false }, message: { type: 'string' }, ...refusalFields },
    required: ['success', 'message', 'code', 'request_id'],
  },
  AuthRefusal: {
    type: 'object',
    properties: { state: { const: 'error' }, error: { type: 'string' }, ...refusalFields },
    required: ['state', 'error', 'code', 'request_id'],
  },
}

/** Every refusal that some call declares, in its envelope. */
export function refusalExamples(endpoints: readonly Endpoint[]): Json {
  const examples = endpoints.flatMap((endpoint) =>
    [...refusalCodesOf(endpoint)].map((code) => {
      const [, message] = errors[code]
      const own =
        endpoint.service === 'auth' ? { state: 'error', error: message } : { success: false, message }
      const value = { ...own, code, request_id: '0193a2c4-5e6f-7a8b-9c0d-1e2f3a4b5c6d' }
      return [`${envelopeOf(endpoint.service)}.${code}`, { value }] as const
    }),
  )
  return Object.fromEntries(examples.toSorted(([a], [b]) => compare(a, b)))
}
