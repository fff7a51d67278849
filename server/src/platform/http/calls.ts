import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '@byre/contract/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor, Caller } from '../authentication/authenticate.ts'
import type { Db, Module } from '../database/db.ts'
import type { IdempotentCommand } from '../idempotency/idempotency.ts'
import type { Outbox } from '../jobs/outbox.ts'
import type { GeneralLimits } from '../limits/limits.ts'
import type { Secrets } from '../secrets.ts'
import type { Bearers, Meter } from './meter.ts'
import type { Facts } from './request-facts.ts'

/* What a handler is called with, and what it takes to serve an endpoint. */

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
export type CallerCall<E extends Endpoint, M extends Module> = Served<E, M> & { caller: Caller }

export interface RouteDependencies<M extends Module> {
  app: FastifyInstance
  db: Db<M>
  outbox: Outbox
  secrets: Secrets
  general: GeneralLimits
  bearers: Bearers
  /** Refuses who may make none of a module's calls, before anything that was sent is judged. */
  gate?: (caller: Caller) => Promise<void>
  /** True outside production: replies are checked against the contract, field by field, and refusals by code. */
  checksReplies: boolean
}

export type HandlerCall<M extends Module> = Call<Endpoint, M> & { actor?: Actor; caller?: Caller }
export type AnyHandler<M extends Module> = (call: HandlerCall<M>) => Promise<unknown>

/** How one endpoint is served. */
export interface ServedEndpoint<M extends Module> {
  handler: AnyHandler<M>
  findsCaller: boolean
  isRepeatedBy?: (call: HandlerCall<M>) => Promise<boolean>
}

/** An endpoint with all it takes to serve it. */
export interface Serving<M extends Module> {
  readonly dependencies: RouteDependencies<M>
  readonly endpoint: Endpoint
  readonly served: ServedEndpoint<M>
}

/** One call of it. */
export interface Visit {
  request: FastifyRequest
  from: Facts
  /** Of a signed-in read: what it costs whom. */
  meter: Meter | undefined
}
