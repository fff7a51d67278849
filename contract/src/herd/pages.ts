import * as z from 'zod/mini'
import { firstOnly } from '../fields.ts'
import { whole } from '../lists.ts'

/* The site app's lists come in pages that begin behind the last row of the one before. */

const most = 200

export const limit = z._default(whole(1, most, `limit must be 1 to ${most}.`), 50)
/** As a list's `next` gave it. */
export const cursor = z.optional(
  z.string('Please begin anew.').check(z.regex(/^[A-Za-z0-9_-]{1,400}$/, firstOnly('Please begin anew.'))),
)
export const next = z.nullable(z.string())
