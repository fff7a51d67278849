import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { errors } from '../errors.ts'

const notThere = { error: errors.not_found[1], abort: true }
const expired = { error: errors['launch.expired'][1], abort: true }

/** Where the place is opened, once. @public */
export const LaunchLink = z.object({ url: z.string() })

/**
 * The portal's half of a launch (specification 5.5): the tenant's host sends the browser to
 * `/launch?host=…&state=…`, the signed-in page posts both here and goes on to `url` there.
 */
export const createHandOff = endpoint({
  name: 'createHandOff',
  service: 'customers',
  method: 'POST',
  path: '/api/v1/hand-offs',
  summary: 'A single-use code with which a tenant’s host signs this user in',
  who: { right: 'launch', of: 'place' },
  body: z.object({
    /** As the tenant’s host gave it, with its port. */
    host: z.string(notThere).check(z.maxLength(300, notThere)),
    /** The random text the tenant’s host also keeps in a cookie there. */
    state: z.string(expired).check(z.regex(/^[A-Za-z0-9_-]{43}$/, expired)),
  }),
  reply: LaunchLink,
  status: 201,
  refusals: ['not_found'],
  idempotency: 'ignored',
})
