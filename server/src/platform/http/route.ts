import type { BodyOf, Endpoint, OtherwiseOf, ParamsOf, QueryOf, ReplyOf } from '@byre/contract/endpoint'
import { meters } from '@byre/contract/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { callerOf, findActor, type Actor, type Caller } from '../authentication/actor.ts'
import { withTrace, traceOf, noteCaller } from '../request-trace.ts'
import type { Bearers } from '../authentication/bearers.ts'
import { platformOf, type Db, type Module, type PlatformDb } from '../database/db.ts'
import { sendInTime } from './deadlines.ts'
import {
  IdempotentCommand,
  findStored,
  replayOf,
  waitedForDuplicate,
  type IdempotencyKey,
} from '../idempotency/idempotent-command.ts'
import { refuse, Refusal } from '../errors.ts'
import { idempotencyKey, keyHeader, readInput } from './input.ts'
import type { GeneralLimits } from '../limits/limits.ts'
import { Meter, personal } from './meter.ts'
import type { Outbox } from '../jobs/outbox.ts'
import type { RouteConfig } from './refusals.ts'
import type { Download, Otherwise } from './replies.ts'
import { factsOf, type Facts } from './request-facts.ts'
import type { Secrets } from '../secrets.ts'
import { sender } from './sender.ts'
import { countUnknown, isNoSession, sessionFirst } from './session-first.ts'

interface Served<E extends Endpoint, M extends Module> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  command: IdempotentCommand<M>
  db: Db<M>
  from: Facts
}

/** A signed-in read is handed the caller, to be joined into its statement; a signed-in command the actor. */
export type Call<E extends Endpoint, M extends Module> = Served<E, M> &
  (E['who'] extends 'anyone' ? object : E['method'] extends 'GET' ? { caller: Caller } : { actor: Actor })

/** A command whose action looks up who asks in its own first statement, as reads do. */
type AskedCall<E extends Endpoint, M extends Module> = Served<E, M> & { caller: Caller }

/** A command whose one statement is to find that the session of `actor` is alive (`IdempotentCommand.inOneStatement`). */
type WholeCall<E extends Endpoint, M extends Module> = Served<E, M> & {
  actor: Pick<Actor, 'user_id'>
}

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
  <E extends Endpoint>(
    endpoint: E,
    handler: (call: Call<E, M>) => Promise<Result<E>>,
    also?: {
      /**
       * Whether a repetition is by whoever made the call first, where the fields its keys are kept by do not
       * prove it. Where it is not, the call is served as if it had no key.
       */
      isRepeatedBy: (call: Call<E, M>) => Promise<boolean>
    },
  ): void
  /** For a PUT or DELETE whose action begins with a read that also says who asks. */
  asked<E extends Endpoint>(endpoint: E, handler: (call: AskedCall<E, M>) => Promise<Result<E>>): void
  /** For a POST that is mostly one statement; where `whole` gives null, `handler` does it or says why not. */
  inOneStatement<E extends Endpoint>(
    endpoint: E,
    whole: (call: WholeCall<E, M>) => Promise<Result<E> | null>,
    handler: (call: Call<E, M>) => Promise<Result<E>>,
  ): void
}

export interface Rails<M extends Module> {
  app: FastifyInstance
  db: Db<M>
  outbox: Outbox
  secrets: Secrets
  general: GeneralLimits
  bearers: Bearers
  /** True outside production: replies are checked against the contract, field by field, and refusals by code. */
  checksReplies: boolean
}

