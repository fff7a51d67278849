import { kindNames, subjectKinds } from '@byre/contract/subject-kinds'
import type { FastifyRequest } from 'fastify'
import { AsyncLocalStorage } from 'node:async_hooks'
import { matchedRoute } from './matched-route.ts'
import { inTraceOf } from './tracing.ts'

/*
 * Who a request under way is from and what it is about, as ids alone: for its log line, and for the trail where it
 * is refused. A read learns its caller from the rows of its one statement, deep in an action, so the request
 * travels beside the call instead of through it.
 */

export interface Caller {
  user_id: string | null
  /** The API key by which they ask. */
  key_id: string | null
  /** The visit of staff by which somebody is looked over the shoulder. */
  visit_id: string | null
  /** Whose host it was asked of. */
  tenant: Subject | null
  /** The code it was refused with. */
  refusal: string | null
  /** A session of a tenant's host whose use is to be written down. */
  due_session_id: string | null
}

export interface Subject {
  kind: string
  id: string
}

/** Where a request carries it: a weak map would be walked with each collection, and is asked several times a request. */
const trace = Symbol('trace')
const underWay = new AsyncLocalStorage<Caller>()

/** Does a request's work in such a way that `noteCaller` knows whose it is. */
export function withTrace<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  return inTraceOf(request, () => underWay.run(traceOf(request), work))
}

/** Says who asks, once that is known. */
export function noteCaller(userId: string): void {
  const caller = underWay.getStore()
  if (caller) caller.user_id = userId
}

/** Says whose API key it is that asks, and which. */
export function noteKey(key: { id: string; user_id: string }): void {
  const caller = underWay.getStore()
  if (!caller) return
  caller.user_id = key.user_id
  caller.key_id = key.id
}

/** Says that staff ask in this person's place, by a visit. */
export function noteStaffVisit(visit: { visit_id: string; user_id: string }): void {
  const caller = underWay.getStore()
  if (!caller) return
  caller.user_id = visit.user_id
  caller.visit_id = visit.visit_id
}

/** The API key by which this person asks, in the request under way. */
export function keyUnderWay(userId: string): string | null {
  const caller = underWay.getStore()
  return caller?.user_id === userId ? caller.key_id : null
}

/** Says who calls on a tenant's host, once that is known. */
export function noteVisit(visit: {
  visitor_id: string
  visited_id: string
  visited_kind: string
  due_session_id: string | null
}): void {
  const caller = underWay.getStore()
  if (!caller) return
  caller.user_id = visit.visitor_id
  caller.tenant = { kind: visit.visited_kind, id: visit.visited_id }
  caller.due_session_id = visit.due_session_id
}

/** What is known of a request's caller until now. */
export function traceOf(request: FastifyRequest & { [trace]?: Caller }): Caller {
  return (request[trace] ??= {
    user_id: null,
    key_id: null,
    visit_id: null,
    tenant: null,
    refusal: null,
    due_session_id: null,
  })
}

const uuidShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** An id in its one spelling; null for anything else, which may be a name or a secret. */
const idIn = (value: unknown) =>
  typeof value === 'string' && uuidShape.test(value) ? value.toLowerCase() : null

/**
 * What a request names, by its path, host and fields, the nearest first: the thing its path is about, the tenant
 * whose host it was asked of, and the places and payers in what was sent.
 */
export function subjectsOf(request: FastifyRequest): Subject[] {
  const { tenant } = traceOf(request)
  const subjects = [ofPath(request), tenant].filter((subject) => subject !== null)
  const sent = [request.query, request.body].filter(isSomething)
  for (const { kind, field } of namingFields)
    for (const fields of sent) {
      const id = idIn(fields[field])
      if (id) subjects.push({ kind, id })
    }
  return subjects
}

/** The fields in which calls name what they are about. */
const namingFields = subjectKinds.map((kind) => ({ kind, field: `${kind}_id` }))

const isSomething = (sent: unknown): sent is Record<string, unknown> =>
  typeof sent === 'object' && sent !== null

/** `/api/v1/sites/{id}/…` is about a site; other paths about what their first word says. */
function ofPath(request: FastifyRequest): Subject | null {
  const id = idIn((request.params as Record<string, unknown> | undefined)?.['id'])
  const { endpoint } = matchedRoute(request).config
  const kind = id && endpoint && kindOf(endpoint.path)
  return kind ? { kind, id } : null
}

/** By their paths, of which there are as many as the contract has. */
const kinds = new Map<string, string | undefined>()

function kindOf(path: string): string | undefined {
  if (kinds.has(path)) return kinds.get(path)
  const word = path.split('/')[3]
  const kind = subjectKinds.find((kind) => kindNames[kind].path === word) ?? word
  kinds.set(path, kind)
  return kind
}

const isTenant = ({ kind }: Subject) => (subjectKinds as readonly string[]).includes(kind)

/** Who asked and about what, for the log line of a request whose caller is known; ids and kinds alone. */
export function callerFacts(request: FastifyRequest): Record<string, string> {
  const { user_id, key_id, visit_id, tenant: host } = traceOf(request)
  const subjects = user_id === null ? [] : subjectsOf(request)
  const tenant = host ?? subjects.find(isTenant)
  const other = subjects.find((subject) => !isTenant(subject))
  const facts: Record<string, string> = {}
  if (user_id !== null && user_id !== key_id) facts['user_id'] = user_id
  if (key_id !== null) facts['key_id'] = key_id
  if (visit_id !== null) facts['visit_id'] = visit_id
  if (tenant) Object.assign(facts, { tenant_kind: tenant.kind, tenant_id: tenant.id })
  if (other) Object.assign(facts, { subject_kind: other.kind, subject_id: other.id })
  return facts
}

/** The ids that a job carries; what else it carries may be somebody's address. */
export function idsIn(carried: object): Record<string, string> {
  const ids: Record<string, string> = {}
  for (const [name, value] of Object.entries(carried)) {
    const id = name === 'id' || name.endsWith('_id') ? idIn(value) : null
    if (id) ids[name] = id
  }
  return ids
}
