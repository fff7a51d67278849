import type { IncomingMessage } from 'node:http'
import type { Config } from '../config.ts'

export type Side = 'portal' | 'tenant'

/** Whether a Host header names the portal; everything else is a tenant's host, or nobody's (421). */
export function sideOf(host: string | undefined, config: Pick<Config, 'publicUrl'>): Side {
  return host?.toLowerCase() === new URL(config.publicUrl).host ? 'portal' : 'tenant'
}

/**
 * Routes carry `constraints: { side }`; the Host header alone decides. Forwarded headers never name a
 * tenant: a proxy passes the Host on.
 */
export function hostConstraint(config: Pick<Config, 'publicUrl'>) {
  return {
    side: {
      name: 'side',
      mustMatchWhenDerived: true,
      storage: () => {
        const handlers = new Map<unknown, unknown>()
        return {
          get: (side: unknown) => handlers.get(side) ?? null,
          set: (side: unknown, handler: unknown) => void handlers.set(side, handler),
        }
      },
      deriveConstraint: (request: IncomingMessage) => sideOf(request.headers.host, config),
      validate: (side: unknown) => side === 'portal' || side === 'tenant',
    },
  }
}