/** Gives a module its `serve`: endpoint in, route out, with every rule that all calls share. */
export function serveWith<M extends Module>(rails: Rails<M>): Serve<M> {
  const add = (endpoint: Endpoint, road: Road<M>) => {
    const send = sender(endpoint, rails.checksReplies)
    const addAs = (method: Endpoint['method'] | 'HEAD', road: Road<M>) =>
      rails.app.route({
        method,
        url: endpoint.path,
        constraints: { side: endpoint.host },
        config: { endpoint, checksReplies: rails.checksReplies } satisfies RouteConfig,
        ...sessionFirst(rails, endpoint),
        exposeHeadRoute: !endpoint.streams,
        handler: (request, reply) => {
          const visit: Visit = { request, from: factsOf(request), meter: undefined }
          const answered = withTrace(request, () => answer(rails, endpoint, road, visit))
          return sendInTime(reply, answered, (result) => send(reply, result, visit.meter))
        },
      })
    addAs(endpoint.method, road)
    // A stream that nobody reads would hold a place among the open ones.
    if (endpoint.streams) addAs('HEAD', { handler: headOfStream, isAsked: true })
  }
  const serve = (endpoint: Endpoint, handler: unknown, also: Pick<Road<M>, 'isRepeatedBy'> = {}) =>
    add(endpoint, { handler: handler as AnyHandler<M>, isAsked: endpoint.method === 'GET', ...also })
  const asked = (endpoint: Endpoint, handler: unknown) =>
    add(endpoint, { handler: handler as AnyHandler<M>, isAsked: true })
  const inOneStatement = (endpoint: Endpoint, whole: unknown, handler: unknown) =>
    add(endpoint, { handler: handler as AnyHandler<M>, whole: whole as AnyHandler<M>, isAsked: false })
  return Object.assign(serve, { asked, inOneStatement }) as Serve<M>
}

type HandlerCall<M extends Module> = Call<Endpoint, M> & { actor?: Actor; caller?: Caller }
type AnyHandler<M extends Module> = (call: HandlerCall<M>) => Promise<unknown>

/** How one endpoint is served. */
interface Road<M extends Module> {
  handler: AnyHandler<M>
  whole?: AnyHandler<M>
  isAsked: boolean
  isRepeatedBy?: (call: HandlerCall<M>) => Promise<boolean>
}

/** One call on its road. */
interface Visit {
  request: FastifyRequest
  from: Facts
  /** Of a signed-in read: what it costs whom. */
  meter: Meter | undefined
}

async function headOfStream<M extends Module>({ db, caller }: HandlerCall<M>): Promise<Readable> {
  await findActor(platformOf(db), caller!)
  return Readable.from([])
}

async function answer<M extends Module>(
  rails: Rails<M>,
  endpoint: Endpoint,
  road: Road<M>,
  visit: Visit,
): Promise<unknown> {
  const { request, from } = visit
  if (endpoint.who === 'anyone') {
    rails.general.count(`address:${from.network}`, meters.callsPerMinuteOfAddress)
    return answerCommand(rails, endpoint, road, visit)
  }
  try {
    const caller = callerOf(request.headers.authorization)
    return road.isAsked
      ? await answerAsked(rails, endpoint, road, visit, caller)
      : await answerCommand(rails, endpoint, road, visit, caller)
  } catch (error) {
    countUnknown(rails.general, error, from.network)
    throw error
  }
}

/** A signed-in read, or a command that begins with one: who asks is looked up by the action's own statement. */
async function answerAsked<M extends Module>(
  rails: Rails<M>,
  endpoint: Endpoint,
  { handler }: Road<M>,
  visit: Visit,
  caller: Caller,
): Promise<unknown> {
  const { request, from } = visit
  const meter = (visit.meter = new Meter(rails.general, rails.bearers, endpoint, caller))
  try {
    // Nothing of the input is judged before the caller is known to be someone.
    const input = await readInput(endpoint, request, () => findActor(platformOf(rails.db), caller))
    const command = new IdempotentCommand<M>(rails.db, rails.outbox)
    return await handler({ ...input, command, db: rails.db, from, caller } as HandlerCall<M>)
  } catch (error) {
    if (isNoSession(error)) meter.giveBack()
    throw error
  } finally {
    meter.settle(traceOf(request).user_id)
  }
}

