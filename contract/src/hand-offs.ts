import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/**
 * The portal's half of a launch (decisions.md section 2): the tenant's host sends the browser to
 * `/launch?host=…&state=…`, the signed-in page posts both here and goes on to `url` there.
 */
export const createHandOff = endpoint({
  name: 'createHandOff',
  service: 'customers',
  method: 'POST',
  path: '/api/v1/hand-offs',
  summary: 'A single-use code with which a tenant’s host signs this user in',
  who: 'signed in',
  body: z.object({
    host: z.string('not found').check(z.maxLength(300)),
    state: z
      .string('not found')
      .check(z.regex(/^[A-Za-z0-9_-]{22,86}$/, 'The launch has expired. Please start it again.')),
  }),
  reply: z.object({ url: z.string() }),
  status: 201,
  refusals: ['not_found'],
  idempotency: 'ignored',
})
