import type { AppCall } from '@byre/contract/app-calls'
import { meters, requestLimits } from '@byre/contract/limits'
import type { FastifyRequest } from 'fastify'
import { findVisitor, NoVisitor, type Visitor, type VisitorKey } from '../authentication/visitors.ts'
import { platformOf, type Module } from '../database/db.ts'
import { Refusal, refuse } from '../errors.ts'
import { tenantName } from '../hosts.ts'
import { IdempotentCommand } from '../idempotency/idempotency.ts'
import { networkOf } from '../network.ts'
import { noteVisit, traceOf, withTrace } from '../request-trace.ts'
import { tokenHash } from '../secrets.ts'
import type { AnyAppHandler, AppDependencies, ServingApp } from './app-calls.ts'
import { readTokenCookie } from './cookies.ts'
import { sendInTime } from './deadlines.ts'
import { refusalOf } from './envelopes.ts'
import { bodyText } from './form-body.ts'
import { parseInput, readInput } from './input.ts'
import type { AppRouteConfig } from '../matched-route.ts'
import { Meter, personal } from './meter.ts'
import { readNested } from './nested-body.ts'
import { requireOwnPage } from './own-page.ts'
import { factsOf } from './request-facts.ts'
import { sender } from './sender.ts'
import { countUnknown, unread } from './session-first.ts'

const stoppedRetrySeconds = 3600

/**
 * Serves an app's call on its places' hosts: opened by the host's own cookie and by nothing else, for pages of that host
 * alone, with a body of nested JSON.
 */
export function serveAppCall<M extends Module>(
  dependencies: AppDependencies<M>,
  call: AppCall,
  handler: AnyAppHandler<M>,
): void {
  const { app, general, checksReplies, config } = dependencies
  const serving = { ...dependencies, call, handler }
  const send = sender(call, checksReplies)
  const isHttps = config.publicUrl.startsWith('https:')
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      async (request: FastifyRequest, body: Buffer) =>
        body.length === 0 ? {} : readNested(bodyText(request, body)),
    )
    scope.route({
      method: call.method,
      url: call.path,
      bodyLimit: requestLimits.appBody.bytes,
      constraints: { side: 'tenant' },
      config: { appCall: call, checksReplies } satisfies AppRouteConfig,
      async onRequest(request) {
        if (isHttps && request.protocol === 'http')
          refuse('request.cross_site', { message: 'Please use https.' })
        requireOwnPage(request)
        // Without a cookie that could be one of ours nothing of the body is read.
        keys.set(request, await keyOf(serving, request))
      },
      async errorHandler(error: Error, request) {
        if (!unread.has(refusalOf(error)?.code ?? '')) throw error
        // Who asks is known before anybody is told what is wrong with what was sent.
        const visitor = await withTrace(request, () => requireVisitor(serving, request))
        general.count(personal(visitor.user_id), meters.callsPerMinute)
        throw error
      },
      handler: (request, reply) => {
        const meter =
          call.method === 'GET' ? new Meter(general, serving.bearers, call, keys.get(request)!) : undefined
        const answered = withTrace(request, () => answer(serving, request, meter))
        return sendInTime(reply, answered, (result) => send(reply, result, meter))
      },
    })
  })
}

/** Of requests that have come in, until they are answered. */
const keys = new WeakMap<FastifyRequest, VisitorKey>()

/** Who asks and of which host, from the cookie and the Host header alone. */
async function keyOf<M extends Module>(
  { config, door, general, call }: ServingApp<M>,
  { headers, ip }: FastifyRequest,
): Promise<VisitorKey> {
  const token = readTokenCookie(headers.cookie, door.cookieName, config.publicUrl)
  const host_name = tenantName(headers.host, config)
  if (token !== null && host_name !== null)
    return { token_hash: tokenHash(token), host_name, place_kind: call.app, roles: door.rolesFor(call) }
  general.count(`address:${networkOf(ip)}`, meters.callsPerMinuteOfAddress)
  return refuse((await door.isAnswering(headers.host ?? '')) ? 'session.required' : 'request.misdirected')
}

async function answer<M extends Module>(
  serving: ServingApp<M>,
  request: FastifyRequest,
  meter: Meter | undefined,
): Promise<unknown> {
  try {
    const result = meter ? await answerRead(serving, request, meter) : await answerCommand(serving, request)
    await touch(serving, request)
    return result
  } catch (error) {
    if (error instanceof Refusal) await touch(serving, request)
    countUnknown(serving.general, error, networkOf(request.ip))
    throw error
  }
}

/** A read: who asks is looked up by its own statement. */
async function answerRead<M extends Module>(
  serving: ServingApp<M>,
  request: FastifyRequest,
  meter: Meter,
): Promise<unknown> {
  const { call, db, handler } = serving
  try {
    const input = await readInput(call, request, () => requireVisitor(serving, request))
    const key = keys.get(request)!
    return await handler({ ...input, db, from: factsOf(request), key } as Parameters<typeof handler>[0])
  } catch (error) {
    if (!(error instanceof NoVisitor)) throw error
    meter.giveBack()
    await requireVisitor(serving, request)
    return refuse('session.required')
  } finally {
    meter.settle(traceOf(request).user_id)
  }
}

async function answerCommand<M extends Module>(serving: ServingApp<M>, request: FastifyRequest) {
  const { call, db, outbox, general, handler } = serving
  const visitor = await requireVisitor(serving, request)
  general.count(personal(visitor.user_id), meters.callsPerMinute)
  const input = parseInput(call, request)
  const command = new IdempotentCommand<M>(db, outbox)
  const doing = { ...input, db, from: factsOf(request), command, visitor }
  return handler(doing as Parameters<typeof handler>[0])
}

/** Whoever the cookie belongs to, where they may do this here and now; else the refusal that says why not. */
async function requireVisitor<M extends Module>(
  serving: ServingApp<M>,
  request: FastifyRequest,
): Promise<Visitor> {
  const { call, db, door } = serving
  const key = keys.get(request) ?? (await keyOf(serving, request))
  const [visitor] = await findVisitor(platformOf(db), key)
  if (!visitor || visitor.is_former)
    refuse((await door.isAnswering(request.headers.host ?? '')) ? 'session.required' : 'request.misdirected')
  noteVisit({
    visitor_id: visitor.user_id,
    visited_id: visitor.place_id,
    visited_kind: visitor.place_kind,
    due_session_id: visitor.due_session_id,
  })
  if (visitor.role === null || visitor.place_kind !== call.app) refuse('not_found')
  if (visitor.standing === 'stopped') refuse('place.stopped', { retryAfter: stoppedRetrySeconds })
  if (!key.roles.includes(visitor.role)) refuse('role.insufficient')
  if (visitor.standing === 'read_only' && call.whenUnpaid === 'refused') refuse('place.read_only')
  return visitor
}

/** At most once an hour; that it could not be written down keeps nobody from their answer. */
async function touch<M extends Module>({ door }: ServingApp<M>, request: FastifyRequest): Promise<void> {
  const { due_session_id } = traceOf(request)
  if (due_session_id === null) return
  await door
    .touch(due_session_id)
    .catch((error: unknown) => request.log.warn({ err: error }, 'a session’s use could not be written down'))
}
