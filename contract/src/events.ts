import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { time } from './fields.ts'
import { t } from './words.ts'

/**
 * What may have changed: a place of the reader's, an invitation they received (its id is the place's it
 * leads to), their own account, or, after a long silence, everything.
 */
export const eventKinds = ['site', 'clinic', 'billing_entity', 'invite', 'account', 'everything'] as const
export type EventKind = (typeof eventKinds)[number]

/**
 * A stream says something at least so often; where none passes, it is asked so often. After `livesMs` it ends and the
 * next one goes on from its cursor: a network may lose a reader without telling, whose place is free by then.
 */
export const liveLimits = {
  heartbeatMs: 15_000,
  pollMs: 10_000,
  livesMs: 5 * 60_000,
  /** Open at a time at one process: of a person, and of one of their sessions, which is a browser. */
  streamsPerUser: 6,
  streamsPerSession: 3,
}

/** Says what changed and never how: whoever hears it asks again, with their own rights. */
export const LiveEvent = z.object({
  kind: z.enum(eventKinds),
  id: z.string(),
  at: time,
})
export type LiveEvent = z.infer<typeof LiveEvent>

export const LiveEvents = z.object({
  events: z.array(LiveEvent),
  /** Where to go on from: as `since`, or as `after` of the next stream. */
  cursor: z.string(),
})
export type LiveEvents = z.infer<typeof LiveEvents>

const cursor = z.optional(
  z.string(t`Please send a cursor.`).check(z.regex(/^[A-Za-z0-9_-]{1,4000}$/, t`Please send a cursor.`)),
)

export const followEvents = endpoint({
  name: 'followEvents',
  service: 'customers',
  method: 'GET',
  path: '/api/v1/events',
  summary: 'What changes for the caller: as a stream of server-sent events, or once with `since`',
  who: 'signed in',
  query: z.object({
    /** Answers at once with what changed since this cursor. */
    since: cursor,
    /** Begins the stream with what changed since this cursor, instead of ten seconds back. */
    after: cursor,
  }),
  reply: LiveEvents,
  streams: true,
  // For nginx, which would else collect what is to leave at once.
  headers: { 'x-accel-buffering': 'no' },
})
