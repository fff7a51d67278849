import {
  nothing,
  type BodyOf,
  type Endpoint,
  type OtherwiseOf,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
  type Service,
} from '@byre/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { askerOf, findActor, type Actor, type Asker } from './actor.ts'
import type { RequestFacts } from './audit.ts'
import { platformOf, type Db, type Module, type PlatformDb } from './db.ts'
import { Deed, findStored, replayOf, waitedForTwin, type DeedKey } from './deed.ts'
import { refuse, Refusal } from './errors.ts'
import { deedKey, keyHeader, readInput } from './input.ts'
import type { GeneralLimits } from './limits.ts'
import { networkOf } from './network.ts'
import type { Outbox } from './outbox.ts'
import { Download, Otherwise, success } from './replies.ts'
import { replySchema, undeclared } from './reply-schema.ts'
import type { Secrets } from './secrets.ts'

/** What one request brings to an action besides its input. */
export interface Facts extends RequestFacts {
  host: string
  user_agent: string
  /** The version an `If-Match` asks for; null without one. */
  if_match: number | null
  /** The bearer header, for the few calls that accept it without requiring it. */
  authorization: string | undefined
  /** Opens nothing of the API; signing in reads from it which browser this is. */
  cookie: string | undefined
}

interface Served<E extends Endpoint, M extends Module> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  deed: Deed<M>
  db: Db<M>
  from: Facts
}

/** A signed-in read is handed the asker, to be joined into its statement; a signed-in deed the actor. */
export type Call<E extends Endpoint, M extends Module> = Served<E, M> &
  (E['who'] extends 'anyone' ? object : E['method'] extends 'GET' ? { asker: Asker } : { actor: Actor })

/** A deed whose action looks up who asks in its own first statement, as reads do. */
export type AskedCall<E extends Endpoint, M extends Module> = Served<E, M> & { asker: Asker }

/**
 * A reply; where it is one versioned thing its version, which leaves as the ETag; and what the browser is
 * to keep as a cookie.
 */
export type Result<E extends Endpoint> = E['produces'] extends 'application/json'
  ? | (E['streams'] extends true ? Readable : never)
    | ReplyOf<E>
    | (ReplyOf<E> & { version: number })
    | (ReplyOf<E> & { set_cookie: string })
    | Otherwise<OtherwiseOf<E>>
  : Readable | Download

export interface Serve<M extends Module> {
  <E extends Endpoint>(endpoint: E, handler: (call: Call<E, M>) => Promise<Result<E>>): void
  /** For a PUT or DELETE whose action begins with a read that also says who asks. */
  asked<E extends Endpoint>(endpoint: E, handler: (call: AskedCall<E, M>) => Promise<Result<E>>): void
}

export interface Rails<M extends Module> {
  app: FastifyInstance
  db: Db<M>
  outbox: Outbox
  secrets: Secrets
  general: GeneralLimits
  /** True outside production: replies are checked against the contract, field by field. */
  checksReplies: boolean
}

const perMinute = { user: 300, address: 600 }

/** Gives a module its `serve`: endpoint in, route out, with every rule that all calls share. */
export function serveWith<M extends Module>(rails: Rails<M>): Serve<M> {
  const add = (endpoint: Endpoint, handler: unknown, isAsked: boolean) => {
    // Compiled with the first answer, so that no start waits for what nobody asks.
    let write: Write | undefined
    const writeBy = (reply: FastifyReply) =>
      rails.checksReplies
        ? JSON.stringify
        : (write ??= reply.compileSerializationSchema(replySchema(endpoint)))
    rails.app.route({
      method: endpoint.method,
      url: endpoint.path,
      constraints: { side: endpoint.host },
      config: { endpoint },
      handler: async (request, reply) => {
        const result = await answer(rails, endpoint, handler as AnyHandler<M>, request, isAsked)
        return send(rails, endpoint, reply, writeBy, result)
      },
    })
  }
  const serve = <E extends Endpoint>(endpoint: E, handler: (call: Call<E, M>) => Promise<Result<E>>) =>
    add(endpoint, handler, endpoint.method === 'GET')
  const asked: Serve<M>['asked'] = (endpoint, handler) => add(endpoint, handler, true)
  return Object.assign(serve, { asked }) as Serve<M>
}

type HandlerCall<M extends Module> = Call<Endpoint, M> & { actor?: Actor; asker?: Asker }
type AnyHandler<M extends Module> = (call: HandlerCall<M>) => Promise<unknown>

async function answer<M extends Module>(
  rails: Rails<M>,
  endpoint: Endpoint,
  handler: AnyHandler<M>,
  request: FastifyRequest,
  isAsked: boolean,
): Promise<unknown> {
  const from = factsOf(request)
  if (endpoint.who === 'anyone') {
    rails.general.count(`address:${from.network}`, perMinute.address)
    return answerDeed(rails, endpoint, handler, request, from)
  }
  try {
    const asker = askerOf(request.headers.authorization)
    return isAsked
      ? await answerAsked(rails, endpoint, handler, request, from, asker)
      : await answerDeed(rails, endpoint, handler, request, from, asker)
  } catch (error) {
    // By where they come from, so that whoever invents tokens fills nobody's minute and no memory.
    if (isNoSession(error)) rails.general.count(`unknown:${from.network}`, perMinute.address)
    throw error
  }
}

const isNoSession = (error: unknown) => error instanceof Refusal && error.code === 'session.required'

