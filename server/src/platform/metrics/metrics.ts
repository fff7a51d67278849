import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { matchedRoute } from '../matched-route.ts'

/*
 * What operators' machines watch, as Prometheus reads it. What happens in this process is counted as it happens; what
 * only the database knows is asked when somebody looks, in parts that fail one by one.
 */

/** Counts of one kind of thing at one time, told apart by a label. */
export interface Reading {
  name: string
  about: string
  label: string
  counts: Readonly<Record<string, number>>
}

/** What is asked for together: without an answer in time it is left out, and the rest is told. */
export interface MetricsPart {
  name: string
  read(): Promise<readonly Reading[]> | readonly Reading[]
}

/** Seconds; the last is when a caller is told to come again. */
const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const partMs = 1000
/** As seldom as it can be told: a timer that runs all the time keeps an idle processor awake. */
const eventLoopPrecisionMs = 100

/** Whether it stays open: a call of the portal's, or of an app's. */
const isStream = (request: FastifyRequest) => {
  const { endpoint, appCall } = matchedRoute(request).config
  return (endpoint ?? appCall)?.streams === true
}

export class Metrics {
  readonly #registry = new Registry()
  readonly #parts: MetricsPart[] = []
  /** By the part that tells them, and their names. */
  readonly #gauges = new Map<string, Map<string, Gauge>>()
  #reading: Promise<void> | undefined

  readonly #requests = new Histogram({
    name: 'byre_http_request_duration_seconds',
    help: 'Answers by method, route and status, and how long they took.',
    labelNames: ['method', 'route', 'status'],
    buckets: durationBuckets,
    registers: [this.#registry],
  })
  readonly #streams = new Gauge({
    name: 'byre_live_streams',
    help: 'Pages that are being told what changes.',
    registers: [this.#registry],
  })
  readonly #signIns = new Counter({
    name: 'byre_refused_sign_ins_total',
    help: 'Sign-ins that were refused: a wrong password, an unknown address, too many tries.',
    registers: [this.#registry],
  })
  readonly #mails = new Counter({
    name: 'byre_mails_total',
    help: 'Mails that were handed to the mail server, and tries that failed.',
    labelNames: ['outcome'],
    registers: [this.#registry],
  })
  readonly #jobs = new Counter({
    name: 'byre_job_failures_total',
    help: 'Tries of jobs that failed, by queue; most are tried again.',
    labelNames: ['queue'],
    registers: [this.#registry],
  })
  readonly #certificates = new Counter({
    name: 'byre_certificate_questions_total',
    help: 'How often it was asked whether a name may have a certificate, by the answer.',
    labelNames: ['answer'],
    registers: [this.#registry],
  })
  readonly #lookups = new Counter({
    name: 'byre_dns_lookups_total',
    help: 'Questions to the name server about domains of places; answered, also that there is no such thing, or silent.',
    labelNames: ['outcome'],
    registers: [this.#registry],
  })
  readonly #isPartRead = new Gauge({
    name: 'byre_metrics_part_read',
    help: '1 where a part of what is told here could be read, 0 where it is left out.',
    labelNames: ['part'],
    registers: [this.#registry],
  })

  constructor() {
    // Counted from nought: how much a number has grown says nothing where it was not there before.
    for (const outcome of ['sent', 'failed']) this.#mails.inc({ outcome }, 0)
    for (const outcome of ['answered', 'silent']) this.#lookups.inc({ outcome }, 0)
  }

  /** Memory, processor time, collecting and the event loop of this process; and which build it is. */
  addProcess(version: string): void {
    collectDefaultMetrics({
      register: this.#registry,
      eventLoopMonitoringPrecision: eventLoopPrecisionMs,
    })
    new Gauge({
      name: 'byre_build_info',
      help: 'Always 1; says which version runs on which Node.',
      labelNames: ['version', 'node'],
      registers: [this.#registry],
    }).set({ version, node: process.version }, 1)
  }

  addPart(part: MetricsPart): void {
    this.#parts.push(part)
  }

  /** Counts all answers; those to `signIns`, by the names of their calls, where they are refused. */
  watch(app: FastifyInstance, signIns: readonly string[]): void {
    app.addHook('onRequest', (request, _, done) => {
      if (isStream(request)) this.#streams.inc()
      done()
    })
    app.addHook('onResponse', (request, reply, done) => {
      const {
        url: route = 'none',
        config: { endpoint },
      } = matchedRoute(request)
      // How long someone keeps a page open is no answer's time.
      if (isStream(request)) this.#streams.dec()
      else
        this.#requests.observe(
          { method: request.method, route, status: reply.statusCode },
          reply.elapsedTime / 1000,
        )
      if (endpoint && signIns.includes(endpoint.name) && reply.statusCode >= 400 && reply.statusCode < 500)
        this.#signIns.inc()
      done()
    })
  }

  countMail(outcome: 'sent' | 'failed'): void {
    this.#mails.inc({ outcome })
  }

  countFailedJob(queue: string): void {
    this.#jobs.inc({ queue })
  }

  countCertificateQuestion(answer: 'allowed' | 'refused'): void {
    this.#certificates.inc({ answer })
  }

  countLookup(outcome: 'answered' | 'silent'): void {
    this.#lookups.inc({ outcome })
  }

  /** All that is known now; never fails, whatever is away. */
  async text(): Promise<string> {
    this.#reading ??= this.#readParts().finally(() => (this.#reading = undefined))
    await this.#reading
    return this.#registry.metrics()
  }

  async #readParts(): Promise<void> {
    await Promise.all(
      this.#parts.map(async (part) => {
        const readings = await inTime(part)
        this.#isPartRead.set({ part: part.name }, readings ? 1 : 0)
        const gauges = this.#gauges.get(part.name) ?? new Map<string, Gauge>()
        this.#gauges.set(part.name, gauges)
        for (const gauge of gauges.values()) gauge.reset()
        for (const reading of readings ?? []) this.#show(gauges, reading)
      }),
    )
  }

  #show(gauges: Map<string, Gauge>, { name, about, label, counts }: Reading): void {
    const gauge =
      gauges.get(name) ?? new Gauge({ name, help: about, labelNames: [label], registers: [this.#registry] })
    gauges.set(name, gauge)
    for (const [of, count] of Object.entries(counts)) gauge.set({ [label]: of }, count)
  }
}

/** Null: it failed, or takes too long; what comes later is of no use. */
async function inTime({ read }: MetricsPart): Promise<readonly Reading[] | null> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<null>((resolve) => (timer = setTimeout(resolve, partMs, null)))
  const readings = Promise.resolve()
    .then(read)
    .catch(() => null)
  return Promise.race([readings, tooLate]).finally(() => clearTimeout(timer))
}
