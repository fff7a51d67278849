import type { BodyOf, Endpoint, OtherwiseOf, ParamsOf, QueryOf, ReplyOf } from '@byre/contract/endpoint'
import { meters } from '@byre/contract/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { askerOf, findActor, type Actor, type Asker } from '../authentication/actor.ts'
import { asCaller, callerOf, noteCaller } from '../caller.ts'
import type { Bearers } from '../authentication/bearers.ts'
import { platformOf, type Db, type Module, type PlatformDb } from '../database/db.ts'
import { sendInTime } from './deadlines.ts'
import { Deed, findStored, replayOf, waitedForTwin, type DeedKey } from '../idempotency/deed.ts'
import { refuse, Refusal } from '../errors.ts'
import { deedKey, keyHeader, readInput } from './input.ts'
import type { GeneralLimits } from '../limits/limits.ts'
import { Meter, personal } from './meter.ts'
import type { Outbox } from '../jobs/outbox.ts'
import type { Download, Otherwise } from './replies.ts'
import { factsOf, type Facts } from './request-facts.ts'
import type { Secrets } from '../secrets.ts'
import { sender } from './sender.ts'
import { countUnknown, isNoSession, sessionFirst } from './session-first.ts'

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

/** A deed whose one statement is to find that the session of `actor` is alive (`Deed.atOnce`). */
export type WholeCall<E extends Endpoint, M extends Module> = Served<E, M> & {
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
  atOnce<E extends Endpoint>(
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
  /** True outside production: replies are checked against the contract, field by field. */
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
        config: { endpoint },
        ...sessionFirst(rails, endpoint),
        exposeHeadRoute: !endpoint.streams,
        handler: (request, reply) => {
          const visit: Visit = { request, from: factsOf(request), meter: undefined }
          const answered = asCaller(request, () => answer(rails, endpoint, road, visit))
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
  const atOnce = (endpoint: Endpoint, whole: unknown, handler: unknown) =>
    add(endpoint, { handler: handler as AnyHandler<M>, whole: whole as AnyHandler<M>, isAsked: false })
  return Object.assign(serve, { asked, atOnce }) as Serve<M>
}

type HandlerCall<M extends Module> = Call<Endpoint, M> & { actor?: Actor; asker?: Asker }
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

async function headOfStream<M extends Module>({ db, asker }: HandlerCall<M>): Promise<Readable> {
  await findActor(platformOf(db), asker!)
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
    return answerDeed(rails, endpoint, road, visit)
  }
  try {
    const asker = askerOf(request.headers.authorization)
    return road.isAsked
      ? await answerAsked(rails, endpoint, road, visit, asker)
      : await answerDeed(rails, endpoint, road, visit, asker)
  } catch (error) {
    countUnknown(rails.general, error, from.network)
    throw error
  }
}

/** A signed-in read, or a deed that begins with one: who asks is looked up by the action's own statement. */
async function answerAsked<M extends Module>(
  rails: Rails<M>,
  endpoint: Endpoint,
  { handler }: Road<M>,
  visit: Visit,
  asker: Asker,
): Promise<unknown> {
  const { request, from } = visit
  const meter = (visit.meter = new Meter(rails.general, rails.bearers, endpoint, asker))
  try {
    // Nothing of the input is judged before the caller is known to be someone.
    const input = await readInput(endpoint, request, () => findActor(platformOf(rails.db), asker))
    const deed = new Deed<M>(rails.db, rails.outbox)
    return await handler({ ...input, deed, db: rails.db, from, asker } as HandlerCall<M>)
  } catch (error) {
    if (isNoSession(error)) meter.giveBack()
    throw error
  } finally {
    meter.settle(callerOf(request).user_id)
  }
}

/** A deed, or a call that needs no session; under a key it is done once and then answered again. */
async function answerDeed<M extends Module>(
  rails: Rails<M>,
  endpoint: Endpoint,
  road: Road<M>,
  { request, from }: Visit,
  asker?: Asker,
): Promise<unknown> {
  const platform = platformOf(rails.db)
  const keyText = endpoint.method === 'POST' && endpoint.idempotency !== 'ignored' ? keyHeader(request) : null
  const whole = keyText === null ? undefined : road.whole
  const userId = asker && whole && rails.bearers.userOf(asker)
  if (userId) {
    const done = await answerAtOnce(rails, endpoint, whole, request, from, {
      asker,
      user_id: userId,
      keyText: keyText!,
    })
    if (done !== null) return done
  }
  const found = asker && (await findActor(platform, asker, endpoint.name, keyText ?? ''))
  const actor = found?.actor
  if (actor) rails.general.count(personal(actor.user_id), meters.callsPerMinute)

  const input = await readInput(endpoint, request)
  const key =
    keyText === null ? null : deedKey(rails.secrets, endpoint, request, keyText, input.body, actor?.user_id)
  const stored = key && (found ? found.stored : await findStored(platform, key))
  const unkeyed = () =>
    ({ ...input, deed: new Deed<M>(rails.db, rails.outbox), db: rails.db, from, actor }) as HandlerCall<M>
  if (stored && !(await isTheirs(road, unkeyed()))) return road.handler(unkeyed())
  const replay = key && replayOf(stored, key)
  if (replay) return replay.reply
  if (asker && actor && whole) rails.bearers.remember(asker, actor.user_id)

  const deed = new Deed<M>(rails.db, rails.outbox, key, asker)
  try {
    const call = { ...input, deed, db: rails.db, from, actor } as HandlerCall<M>
    const result = (userId ? null : await whole?.(call)) ?? (await road.handler(call))
    if (rails.checksReplies && key && deed.kept !== undefined && deed.kept !== result) {
      throw new Error(`${endpoint.name} must answer what its transaction returned`)
    }
    return result
  } catch (error) {
    if (!key) throw error
    return answerOfTwin(platform, deed, key, error, road, unkeyed())
  }
}

/**
 * A keyed deed done by the one statement that also finds the session alive. Null, and nothing is done, where
 * it is not, or something else is wrong: who asks must be known before they hear what.
 */
async function answerAtOnce<M extends Module>(
  rails: Rails<M>,
  endpoint: Endpoint,
  whole: AnyHandler<M>,
  request: FastifyRequest,
  from: Facts,
  { asker, user_id, keyText }: { asker: Asker; user_id: string; keyText: string },
): Promise<unknown> {
  const who = personal(user_id)
  let key: DeedKey | undefined
  try {
    rails.general.check(who, meters.callsPerMinute)
    const input = await readInput(endpoint, request)
    key = deedKey(rails.secrets, endpoint, request, keyText, input.body, user_id)
    const deed = new Deed<M>(rails.db, rails.outbox, key, asker)
    const result = await whole({ ...input, deed, db: rails.db, from, actor: { user_id } } as HandlerCall<M>)
    if (result !== null) {
      rails.general.add(who)
      noteCaller(user_id)
    }
    return result
  } catch (error) {
    if (error instanceof Refusal || waitedForTwin(error)) return null
    // It may be only the answer that was lost.
    const { stored } = await findActor(platformOf(rails.db), asker, endpoint.name, keyText)
    const again = key && replayOf(stored, key)
    if (again) return again.reply
    throw error
  }
}

/** Whether what is kept under a key is for this caller to have again. */
const isTheirs = async <M extends Module>({ isRepeatedBy }: Road<M>, call: HandlerCall<M>) =>
  isRepeatedBy === undefined || (await isRepeatedBy(call))

/** What a twin answered that has done the deed in the meantime, whatever went wrong here; else `error`. */
async function answerOfTwin<M extends Module>(
  platform: PlatformDb,
  deed: Deed<M>,
  key: DeedKey,
  error: unknown,
  road: Road<M>,
  unkeyed: HandlerCall<M>,
): Promise<unknown> {
  // Our own claim must go first, or it would look like a twin at work.
  await deed.release()
  const stored = await findStored(platform, key)
  if (stored && !(await isTheirs(road, unkeyed))) return road.handler(unkeyed)
  const again = replayOf(stored, key)
  if (again) return again.reply
  if (waitedForTwin(error)) refuse('request.in_progress', { retryAfter: 1 })
  throw error
}
