import type { FastifyRequest } from 'fastify'
import { refuse } from '../errors.ts'
import { isLoopbackAddress, isLoopbackHost } from '../local-addresses.ts'

/**
 * Whether there are development pages at all: never in production, and never where the portal's own address
 * is known to other machines.
 */
export function hasDevPages({ nodeEnv, publicUrl }: { nodeEnv: string; publicUrl: string }): boolean {
  return nodeEnv !== 'production' && isLoopbackHost(new URL(publicUrl).hostname)
}

/** What a proxy adds, each by its own habit. */
const forwarding = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'forwarded',
  'via',
]

/** Someone at this machine: what comes through a proxy on it comes from anywhere. */
function isHere({ socket, headers, raw }: FastifyRequest): boolean {
  const host = (headers.host ?? '').replace(/:\d+$/, '')
  const isForwarded = forwarding.some((name) => headers[name] !== undefined)
  // No browser speaks HTTP/1.0; proxies that add nothing else do.
  const isDirect = !isForwarded && raw.httpVersionMajor === 1 && raw.httpVersionMinor >= 1
  return isDirect && isLoopbackHost(host) && isLoopbackAddress(socket.remoteAddress ?? '')
}

/** Options of a development page's route: the portal's host, and callers on this machine alone. */
export const devOnly = {
  constraints: { side: 'portal' },
  preHandler: async (request: FastifyRequest): Promise<void> => {
    if (!isHere(request)) refuse('not_found')
    const site = request.headers['sec-fetch-site']
    if (request.method === 'POST' && site !== undefined && site !== 'same-origin')
      refuse('request.cross_site')
  },
}
