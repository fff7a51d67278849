import type { FastifyInstance } from 'fastify'
import { Refusal, refuse } from './errors.ts'
import { refusal, refusalOf } from './replies.ts'
import { serviceOf } from './route.ts'

/** Turns every error into one calm answer, and logs a line a request; never a body, never a header. */
export function addRefusals(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const known = refusalOf(error)
    if (!known) request.log.error({ err: error, route: request.routeOptions.url }, 'a request failed')
    else if (known.code === 'server.unavailable')
      request.log.warn({ cause: (error as Error).message }, 'database trouble')
    const problem = known ?? new Refusal('server.failed')
    if (problem.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter))
    if (problem.code === 'request.too_large') reply.header('connection', 'close')
    return reply
      .code(problem.status)
      .type('application/json')
      .send(JSON.stringify(refusal(serviceOf(request), problem, request.id)))
  })

  app.addHook('onResponse', async (request, reply) => {
    request.log.info({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    })
  })
}

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const

/**
 * Notes every path of the API as it is registered; the function it gives then makes each answer 405
 * with `Allow` to the methods it does not have.
 */
export function otherMethodsRefused(app: FastifyInstance): () => void {
  const paths = new Map<string, { url: string; side: string; endpoint: unknown; has: Set<string> }>()
  app.addHook('onRoute', ({ method, url, constraints, config }) => {
    const side = (constraints as { side?: string } | undefined)?.side
    if (!url.startsWith('/api/v1/') || !side) return
    const known = paths.get(side + url)
    const has = new Set([...(known?.has ?? []), ...[method].flat()])
    paths.set(side + url, {
      url,
      side,
      endpoint: (config as { endpoint?: unknown } | undefined)?.endpoint,
      has,
    })
  })
  return () => {
    for (const { url, side, endpoint, has } of paths.values()) {
      const missing = methods.filter((method) => !has.has(method))
      app.route({
        method: missing,
        url,
        constraints: { side },
        config: { endpoint },
        handler: async (_, reply) => {
          reply.header('allow', [...has].join(', '))
          refuse('request.method_not_allowed')
        },
      })
    }
  }
}
