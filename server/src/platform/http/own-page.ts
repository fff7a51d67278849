import type { FastifyRequest } from 'fastify'
import { refuse } from '../errors.ts'

const reads = new Set(['GET', 'HEAD'])

/**
 * Refuses what no page of this very host sent. `SameSite` does not tell: places below one domain are one site to a browser,
 * and each sends the other's cookie along.
 */
export function requireOwnPage({ headers, method, protocol }: FastifyRequest): void {
  const { origin, host, 'sec-fetch-site': site } = headers
  if (site !== undefined) {
    if (site !== 'same-origin') refuse('request.cross_site')
    return
  }
  // A browser that does not say so much names the page of a write all the same.
  const isOwn = origin?.toLowerCase() === `${protocol}://${host?.toLowerCase()}`
  if (origin === undefined ? !reads.has(method) : !isOwn) refuse('request.cross_site')
}
