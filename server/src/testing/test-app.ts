import type { Endpoint, ReplyOf, SentBody, SentQuery } from '@byre/contract/endpoint'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { buildApp, type App } from '../app.ts'
import { readConfig, type Config } from '../config.ts'
import { openDatabase, type Database } from '../platform/database/db.ts'
import { listKeptMails, type KeptMail } from '../platform/mail/mail.ts'
import { UndeclaredAnswer } from '../platform/http/envelopes.ts'
import { createTestDatabase } from './database.ts'
import type { Callee } from './releases/last-release.ts'
import { TestClock } from './test-clock.ts'

/** Someone in a test: an account that has signed up, confirmed and signed in. */
export interface Person {
  name: string
  id: string
  email: string
  password: string
  token: string
  refresh: string
}

export interface Answer<E extends Endpoint> {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  /** The whole envelope. */
  body: Record<string, unknown>
  /** What was sent, as it was. */
  text: string
  /** What the endpoint's reply declares: `data`, or for auth the fields beside `state`. */
  reply: ReplyOf<E>
}

export interface CallOptions<E extends Endpoint> {
  as?: Person | string
  params?: Record<string, string>
  query?: SentQuery<E> | Record<string, string>
  body?: SentBody<E> | Record<string, unknown>
  headers?: Record<string, string>
  /** A tenant's host; the portal's when absent. */
  host?: string
  /** Sends JSON instead of a form. */
  json?: boolean
  /** The process to ask, where a test runs several. */
  at?: Callee | undefined
}

export const password = 'Corral-9-gate!'

/** One test file's own product: a fresh database, the whole application, and its people. */
export class TestApp {
  readonly database: Database
  readonly config: Config
  app: App
  /** What billing goes by; the database keeps its own time. */
  readonly clock: TestClock
  /** Everything logged at warning level or worse; a test that expects none asserts that. */
  readonly complaints: unknown[]
  /** The processes that people ask, in turn; `app` is the first. */
  readonly processes: readonly App[]
  /** Who asks which process; whoever is not here asks `app`. */
  readonly #seats = new Map<string, App>()
  #settled = 0
  #settling: Promise<void> = Promise.resolve()
  readonly #drop: () => Promise<void>
  readonly #kept = new Map<string, Promise<KeptMail>>()

  private constructor(parts: {
    database: Database
    config: Config
    apps: [App, ...App[]]
    clock: TestClock
    complaints: unknown[]
    drop: () => Promise<void>
  }) {
    this.database = parts.database
    this.config = parts.config
    this.processes = parts.apps
    this.app = parts.apps[0]
    this.clock = parts.clock
    this.complaints = parts.complaints
    this.#drop = parts.drop
  }

  /**
   * Starts a test app; `env` overrides the environment (LIMIT_FACTOR is high unless a test is about limits).
   * With several processes on its database, each new person asks the next of them, and nobody another's.
   */
  static async start(
    env: Record<string, string> = {},
    { processes = 1 }: { processes?: number } = {},
  ): Promise<TestApp> {
    const test = await createTestDatabase()
    const dataDir = await mkdtemp(join(tmpdir(), 'byre-test-'))
    const given = {
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      APP_SECRET: 'a secret for stories, long enough for them',
      LIMIT_FACTOR: '1000',
      // A test shares its event loop with whoever tells it.
      OVERLOAD_DELAY_MS: '60000',
      EVENT_CURSOR: process.env['EVENT_CURSOR'] ?? '',
      ...env,
    }
    const config = readConfig(given, { mayBePublic: true })
    const database = openDatabase(test.options, { max: 8 })
    const complaints: unknown[] = []
    const log = quietLog(complaints)
    const clock = new TestClock()
    const first = await buildApp({ config, database, works: false, log, clock })
    const others = Array.from({ length: processes - 1 }, () => openDatabase(test.options, { max: 4 }))
    const apps = await Promise.all(
      others.map((own) => buildApp({ config, database: own, works: false, log, clock })),
    )
    const drop = async () => {
      await Promise.all([database, ...others].map((own) => own.close()))
      await test.drop()
      await rm(dataDir, { recursive: true, force: true })
    }
    return new TestApp({ database, config, apps: [first, ...apps], clock, complaints, drop })
  }

  /** The application on a database that is there; closing it leaves the database as it is. */
  static async over({
    config,
    database,
    clock,
  }: {
    config: Config
    database: Database
    clock: TestClock
  }): Promise<TestApp> {
    const complaints: unknown[] = []
    const app = await buildApp({ config, database, works: false, log: quietLog(complaints), clock })
    return new TestApp({ database, config, apps: [app], clock, complaints, drop: async () => undefined })
  }

  /** A second process on the same database, or on a copy, for tests about several; `given` is what it has of its own. */
  async anotherProcess(
    given: Partial<Config> = {},
    database = this.database,
  ): Promise<{ app: App; close(): Promise<void> }> {
    const app = await buildApp({
      config: { ...this.config, ...given },
      database,
      works: false,
      clock: this.clock,
      log: quietLog(this.complaints),
    })
    return { app, close: () => app.close() }
  }

  async close(): Promise<void> {
    await Promise.all(this.processes.map((app) => app.close()))
    await this.#drop()
  }

