import { refusalCodesOfApp } from '@byre/contract/app-calls'
import type { Service } from '@byre/contract/endpoint'
import { requestLimits } from '@byre/contract/limits'
import { refusalCodesOf } from '@byre/contract/calls/refusals'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callerFacts, traceOf } from '../request-trace.ts'
import { Refusal } from '../errors.ts'
import { withSharedHeaders } from './headers.ts'
import { matchedRoute, type AppRouteConfig, type RouteConfig } from '../matched-route.ts'
import type { Side } from '../hosts.ts'
import { refusal, refusalOf, UndeclaredAnswer } from './envelopes.ts'

/** What the caller is told of an error; what was not expected is logged here. */
export function problemOf(thrown: unknown, request: FastifyRequest): Refusal {
  const error = undeclaredRefusal(refusalOf(thrown), matchedRoute(request).config) ?? thrown
  const known = refusalOf(error)
  if (!known) request.log.error({ err: error, route: matchedRoute(request).url }, 'a request failed')
  else if (known.code === 'server.damaged')
    request.log.fatal(
      { err: error, route: matchedRoute(request).url },
      'the database cannot read what it stores',
    )
  else if (known.code === 'server.unavailable')
    request.log.warn({ cause: (error as Error).message }, 'database trouble')
  traceOf(request).refusal = known?.code ?? null
  return known ?? new Refusal('server.failed')
}

/** Any call may refuse a visit of staff so; the API, which has no visits, does not say it (decision 0154). */
const ofVisits = 'visit.read_only'

/** What is wrong with a refusal that its call does not declare, where that is checked. */
function undeclaredRefusal(
  known: Refusal | null,
  { endpoint, appCall, checksReplies }: Partial<RouteConfig & AppRouteConfig>,
) {
  const call = endpoint ?? appCall
  if (!known || !call || !checksReplies) return null
  const codes = endpoint ? refusalCodesOf(endpoint) : refusalCodesOfApp(appCall!)
  return codes.has(known.code) || known.code === ofVisits ? null : new UndeclaredAnswer(call, known.code)
}

/** Sets the status and headers of a refusal; its body is the caller's. */
export function asRefusal(reply: FastifyReply, problem: Refusal): FastifyReply {
  if (problem.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter))
  if (problem.code === 'request.too_large' || hasMoreToCome(reply.request))
    reply.header('connection', 'close')
  return reply.code(problem.status)
}

/** Whether a body is on its way that is longer than any that is read: the connection is not worth it. */
function hasMoreToCome({ raw, headers }: FastifyRequest): boolean {
  if (raw.readableEnded) return false
  return 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > requestLimits.body.bytes
}

/** Answers a refusal in the envelope of the service that was called. */
export function sendRefusal(reply: FastifyReply, problem: Refusal, paths: KnownPaths): FastifyReply {
  const { endpoint } = matchedRoute(reply.request).config
  const service = endpoint?.service ?? paths.serviceOf(reply.request.url)
  const body = JSON.stringify(refusal(service, problem, reply.request.id))
  return asRefusal(reply, problem).type('application/json').send(body)
}

/**
 * Turns every error into one calm answer, and logs a line a request with the ids of who asked and about what; never
 * a body, never a header.
 */
export function addRefusals(app: FastifyInstance, paths: KnownPaths): void {
  app.setErrorHandler((error, request, reply) => sendRefusal(reply, problemOf(error, request), paths))

  app.addHook('onResponse', (request, reply, done) => {
    request.log.info({
      method: request.method,
      route: matchedRoute(request).url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ...callerFacts(request),
    })
    done()
  })
}

/** For requests that fail before any hook or route: an address that cannot be decoded, or is endless. */
export function refuseUnreadable(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  paths: KnownPaths,
): void {
  sendRefusal(withSharedHeaders(request, reply), problemOf(error, request), paths)
}

/** The parts of an address's path as far as they can be read, however many slashes stand between them. */
export function partsOf(url: string): string[] {
  const path = url.replace(/^[a-z]+:\/\/[^/]*/i, '').split(/[?#]/, 1)[0]!
  return path.split('/').filter(Boolean).map(readable)
}

function readable(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part.split('%', 1)[0]!
  }
}

/** `api` and its version, which all services share. */
const namedFrom = 2

/** How many parts stand at the beginning of both; a parameter is like anything. */
function countAlike(known: string[], requested: string[]): number {
  const end = known.findIndex(
    (part, at) => part !== requested[at] && !(part.startsWith(':') && at in requested),
  )
  return end === -1 ? known.length : end
}

/** What addresses of a path with `:name` for parameters look like. */
export const shapeOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:\w+/g, '[^/]+')
      .replace(/\/\\\*$/, '(?:/.*)?')}$`,
  )

interface KnownPath {
  shape: RegExp
  parts: string[]
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
      const { endpoint } = (config ?? {}) as Partial<RouteConfig>
      const known = this.#paths.get(`${side} ${url}`) ?? {
        shape: shapeOf(url),
        parts: partsOf(url),
        service: endpoint?.service ?? 'customers',
        methods: new Set<string>(),
      }
      for (const one of [method].flat()) known.methods.add(one)
      this.#paths.set(`${side} ${url}`, known)
    })
  }

  /**
   * Whose envelope an answer about this address has: that of the calls whose paths begin like it, so that
   * `/api/v1/login%ZZ` is auth's.
   */
  serviceOf(url: string): Service {
    const requested = partsOf(url)
    let [most, service]: [number, Service] = [namedFrom, 'customers']
    for (const known of this.#paths.values()) {
      const alike = countAlike(known.parts, requested)
      if (alike > most) [most, service] = [alike, known.service]
    }
    return service
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
    else sendRefusal(reply, new Refusal('request.method_not_allowed'), this)
    return true
  }

  #shaped(side: Side, path: string): KnownPath | undefined {
    for (const [name, known] of this.#paths) if (name.startsWith(side) && known.shape.test(path)) return known
    return undefined
  }
}
