import type { Call } from './calls.ts'
import type { Answer } from './checks.ts'
import type { Changes } from './changes.ts'
import type { Random } from './random.ts'

export type Send = (
  call: Pick<Call, 'method' | 'path' | 'headers' | 'body'>,
  token: string | null,
) => Promise<Answer>

interface Exchange {
  call: Call
  answer: Answer
  token: string | null
}

/** `ignored_auth`: the same call without a session, or with one that is none, is answered 401. */
export async function ignoredAuth(send: Send, { call }: Exchange, random: Random): Promise<string[]> {
  if (call.operation.endpoint.who === 'anyone') return []
  const token = random.pick([null, 'x', 'bS4gK8mQ2vX6zC0nR5tW9yF3hJ7lP1dA8eG4iM6oU2s'])
  const { status } = await send(call, token)
  // A tenant's host that is nobody's is not judged further.
  return [401, 414, 421, 429, 431, 503].includes(status)
    ? []
    : [`ignored_auth: ${status} with the token ${token}`]
}

/** `unsupported_method`: a method that the path does not have is answered 405, with those that it has. */
export async function unsupportedMethod(send: Send, { call, token }: Exchange): Promise<string[]> {
  const { status, headers } = await send({ ...call, method: 'PATCH', body: undefined }, token)
  if ([400, 404, 414, 421, 429, 431, 503].includes(status)) return []
  return status === 405 && String(headers['allow']).includes(call.operation.endpoint.method)
    ? []
    : [`unsupported_method: PATCH is ${status}, Allow ${String(headers['allow'])}`]
}

/** `ensure_resource_availability`: what was created is there for whoever created it. */
export async function availability(
  send: Send,
  { call, answer, token }: Exchange,
  isReadable: (path: string) => boolean,
): Promise<string[]> {
  const { method, path } = call.operation.endpoint
  const id = (answer.body['data'] as { id?: unknown } | null | undefined)?.id
  if (method !== 'POST' || answer.status !== 201 || typeof id !== 'string' || path.includes(':')) return []
  if (!isReadable(`${path}/:id`)) return []
  const { status } = await send({ ...call, method: 'GET', path: `${path}/${id}`, body: undefined }, token)
  return [200, 429, 503].includes(status) ? [] : [`ensure_resource_availability: ${path}/${id} is ${status}`]
}

/** `use_after_free`: what was deleted is there no more. */
export async function goneAfterDelete(
  send: Send,
  { call, answer, token }: Exchange,
  isReadable: (path: string) => boolean,
): Promise<string[]> {
  const { method, path } = call.operation.endpoint
  if (method !== 'DELETE' || answer.status !== 200 || !/:\w+$/.test(path) || !isReadable(path)) return []
  const { status } = await send({ ...call, method: 'GET', body: undefined }, token)
  return [401, 404, 429, 503].includes(status) ? [] : [`use_after_free: still ${status}`]
}

/** A repetition under the same key gets the same answer, and another body under it none. */
export async function repetition(send: Send, { call, answer, token }: Exchange): Promise<string[]> {
  if (!call.headers['idempotency-key'] || answer.status >= 300) return []
  if (call.operation.endpoint.idempotency === 'ignored') return []
  const again = await send(call, token)
  if ([401, 429, 503].includes(again.status)) return []
  return again.status === answer.status && again.text === answer.text
    ? []
    : [`idempotency: ${answer.status} and then ${again.status} under one key`]
}

/** A refused call changes nothing; where a job moved something meanwhile, it is made again in quiet. */
export async function changedNothing(
  send: Send,
  { call, answer, token }: Exchange,
  changes: Changes,
  before: readonly string[],
): Promise<string[]> {
  if (answer.status < 400) return []
  // What somebody tried in vain with a password, a code or a card is told in the trail.
  const { endpoint } = call.operation
  const isTrial = endpoint.service === 'auth' || endpoint.path.startsWith('/api/v1/cards')
  const isNoted = (table: string) => isTrial && table === 'platform.audit'
  let changed = changes.since(before, await changes.now()).filter((name) => !isNoted(name))
  for (let tries = 0; tries < 3 && changed.length > 0; tries += 1) {
    const quiet = await changes.settled()
    if (quiet === null) return []
    const again = await send(call, token)
    if (again.status !== answer.status) return []
    changed = changes.since(quiet, await changes.now()).filter((name) => !isNoted(name))
  }
  return changed.length > 0 ? [`nothing_changed: refused, and wrote ${changed.join(', ')}`] : []
}
