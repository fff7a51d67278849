import type { AppCall } from '@byre/contract/app-calls'
import type { Endpoint } from '@byre/contract/endpoint'
import { requestLimits } from '@byre/contract/limits'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { IdempotencyKey } from '../idempotency/idempotency.ts'
import { refuse } from '../errors.ts'
import { readQuery, type Fields } from './form-body.ts'
import { keyPurpose, type Secrets } from '../secrets.ts'

/** Whoever sends hundreds of events wrongly is told of the first. */
const errorsAtMost = 100

/** Params, query and body by the contract. `before` runs ahead of a refusal. */
export async function readInput(
  endpoint: Endpoint | AppCall,
  request: FastifyRequest,
  before?: () => Promise<unknown>,
) {
  try {
    return parseInput(endpoint, request)
  } catch (error) {
    await before?.()
    throw error
  }
}

/** The same; a field inside others is named by the way to it: `events.3.body`. */
export function parseInput(endpoint: Endpoint | AppCall, request: FastifyRequest) {
  const params = z.safeParse(endpoint.params, request.params)
  if (!params.success) refuse('not_found')
  const query = z.safeParse(endpoint.query, readQuery(request.url))
  const body = z.safeParse(endpoint.body, (request.body ?? {}) as Fields)
  if (!query.success || !body.success) {
    const issues = [...(query.error?.issues ?? []), ...(body.error?.issues ?? [])]
    const errors = issues.map((issue) => ({
      field: issue.path.map(String).join('.'),
      message: issue.message,
    }))
    refuse('request.invalid', {
      errors: errors
        .slice(0, errorsAtMost)
        .filter((one, at) => errors.findIndex((o) => o.field === one.field) === at),
    })
  }
  return { params: params.data, query: query.data, body: body.data }
}

/** The `Idempotency-Key` that was sent, or null; refuses one that is no key. */
export function keyHeader(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || key === '' || key.length > requestLimits.idempotencyKeyLength) {
    refuse('request.malformed', { message: 'Idempotency-Key must have 1 to 255 characters.' })
  }
  return key
}

const scoping = keyPurpose('key-scope')
const bodies = keyPurpose('key-body')

/** A key with whose it is and what it stands for: the same call with the same fields. */
export function idempotencyKey(
  secrets: Secrets,
  endpoint: Endpoint,
  request: FastifyRequest,
  { keyText, body, userId }: { keyText: string; body: unknown; userId: string | undefined },
): IdempotencyKey {
  const fields = Object.entries((request.body ?? {}) as Fields).filter(
    ([name]) => !endpoint.unhashed.includes(name),
  )
  const canonical = JSON.stringify(fields.sort(([a], [b]) => (a < b ? -1 : 1)))
  const hashed = [endpoint.method, request.headers.host ?? '', request.url, canonical]
  const scopes = userId === undefined ? callersIn(secrets, endpoint, body) : [userId]
  return {
    scope: scopes[0]!,
    scopes,
    route: endpoint.name,
    key: keyText,
    body_hash: secrets.mac(bodies, ...hashed),
    isSameBody: (stored) => secrets.isMac(stored, bodies, ...hashed),
    status: endpoint.status,
  }
}

/** Who sends a call that anyone may send: a keyed hash of the fields that tell its callers apart, under each secret. */
function callersIn(secrets: Secrets, { name, idempotency }: Endpoint, body: unknown): string[] {
  if (typeof idempotency === 'string') throw new Error(`${name} has no caller to keep its keys for`)
  const fields = body as Partial<Fields>
  const { hashes } = secrets.macs(scoping, ...idempotency.by.map((field) => fields[field] ?? ''))
  return hashes.map((hash) => hash.toString('hex'))
}
