import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
} from '@opentelemetry/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/*
 * Requests and jobs as OpenTelemetry tells them. Where its variables name nobody to tell, nothing of it is loaded and all below
 * costs a look at an empty map. A span says what a log line says: methods, patterns of addresses, ids; never an address itself, which
 * may hold a token, and never the words of an error, which stand in the log under the same id.
 */

const tracer = () => trace.getTracer('byre')

/** Those that are traced. */
const contexts = new WeakMap<FastifyRequest, Context>()

/** What was sent without `traceparent` begins a trace of its own. */
const asCarrier = (traceparent: unknown) => (typeof traceparent === 'string' ? { traceparent } : {})

/** What is known of a request once it is answered, by name. */
type Facts = (request: FastifyRequest) => Readonly<Record<string, string>>

/** Before all other hooks. */
export function traceRequests(app: FastifyInstance, factsOf: Facts): void {
  app.addHook('onRequest', (request, reply, done) => {
    begin(request, reply)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    end(request, reply.statusCode, factsOf(request))
    done()
  })
  // Whoever asked has gone.
  app.addHook('onRequestAbort', (request, done) => {
    end(request, null, factsOf(request))
    done()
  })
}

function begin(request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.url
  const { endpoint } = request.routeOptions.config as { endpoint?: { streams: boolean } }
  // How long someone keeps a page open is no answer's time.
  if (endpoint?.streams) return
  const from = propagation.extract(ROOT_CONTEXT, asCarrier(request.headers['traceparent']))
  const span = tracer().startSpan(
    route === undefined ? request.method : `${request.method} ${route}`,
    {
      kind: SpanKind.SERVER,
      attributes: {
        'http.request.method': request.method,
        ...(route === undefined ? {} : { 'http.route': route }),
        'byre.request_id': request.id,
      },
    },
    from,
  )
  contexts.set(request, trace.setSpan(from, span))
  const { traceId: trace_id } = span.spanContext()
  request.log = reply.log = request.log.child({ trace_id })
}

function end(request: FastifyRequest, status: number | null, facts: ReturnType<Facts>): void {
  const seen = contexts.get(request)
  const span = seen && trace.getSpan(seen)
  if (!span) return
  for (const [name, value] of Object.entries(facts)) span.setAttribute(`byre.${name}`, value)
  if (status !== null) span.setAttribute('http.response.status_code', status)
  if (status !== null && status >= 500) {
    span.setAttribute('error.type', String(status))
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end()
}

/** Does a request's work in its trace, whatever was read meanwhile from its connection. */
export function inTraceOf<T>(request: FastifyRequest, work: () => T): T {
  const seen = contexts.get(request)
  return seen ? context.with(seen, work) : work()
}

/** What a job takes along of the trace that sends it: 55 characters of ids. */
export function traceToCarry(): { traceparent?: string } {
  const carrier: { traceparent?: string } = {}
  propagation.inject(context.active(), carrier)
  return asCarrier(carrier.traceparent)
}

/** A job goes on with the trace that sent it; one that a clock started begins its own. `work` is given what else it carries. */
export async function inTraceOfJob<T extends object>(
  job: { queue: string; id: string; data: T },
  work: (data: T) => Promise<void>,
): Promise<void> {
  const { traceparent, ...data } = job.data as T & { traceparent?: unknown }
  const from = propagation.extract(ROOT_CONTEXT, asCarrier(traceparent))
  const attributes = { 'byre.queue': job.queue, 'byre.job_id': job.id }
  const span = tracer().startSpan(`job ${job.queue}`, { kind: SpanKind.CONSUMER, attributes }, from)
  try {
    await context.with(trace.setSpan(from, span), () => work(data as unknown as T))
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR })
    throw error
  } finally {
    span.end()
  }
}

/** For the line of what happens inside a trace. */
export function traceFacts(): { trace_id?: string } {
  const id = trace.getActiveSpan()?.spanContext().traceId
  return id === undefined ? {} : { trace_id: id }
}
