import type { FastifyRequest } from 'fastify'
import type { RequestFacts } from '../audit/audit.ts'
import { networkOf } from '../network.ts'

/** What one request brings to an action besides its input. */
export interface Facts extends RequestFacts {
  host: string
  user_agent: string
  /** The version an `If-Match` asks for; null without one. */
  if_match: number | null
  /** The bearer header, for the few calls that accept it without requiring it. */
  authorization: string | undefined
  /** Opens nothing of the API; signing in reads from it which browser this is. */
  cookie: string | undefined
}

/** The facts of a request that audit lines, limits and sessions use. */
export function factsOf(request: FastifyRequest): Facts {
  const match = /^(?:W\/)?"(\d{1,15})"$/.exec(request.headers['if-match'] ?? '')
  return {
    request_id: request.id,
    network: networkOf(request.ip),
    // Never the forwarded one: a proxy passes the Host on.
    host: request.headers.host ?? '',
    user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
    if_match: match ? Number(match[1]) : null,
    authorization: request.headers.authorization,
    cookie: request.headers.cookie,
  }
}
