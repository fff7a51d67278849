import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf, SentBody, Service } from '@byre/contract/endpoint'
import { limits } from '@byre/contract/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { askerOf, findActor, type Actor, type Asker, type StoredDeed } from './actor.ts'
import type { RequestFacts } from './audit.ts'
import type { Db, Module } from './db.ts'
import { platformOf } from './db.ts'
import { Deed, findStored, replayOf, waitedForTwin, type DeedKey } from './deed.ts'
import { refuse, Refusal } from './errors.ts'
import { readForm, type Fields } from './form-body.ts'
import type { GeneralLimits } from './limits.ts'
import { networkOf } from './network.ts'
import type { Outbox } from './outbox.ts'
import { success } from './replies.ts'
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

/** A reply, and where it is one versioned thing its version, which leaves as the ETag. */
export type Result<E extends Endpoint> = ReplyOf<E> | (ReplyOf<E> & { version: number })

export type Serve<M extends Module> = <E extends Endpoint>(
  endpoint: E,
  handler: (call: Call<E, M>) => Promise<Result<E>>,
) => void

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
  return (endpoint, handler) => {
    const schema = { response: { [endpoint.status]: replySchema(endpoint) } }
    rails.app.route({
      method: endpoint.method,
      url: endpoint.path,
      constraints: { side: endpoint.host },
      config: { endpoint },
      ...(rails.checksReplies ? {} : { schema }),
      handler: async (request, reply) => {
        const result = await answer(rails, endpoint, handler as AnyHandler<M>, request)
        return send(rails, endpoint, reply, result)
      },
    })
  }
}

type AnyHandler<M extends Module> = (
  call: Call<Endpoint, M> & { actor?: Actor; asker?: Asker },
) => Promise<unknown>

async function answer<M extends Module>(
  rails: Rails<M>,
  endpoint: Endpoint,
  handler: AnyHandler<M>,
  request: FastifyRequest,
): Promise<unknown> {
  const platform = platformOf(rails.db)
  const from = factsOf(request)
  const keyText = endpoint.method === 'POST' && endpoint.idempotency !== 'ignored' ? keyHeader(request) : null
  const isOpen = endpoint.who === 'anyone'
  const asker = isOpen ? undefined : askerOf(request.headers.authorization)
  // Nothing of the input is judged before the caller is known to be someone.
  const input =
    asker && endpoint.method === 'GET'
      ? await readInput(endpoint, request, () => findActor(platform, asker))
      : null

  let actor: Actor | undefined
  let stored: StoredDeed | null = null
  if (asker && endpoint.method !== 'GET') {
    ;({ actor, stored } = await findActor(platform, asker, endpoint.name, keyText ?? ''))
  }
  rails.general.count(
    actor
      ? `user:${actor.user_id}`
      : asker
        ? `token:${asker.token_hash.toString('base64')}`
        : `address:${from.network}`,
    asker ? perMinute.user : perMinute.address,
  )

  const read = input ?? (await readInput(endpoint, request))
  const key = keyText === null ? null : deedKey(rails.secrets, endpoint, request, keyText, actor, read.body)
  if (key && !actor) stored = await findStored(platform, key)
  const replay = key && replayOf(stored, key)
  if (replay) return replay.reply

  const deed = new Deed<M>(rails.db, rails.outbox, key)
  try {
    const result = await handler({ ...read, deed, db: rails.db, from, asker, actor } as Parameters<
      typeof handler
    >[0])
    if (rails.checksReplies && key && deed.kept !== undefined && deed.kept !== result) {
      throw new Error(`${endpoint.name} must answer what its transaction returned`)
    }
    return result
  } catch (error) {
    if (!key) throw error
    // Our own claim must go first, or it would look like a twin at work.
    await deed.release()
    // A twin may have done the deed in the meantime: then its answer is ours, whatever went wrong here.
    const again = replayOf(await findStored(platform, key), key)
    if (again && !(error instanceof Refusal && error.code === 'request.key_reused')) return again.reply
    if (waitedForTwin(error)) refuse('request.in_progress', { retryAfter: 1 })
    throw error
  }
}

function send<M extends Module>(rails: Rails<M>, endpoint: Endpoint, reply: FastifyReply, result: unknown) {
  let data = result ?? null
  if (data !== null && typeof data === 'object' && 'version' in data) {
    const { version, ...rest } = data as { version: number }
    reply.header('etag', `"${version}"`)
    data = rest
  }
  if (rails.checksReplies) {
    const stray = undeclared(endpoint, data)
    if (stray) throw new Error(`${endpoint.name} answered what its contract does not declare: ${stray}`)
  }
  return reply.code(endpoint.status).headers(endpoint.headers).send(success(endpoint.service, data))
}

/** Parses params, query and body by the contract. `before` runs ahead of a refusal. */
async function readInput(endpoint: Endpoint, request: FastifyRequest, before?: () => Promise<unknown>) {
  const params = z.safeParse(endpoint.params, request.params)
  if (!params.success) {
    await before?.()
    refuse('not_found')
  }
  const [, search = ''] = request.url.split('?', 2)
  const query = z.safeParse(endpoint.query, readForm(search))
  const body = z.safeParse(endpoint.body, (request.body ?? {}) as Fields)
  if (!query.success || !body.success) {
    await before?.()
    const issues = [...(query.error?.issues ?? []), ...(body.error?.issues ?? [])]
    const errors = issues.map((issue) => ({ field: String(issue.path[0] ?? ''), message: issue.message }))
    refuse('request.invalid', {
      errors: errors.filter((one, at) => errors.findIndex((o) => o.field === one.field) === at),
    })
  }
  return { params: params.data, query: query.data, body: body.data }
}

/** The facts of a request that audit lines, limits and sessions use. */
export function factsOf(request: FastifyRequest): Facts {
  const match = /^(?:W\/)?"(\d{1,15})"$/.exec(request.headers['if-match'] ?? '')
  return {
    request_id: request.id,
    network: networkOf(request.ip),
    host: request.host,
    user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
    if_match: match ? Number(match[1]) : null,
    authorization: request.headers.authorization,
  }
}

function keyHeader(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || key === '' || key.length > limits.idempotencyKeyLength) {
    refuse('request.malformed', { message: 'Idempotency-Key must have 1 to 255 characters.' })
  }
  return key
}

function deedKey(
  secrets: Secrets,
  endpoint: Endpoint,
  request: FastifyRequest,
  key: string,
  actor: Actor | undefined,
  body: unknown,
): DeedKey {
  const fields = Object.entries((request.body ?? {}) as Fields).filter(
    ([name]) => !endpoint.unhashed.includes(name),
  )
  const canonical = JSON.stringify(fields.sort(([a], [b]) => (a < b ? -1 : 1)))
  return {
    scope: actor ? actor.user_id : secrets.mac('key-scope', addressIn(body)).toString('hex'),
    route: endpoint.name,
    key,
    body_hash: secrets.mac('key-body', endpoint.method, request.host, request.url, canonical),
    status: endpoint.status,
  }
}

/** The address a call without a session is about; its keys are kept under a hash of it. */
function addressIn(body: unknown): string {
  const { email, username } = body as SentBody<Endpoint> & { email?: string; username?: string }
  return email ?? username ?? ''
}

/** The service a request belongs to, for the envelope of its refusals. */
export function serviceOf(request: FastifyRequest): Service {
  const { endpoint } = request.routeOptions.config as { endpoint?: Endpoint }
  return endpoint?.service ?? 'customers'
}