/** A command, or a call that needs no session; under a key it is done once and then answered again. */
async function answerCommand<M extends Module>(
  rails: Rails<M>,
  endpoint: Endpoint,
  road: Road<M>,
  { request, from }: Visit,
  caller?: Caller,
): Promise<unknown> {
  const platform = platformOf(rails.db)
  const keyText = endpoint.method === 'POST' && endpoint.idempotency !== 'ignored' ? keyHeader(request) : null
  const whole = keyText === null ? undefined : road.whole
  const userId = caller && whole && rails.bearers.userOf(caller)
  if (userId) {
    const done = await answerAtOnce(rails, endpoint, whole, request, from, {
      caller,
      user_id: userId,
      keyText: keyText!,
    })
    if (done !== null) return done
  }
  const found = caller && (await findActor(platform, caller, endpoint.name, keyText ?? ''))
  const actor = found?.actor
  if (actor) rails.general.count(personal(actor.user_id), meters.callsPerMinute)

  const input = await readInput(endpoint, request)
  const key =
    keyText === null
      ? null
      : idempotencyKey(rails.secrets, endpoint, request, keyText, input.body, actor?.user_id)
  const stored = key && (found ? found.stored : await findStored(platform, key))
  const unkeyed = () =>
    ({
      ...input,
      command: new IdempotentCommand<M>(rails.db, rails.outbox),
      db: rails.db,
      from,
      actor,
    }) as HandlerCall<M>
  if (stored && !(await isTheirs(road, unkeyed()))) return road.handler(unkeyed())
  const replay = key && replayOf(stored, key)
  if (replay) return replay.reply
  if (caller && actor && whole) rails.bearers.remember(caller, actor.user_id)

  const command = new IdempotentCommand<M>(rails.db, rails.outbox, key, caller)
  try {
    const call = { ...input, command, db: rails.db, from, actor } as HandlerCall<M>
    const result = (userId ? null : await whole?.(call)) ?? (await road.handler(call))
    if (rails.checksReplies && key && command.kept !== undefined && command.kept !== result) {
      throw new Error(`${endpoint.name} must answer what its transaction returned`)
    }
    return result
  } catch (error) {
    if (!key) throw error
    return answerOfDuplicate(platform, command, key, error, road, unkeyed())
  }
}

/**
 * A keyed command done by the one statement that also finds the session alive. Null, and nothing is done, where
 * it is not, or something else is wrong: who asks must be known before they hear what.
 */
async function answerAtOnce<M extends Module>(
  rails: Rails<M>,
  endpoint: Endpoint,
  whole: AnyHandler<M>,
  request: FastifyRequest,
  from: Facts,
  { caller, user_id, keyText }: { caller: Caller; user_id: string; keyText: string },
): Promise<unknown> {
  const who = personal(user_id)
  let key: IdempotencyKey | undefined
  try {
    rails.general.check(who, meters.callsPerMinute)
    const input = await readInput(endpoint, request)
    key = idempotencyKey(rails.secrets, endpoint, request, keyText, input.body, user_id)
    const command = new IdempotentCommand<M>(rails.db, rails.outbox, key, caller)
    const result = await whole({
      ...input,
      command,
      db: rails.db,
      from,
      actor: { user_id },
    } as HandlerCall<M>)
    if (result !== null) {
      rails.general.add(who)
      noteCaller(user_id)
    }
    return result
  } catch (error) {
    if (error instanceof Refusal || waitedForDuplicate(error)) return null
    // It may be only the answer that was lost.
    const { stored } = await findActor(platformOf(rails.db), caller, endpoint.name, keyText)
    const again = key && replayOf(stored, key)
    if (again) return again.reply
    throw error
  }
}

/** Whether what is kept under a key is for this caller to have again. */
const isTheirs = async <M extends Module>({ isRepeatedBy }: Road<M>, call: HandlerCall<M>) =>
  isRepeatedBy === undefined || (await isRepeatedBy(call))

/** What a duplicate request answered that has done the command in the meantime, whatever went wrong here; else `error`. */
async function answerOfDuplicate<M extends Module>(
  platform: PlatformDb,
  command: IdempotentCommand<M>,
  key: IdempotencyKey,
  error: unknown,
  road: Road<M>,
  unkeyed: HandlerCall<M>,
): Promise<unknown> {
  // Our own claim must go first, or it would look like a duplicate request at work.
  await command.release()
  const stored = await findStored(platform, key)
  if (stored && !(await isTheirs(road, unkeyed))) return road.handler(unkeyed)
  const again = replayOf(stored, key)
  if (again) return again.reply
  if (waitedForDuplicate(error)) refuse('request.in_progress', { retryAfter: 1 })
  throw error
}
