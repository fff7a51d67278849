import * as z from 'zod/mini'
import { appCall } from '../app-calls.ts'

/**
 * What may have changed: animals, by what was recorded of them, with their holds and findings and the ship lists that they
 * are on; or whatever else there is at the site, and what its reader may do there.
 */
const kinds = ['animals', 'site'] as const

/** Says what changed and never how: whoever hears it asks again, with their own rights. */
const SiteNews = z.object({
  events: z.array(z.object({ kind: z.enum(kinds) })),
  /** Where to go on from: as `since`, or as `after` of the next stream. */
  cursor: z.string(),
})
export type SiteNews = z.infer<typeof SiteNews>

const cursor = z.optional(
  z.string('Please send a cursor.').check(z.regex(/^[A-Za-z0-9._-]{1,100}$/, 'Please send a cursor.')),
)

export const followSite = appCall({
  name: 'followSite',
  app: 'site',
  service: 'herd',
  method: 'GET',
  path: '/app/v1/live',
  summary: 'What changes at the site: as a stream of server-sent events, or once with `since`',
  right: 'see',
  query: z.object({
    /** Answers at once with what changed since this cursor. */
    since: cursor,
    /** Begins the stream with what changed since this cursor, instead of ten seconds back. */
    after: cursor,
  }),
  reply: SiteNews,
  streams: true,
  // For nginx, which would else collect what is to leave at once.
  headers: { 'x-accel-buffering': 'no' },
})
