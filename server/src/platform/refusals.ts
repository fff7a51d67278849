import type { Endpoint, Service } from '@byre/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from './errors.ts'
import { withSharedHeaders } from './headers.ts'
import type { Side } from './hosts.ts'
import { refusal, refusalOf } from './replies.ts'

/** What the caller is told of an error; what was not expected is logged here. */
export function problemOf(error: unknown, request: FastifyRequest): Refusal {
  const known = refusalOf(error)
  if (!known) request.log.error({ err: error, route: request.routeOptions.url }, 'a request failed')
  else if (known.code === 'server.unavailable')
    request.log.warn({ cause: (error as Error).message }, 'database trouble')
  return known ?? new Refusal('server.failed')
}

/** The service a request belongs to, for the envelope of its refusals. */
function serviceOf(request: FastifyRequest): Service {
  const { endpoint } = request.routeOptions.config as { endpoint?: Endpoint }
  return endpoint?.service ?? 'customers'
}

/** Sets the status and headers of a refusal; its body is the caller's. */
export function asRefusal(reply: FastifyReply, problem: Refusal): FastifyReply {
  if (problem.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter))
  if (problem.code === 'request.too_large') reply.header('connection', 'close')
  return reply.code(problem.status)
}

/** Answers a refusal in a service's envelope; the service is the route's own unless given. */
export function sendRefusal(
  reply: FastifyReply,
  problem: Refusal,
  service: Service = serviceOf(reply.request),
): FastifyReply {
  const body = JSON.stringify(refusal(service, problem, reply.request.id))
  return asRefusal(reply, problem).type('application/json').send(body)
}

/** Turns every error into one calm answer, and logs a line a request; never a body, never a header. */
export function addRefusals(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendRefusal(reply, problemOf(error, request)))

  app.addHook('onResponse', (request, reply, done) => {
    request.log.info({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    })
    done()
  })
}

/** For requests that fail before any hook or route: an address that cannot be decoded, or is endless. */
export function refuseUnreadable(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  sendRefusal(withSharedHeaders(request, reply), problemOf(error, request), 'customers')
}

interface KnownPath {
  shape: RegExp
  service: Service
  methods: Set<string>
}

/** The paths as they were registered, so that a wrong method can be told from a wrong path. */
export class KnownPaths {
  readonly #paths = new Map<string, KnownPath>()

  constructor(app: FastifyInstance) {
    app.addHook('onRoute', ({ method, url, constraints, config }) => {
      const side = (constraints as { side?: Side } | undefined)?.side
      if (!side || url.includes('*')) return
      const { endpoint } = (config ?? {}) as { endpoint?: Endpoint }
      const known = this.#paths.get(`${side} ${url}`)
      this.#paths.set(`${side} ${url}`, {
        shape: new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`),
        service: known?.service ?? endpoint?.service ?? 'customers',
        methods: new Set([...(known?.methods ?? []), ...[method].flat()]),
      })
    })
  }

  /**
   * Answers 405 with `Allow` where this request's path is known on its side, but not its method; a bare
   * OPTIONS gets the list alone. False: the path is not known either.
   */
  answersMethod(side: Side, request: FastifyRequest, reply: FastifyReply): boolean {
    const path = request.url.split('?', 1)[0]!
    const known = this.#paths.get(`${side} ${path}`) ?? this.#shaped(side, path)
    if (!known) return false
    reply.header('allow', [...known.methods].join(', '))
    if (request.method === 'OPTIONS') reply.code(204).send()
    else sendRefusal(reply, new Refusal('request.method_not_allowed'), known.service)
    return true
  }

  #shaped(side: Side, path: string): KnownPath | undefined {
    for (const [name, known] of this.#paths) if (name.startsWith(side) && known.shape.test(path)) return known
    return undefined
  }
}