/** A signed-in read, or a deed that begins with one: who asks is looked up by the action's own statement. */
async function answerAsked<M extends Module>(
  rails: Rails<M>,
  endpoint: Endpoint,
  handler: AnyHandler<M>,
  request: FastifyRequest,
  from: Facts,
  asker: Asker,
): Promise<unknown> {
  const who = `token:${asker.token_hash.toString('base64')}`
  rails.general.check(who, perMinute.user)
  let isKnown = true
  try {
    // Nothing of the input is judged before the caller is known to be someone.
    const input = await readInput(endpoint, request, () => findActor(platformOf(rails.db), asker))
    const deed = new Deed<M>(rails.db, rails.outbox)
    return await handler({ ...input, deed, db: rails.db, from, asker } as HandlerCall<M>)
  } catch (error) {
    isKnown = !isNoSession(error)
    throw error
  } finally {
    if (isKnown) rails.general.add(who)
  }
}

/** A deed, or a call that needs no session; under a key it is done once and then answered again. */
async function answerDeed<M extends Module>(
  rails: Rails<M>,
  endpoint: Endpoint,
  handler: AnyHandler<M>,
  request: FastifyRequest,
  from: Facts,
  asker?: Asker,
): Promise<unknown> {
  const platform = platformOf(rails.db)
  const keyText = endpoint.method === 'POST' && endpoint.idempotency !== 'ignored' ? keyHeader(request) : null
  const found = asker && (await findActor(platform, asker, endpoint.name, keyText ?? ''))
  const actor = found?.actor
  if (actor) rails.general.count(`user:${actor.user_id}`, perMinute.user)

  const input = await readInput(endpoint, request)
  const key = keyText === null ? null : deedKey(rails.secrets, endpoint, request, keyText, actor, input.body)
  const stored = key && (found ? found.stored : await findStored(platform, key))
  const replay = key && replayOf(stored, key)
  if (replay) return replay.reply

  const deed = new Deed<M>(rails.db, rails.outbox, key)
  try {
    const result = await handler({ ...input, deed, db: rails.db, from, actor } as HandlerCall<M>)
    if (rails.checksReplies && key && deed.kept !== undefined && deed.kept !== result) {
      throw new Error(`${endpoint.name} must answer what its transaction returned`)
    }
    return result
  } catch (error) {
    if (!key) throw error
    return answerOfTwin(platform, deed, key, error)
  }
}

/** What a twin answered that has done the deed in the meantime, whatever went wrong here; else `error`. */
async function answerOfTwin<M extends Module>(
  platform: PlatformDb,
  deed: Deed<M>,
  key: DeedKey,
  error: unknown,
): Promise<unknown> {
  // Our own claim must go first, or it would look like a twin at work.
  await deed.release()
  const again = replayOf(await findStored(platform, key), key)
  if (again) return again.reply
  if (waitedForTwin(error)) refuse('request.in_progress', { retryAfter: 1 })
  throw error
}

type Write = (answer: Record<string, unknown>) => string

function send<M extends Module>(
  rails: Rails<M>,
  endpoint: Endpoint,
  reply: FastifyReply,
  writeBy: (reply: FastifyReply) => Write,
  result: unknown,
) {
  if (endpoint.produces !== 'application/json') {
    if (result instanceof Download)
      reply.header('content-disposition', `attachment; filename="${result.name}"`)
    const content = result instanceof Download ? result.content : result
    return reply.code(endpoint.status).headers(endpoint.headers).type(endpoint.produces).send(content)
  }
  if (result instanceof Readable)
    return reply.code(endpoint.status).headers(endpoint.headers).type('text/event-stream').send(result)
  if (result instanceof Otherwise) return sendOtherwise(rails, endpoint, reply, result)
  let data = result ?? null
  if (data !== null && typeof data === 'object' && 'version' in data) {
    const { version, ...rest } = data as { version: number }
    reply.header('etag', `"${version}"`)
    data = rest
  } else if (data !== null && typeof data === 'object' && 'set_cookie' in data) {
    const { set_cookie, ...rest } = data as { set_cookie: string }
    reply.header('set-cookie', set_cookie)
    data = rest
  }
  if (rails.checksReplies) {
    const stray = undeclared(endpoint.reply, data)
    if (stray) throw new Error(`${endpoint.name} answered what its contract does not declare: ${stray}`)
  }
  // Whoever writes by themselves names the type, too.
  reply.type('application/json; charset=utf-8').serializer(writeBy(reply))
  reply.code(endpoint.status).headers(endpoint.headers)
  return reply.send(success(endpoint.service, data))
}

function sendOtherwise<M extends Module>(
  rails: Rails<M>,
  endpoint: Endpoint,
  reply: FastifyReply,
  { answer }: Otherwise<object>,
) {
  const stray = rails.checksReplies && undeclared(endpoint.otherwise ?? nothing, answer)
  if (stray) throw new Error(`${endpoint.name} answered what its contract does not declare: ${stray}`)
  return reply.code(200).type('application/json').send(JSON.stringify(answer))
}

/** The facts of a request that audit lines, limits and sessions use. */
export function factsOf(request: FastifyRequest): Facts {
  const match = /^(?:W\/)?"(\d{1,15})"$/.exec(request.headers['if-match'] ?? '')
  return {
    request_id: request.id,
    network: networkOf(request.ip),
    // Never the forwarded one: a proxy passes the Host on.
    host: request.headers.host ?? '',
    user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
    if_match: match ? Number(match[1]) : null,
    authorization: request.headers.authorization,
    cookie: request.headers.cookie,
  }
}

/** The service a request belongs to, for the envelope of its refusals. */
export function serviceOf(request: FastifyRequest): Service {
  const { endpoint } = request.routeOptions.config as { endpoint?: Endpoint }
  return endpoint?.service ?? 'customers'
}
