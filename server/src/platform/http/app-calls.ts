import type { AppBodyOf, AppCall, AppParamsOf, AppQueryOf, AppReplyOf } from '@byre/contract/app-calls'
import type { VisitorRole } from '@byre/contract/site-rights'
import type { Readable } from 'node:stream'
import type { Visitor, VisitorKey } from '../authentication/visitors.ts'
import type { Db, Module } from '../database/db.ts'
import type { HostConfig } from '../hosts.ts'
import type { IdempotentCommand } from '../idempotency/idempotency.ts'
import type { Download } from '../reply.ts'
import type { RouteDependencies } from './calls.ts'
import type { Facts } from './request-facts.ts'

/* What a handler of an app's call is called with, and what it takes to serve one. */

interface AnyAppCall<C extends AppCall, M extends Module> {
  params: AppParamsOf<C>
  query: AppQueryOf<C>
  db: Db<M>
  from: Facts
}

/** A read is handed the key, to be joined into its statement (`withVisitor`). */
export type AppRead<C extends AppCall, M extends Module> = AnyAppCall<C, M> & { key: VisitorKey }

/** A command is handed whoever does it, and their body. */
export type AppCommand<C extends AppCall, M extends Module> = AnyAppCall<C, M> & {
  body: AppBodyOf<C>
  command: IdempotentCommand<M>
  visitor: Visitor
}

export type AppResult<C extends AppCall> = C['produces'] extends 'application/json'
  ? AppReplyOf<C> | (C['streams'] extends true ? Readable : never)
  : Readable | Download

export type AnyAppHandler<M extends Module> = (
  asked: AppRead<AppCall, M> & AppCommand<AppCall, M>,
) => Promise<unknown>

/** What the module that knows the hosts does for every call. */
export interface AppDoor {
  /** Of the cookie. */
  cookieName: string
  /** Whose roles there may. */
  rolesFor(call: AppCall): readonly VisitorRole[]
  /** Whether a place answers on this host now. */
  isAnswering(host: string): Promise<boolean>
  /** Writes down that a session is used. */
  touch(sessionId: string): Promise<void>
}

export interface AppDependencies<M extends Module> extends RouteDependencies<M> {
  config: HostConfig
  door: AppDoor
}

export interface ServingApp<M extends Module> extends AppDependencies<M> {
  call: AppCall
  handler: AnyAppHandler<M>
}