  /** Calls an endpoint as the browser does: form-encoded, bearer token, the portal's host. */
  async call<E extends Endpoint>(endpoint: E, options: CallOptions<E> = {}): Promise<Answer<E>> {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(options.params?.[name] ?? ''),
    )
    const search = new URLSearchParams((options.query ?? {}) as Record<string, string>).toString()
    const answer = await this.send(endpoint.method, search ? `${path}?${search}` : path, {
      ...options,
      body: options.body as Record<string, unknown> | undefined,
    })
    const reply = endpoint.service === 'auth' ? answer.body : answer.body.data
    return { ...answer, reply: reply as ReplyOf<E> }
  }

  /** Any request at all, for what no endpoint declares. Throws where a call answers what it does not declare. */
  async send(
    method: string,
    url: string,
    options: {
      as?: Person | string
      body?: Record<string, unknown> | string
      headers?: Record<string, string>
      host?: string
      json?: boolean
      at?: Callee | undefined
    } = {},
  ): Promise<{
    status: number
    headers: Answer<Endpoint>['headers']
    body: Record<string, unknown>
    text: string
  }> {
    const token = typeof options.as === 'string' ? options.as : options.as?.token
    const headers: Record<string, string> = {
      host: options.host ?? new URL(this.config.publicUrl).host,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...options.headers,
    }
    let payload: string | undefined
    if (typeof options.body === 'string') payload = options.body
    else if (options.body) {
      payload = options.json ? JSON.stringify(options.body) : formOf(options.body)
      headers['content-type'] ??= options.json ? 'application/json' : 'application/x-www-form-urlencoded'
    }
    const complained = this.complaints.length
    const answer = await (options.at ?? this.#seatOf(options.as)).fastify.inject({
      method: method as 'GET',
      url,
      headers,
      payload,
    })
    if (answer.statusCode === 500) throwUndeclared(this.complaints.slice(complained))
    const isJson = String(answer.headers['content-type'] ?? '').includes('json')
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: isJson && answer.body ? (JSON.parse(answer.body) as Record<string, unknown>) : {},
      text: answer.body,
    }
  }

  #seatOf(as: Person | string | undefined): App {
    return (typeof as === 'object' ? this.#seats.get(as.id) : undefined) ?? this.app
  }

  /** Does all jobs that are due: mails leave, trials end. Of several processes each does it in its turn. */
  async settle(): Promise<void> {
    // Of two tests told at once, neither looks while the other still does its job.
    const isOne = this.processes.length === 1
    const next = isOne ? this.app : this.processes[this.#settled++ % this.processes.length]!
    const settling = this.#settling.then(() => next.outbox.drain())
    this.#settling = settling.catch(() => undefined)
    await settling
  }

  /** Lets days pass one by one, and does what falls due on each: trials end, periods begin, cards are charged. */
  async pass(days: number): Promise<void> {
    for (let day = 0; day < days; day++) {
      this.clock.pass(1)
      await this.app.runBilling(this.clock.now())
    }
    await this.settle()
  }

  /** The mails that left for an address, oldest first; does due jobs first. */
  async mailsTo(email: string): Promise<KeptMail[]> {
    await this.settle()
    const mails = await listKeptMails(join(this.config.dataDir, 'mail'), this.#kept)
    return mails.filter((mail) => mail.to === email).reverse()
  }

  /** The six digits of the newest mail to an address. */
  async codeFor(email: string): Promise<string> {
    const mail = (await this.mailsTo(email)).at(-1)
    const code = mail && /^\s*(\d{6})\s*$/m.exec(mail.text)?.[1]
    if (!code) throw new Error(`no code was mailed to ${email}`)
    return code
  }

  /** Someone new, signed in; `alice` becomes alice@ranch.example unless an address is given. */
  async person(name: string, email = `${name}@ranch.example`): Promise<Person> {
    const { signUp, confirmSignUp } = await import('@byre/contract/accounts/auth')
    const { logIn } = await import('@byre/contract/accounts/sign-ins')
    const signedUp = await this.call(signUp, { body: { username: email, email, password } })
    expectStatus(signedUp, 201)
    expectStatus(await this.call(confirmSignUp, { body: { email, code: await this.codeFor(email) } }), 200)
    const { reply } = expectStatus(await this.call(logIn, { body: { username: email, password } }), 200)
    if (this.processes.length > 1)
      this.#seats.set(reply.id, this.processes[this.#seats.size % this.processes.length]!)
    return { name, id: reply.id, email, password, token: reply.token, refresh: reply.refresh }
  }
}

/** What a call answers without declaring it fails whoever made the call, whatever they expected. */
function throwUndeclared(complaints: unknown[]): void {
  for (const { err } of complaints as { err?: { type: string; message: string } }[])
    if (err?.type === UndeclaredAnswer.name) throw new Error(err.message)
}

function quietLog(complaints: unknown[]) {
  return pino({ level: 'warn' }, { write: (line: string) => void complaints.push(JSON.parse(line)) })
}

function formOf(body: Record<string, unknown>): string {
  const form = new URLSearchParams()
  for (const [key, value] of Object.entries(body))
    if (value !== undefined && value !== null) form.set(key, String(value))
  return form.toString()
}

function expectStatus<A extends { status: number; body: unknown }>(answer: A, status: number): A {
  if (answer.status !== status)
    throw new Error(`expected ${status}, got ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer
}
