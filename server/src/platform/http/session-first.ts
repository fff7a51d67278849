import type { Endpoint } from '@byre/contract/endpoint'
import { meters } from '@byre/contract/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOf, findActor, type Caller } from '../authentication/authenticate.ts'
import { withTrace } from '../request-trace.ts'
import { platformOf, type Module, type Db } from '../database/db.ts'
import { Refusal } from '../errors.ts'
import type { GeneralLimits } from '../limits/limits.ts'
import { admit } from './key-gate.ts'
import { personal } from './meter.ts'
import { networkOf } from '../network.ts'
import { refusalOf } from './envelopes.ts'

const unknownPerMinute = 600
/** What is found wrong with a request before its call is begun. */
export const unread = new Set(['request.malformed', 'request.too_large', 'request.unsupported_type'])

/** Where a request carries who calls. */
const caller = Symbol('caller')

/** Who calls, from the request's header, whose token is hashed once; refuses as `callerOf` does. */
export function callerOfRequest(request: FastifyRequest & { [caller]?: Caller }): Caller {
  return (request[caller] ??= callerOf(request.headers.authorization))
}

/**
 * For calls that need a session: who asks is known before anybody is told what is wrong with what was sent.
 * Without a token that could be one of ours nothing of the body is read; with one it is read as far as a body may
 * go, and only where it cannot be, the session is looked up by itself.
 */
export function sessionFirst<M extends Module>(
  {
    db,
    general,
    gate,
  }: { db: Db<M>; general: GeneralLimits; gate?: ((caller: Caller) => Promise<void>) | undefined },
  endpoint: Endpoint,
) {
  if (endpoint.who === 'anyone') return {}
  return {
    onRequest(request: FastifyRequest, _: FastifyReply, done: (error?: Error) => void) {
      try {
        callerOfRequest(request)
        done()
      } catch (error) {
        countUnknown(general, error, networkOf(request.ip))
        throw error
      }
    },
    async errorHandler(error: Error, request: FastifyRequest) {
      if (!unread.has(refusalOf(error)?.code ?? '')) throw error
      try {
        const caller = callerOfRequest(request)
        const { actor } = await withTrace(request, async () => {
          await admit({ db, general, gate }, endpoint, request, caller)
          return findActor(platformOf(db), caller)
        })
        // What cannot be read costs its sender a call, too.
        general.count(personal(actor.user_id), meters.callsPerMinute)
      } catch (refused) {
        countUnknown(general, refused, networkOf(request.ip))
        throw refused
      }
      throw error
    },
  }
}

export const isNoSession = (error: unknown) => error instanceof Refusal && error.code === 'session.required'

/** By where they come from, so that whoever invents tokens fills nobody's minute and no memory. */
export function countUnknown(general: GeneralLimits, error: unknown, network: string): void {
  if (isNoSession(error)) general.count(`unknown:${network}`, unknownPerMinute)
}
