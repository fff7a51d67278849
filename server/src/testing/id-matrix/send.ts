import type { Person, TestApp } from '../test-app.ts'
import type { RightCall } from './calls.ts'
import { neededFields } from './slots.ts'
import type { Thing } from './things.ts'

/** Things by the field that names them. */
export type Named = Readonly<Record<string, Thing>>

/** Makes a call with these things in its slots; a link's token stays the right one. */
export function send(
  testApp: TestApp,
  { endpoint, slots, fields }: RightCall,
  as: Person,
  { named, token }: { named: Named; token: string | undefined },
): Promise<Answer> {
  const parts: Record<'params' | 'query' | 'body', Record<string, string>> = {
    params: {},
    query: {},
    body: {},
  }
  let host: string | undefined
  const rest = endpoint.method === 'GET' ? parts.query : parts.body
  for (const [field, value] of Object.entries(fields))
    rest[field] = field === 'resumes_on' ? inThreeMonths(testApp) : value
  for (const { at, field } of slots) {
    const { id } = named[field]!
    const value = field === 'host' ? `${id}.localhost:4000` : id
    if (at === 'host') host = value
    else parts[at][field] = value
  }
  if (neededFields(endpoint, 'body').includes('token')) parts.body['token'] = token ?? ''
  return testApp.call(endpoint, { as, ...parts, ...(host === undefined ? {} : { host }) })
}

const inThreeMonths = (testApp: TestApp) =>
  new Date(testApp.clock.now().getTime() + 90 * 86_400_000).toISOString().slice(0, 10)

/** What an answer tells, without what names this one call and the id that was sent. */
export function tellingOf({ status, body, text }: Answer, sent: string): string {
  const { request_id: _, ...comparable } = body
  return `${status} ${(Object.keys(body).length > 0 ? JSON.stringify(comparable) : text).replaceAll(sent, 'ID')}`
}

/** Whether something was done, or anything shown: a list in which nothing is shows nothing. */
export function isGranted(method: string, { status, body, text }: Answer): boolean {
  if (status >= 400) return false
  if (method !== 'GET') return true
  const list = body['data'] as { total?: number; activity?: unknown[]; months?: unknown[] } | null | undefined
  if (list) return list.total !== 0 && list.activity?.length !== 0 && list.months?.length !== 0
  return Object.keys(body).length > 0 || text.trim().split('\n').length > 1
}

export interface Answer {
  status: number
  body: Record<string, unknown>
  text: string
}
