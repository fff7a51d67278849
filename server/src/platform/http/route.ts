import type { Endpoint, OtherwiseOf, ReplyOf } from '@byre/contract/endpoint'
import { meters } from '@byre/contract/limits'
import { Readable } from 'node:stream'
import { findActor, type Caller } from '../authentication/authenticate.ts'
import { platformOf, type Module } from '../database/db.ts'
import { IdempotentCommand } from '../idempotency/idempotency.ts'
import { withTrace, traceOf } from '../request-trace.ts'
import type {
  AnyHandler,
  CallerCall,
  Call,
  HandlerCall,
  RouteDependencies,
  ServedEndpoint,
  Serving,
  Visit,
} from './calls.ts'
import { answerCommand } from './command-answers.ts'
import { sendInTime } from './deadlines.ts'
import { readInput } from './input.ts'
import { admit } from './key-gate.ts'
import { Meter } from './meter.ts'
import type { RouteConfig } from '../matched-route.ts'
import type { Download, Otherwise, Reply } from '../reply.ts'
import { factsOf } from './request-facts.ts'
import { sender } from './sender.ts'
import { callerOfRequest, countUnknown, isNoSession, sessionFirst } from './session-first.ts'

/** What a handler answers: what is declared, alone or with what leaves beside it. */
export type Result<E extends Endpoint> = E['produces'] extends 'application/json'
  ? | (E['streams'] extends true ? Readable : never)
    | ReplyOf<E>
    | Reply<ReplyOf<E>>
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
  withCaller<E extends Endpoint>(endpoint: E, handler: (call: CallerCall<E, M>) => Promise<Result<E>>): void
}

/** Gives a module its `serve`: endpoint in, route out, with every rule that all calls share. */
export function serveWith<M extends Module>(dependencies: RouteDependencies<M>): Serve<M> {
  const add = (endpoint: Endpoint, served: ServedEndpoint<M>) => {
    const send = sender(endpoint, dependencies.checksReplies)
    const addAs = (method: Endpoint['method'] | 'HEAD', served: ServedEndpoint<M>) => {
      const serving = { dependencies, endpoint, served }
      dependencies.app.route({
        method,
        url: endpoint.path,
        constraints: { side: endpoint.host },
        config: { endpoint, checksReplies: dependencies.checksReplies } satisfies RouteConfig,
        ...sessionFirst(dependencies, endpoint),
        exposeHeadRoute: !endpoint.streams,
        handler: (request, reply) => {
          const visit: Visit = { request, from: factsOf(request), meter: undefined }
          const answered = withTrace(request, () => answer(serving, visit))
          return sendInTime(reply, answered, (result) => send(reply, result, visit.meter))
        },
      })
    }
    addAs(endpoint.method, served)
    // A stream that nobody reads would hold a place among the open ones.
    if (endpoint.streams) addAs('HEAD', { handler: headOfStream, findsCaller: true })
  }
  const serve = (endpoint: Endpoint, handler: unknown, also: Pick<ServedEndpoint<M>, 'isRepeatedBy'> = {}) =>
    add(endpoint, { handler: handler as AnyHandler<M>, findsCaller: endpoint.method === 'GET', ...also })
  const withCaller = (endpoint: Endpoint, handler: unknown) =>
    add(endpoint, { handler: handler as AnyHandler<M>, findsCaller: true })
  return Object.assign(serve, { withCaller }) as Serve<M>
}

async function headOfStream<M extends Module>({ db, caller }: HandlerCall<M>): Promise<Readable> {
  await findActor(platformOf(db), caller!)
  return Readable.from([])
}

async function answer<M extends Module>(serving: Serving<M>, visit: Visit): Promise<unknown> {
  const { dependencies, endpoint, served } = serving
  const { request, from } = visit
  if (endpoint.who === 'anyone') {
    dependencies.general.count(`address:${from.network}`, meters.callsPerMinuteOfAddress)
    return answerCommand(serving, visit)
  }
  try {
    const caller = callerOfRequest(request)
    await admit(dependencies, endpoint, request, caller)
    return served.findsCaller
      ? await answerWithCaller(serving, visit, caller)
      : await answerCommand(serving, visit, caller)
  } catch (error) {
    countUnknown(dependencies.general, error, from.network)
    throw error
  }
}

/** A signed-in read, or a command that begins with one: who asks is looked up by the action's own statement. */
async function answerWithCaller<M extends Module>(
  { dependencies, endpoint, served }: Serving<M>,
  visit: Visit,
  caller: Caller,
): Promise<unknown> {
  const { request, from } = visit
  const meter = (visit.meter = new Meter(dependencies.general, dependencies.bearers, endpoint, caller))
  try {
    // Nothing of the input is judged before the caller is known to be someone.
    const findCaller = () => findActor(platformOf(dependencies.db), caller)
    const input = await readInput(endpoint, request, caller.is_visit ? undefined : findCaller)
    const command = new IdempotentCommand<M>(dependencies.db, dependencies.outbox)
    return await served.handler({ ...input, command, db: dependencies.db, from, caller } as HandlerCall<M>)
  } catch (error) {
    if (isNoSession(error)) meter.giveBack()
    throw error
  } finally {
    meter.settle(traceOf(request).user_id)
  }
}
