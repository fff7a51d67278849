import type { FastifyRequest } from 'fastify'
import { refuse } from './errors.ts'

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** What comes through a proxy on this machine comes from anywhere. */
function isLoopback({ socket, headers }: FastifyRequest): boolean {
  const isForwarded = headers['x-forwarded-for'] ?? headers.forwarded ?? headers.via
  return isForwarded === undefined && loopback.has(socket.remoteAddress ?? '')
}

/** Options of a development page's route: the portal's host, and callers on this machine alone. */
export const devOnly = {
  constraints: { side: 'portal' },
  preHandler: async (request: FastifyRequest): Promise<void> => {
    if (!isLoopback(request)) refuse('not_found')
    const site = request.headers['sec-fetch-site']
    if (request.method === 'POST' && site !== undefined && site !== 'same-origin')
      refuse('request.cross_site')
  },
}
