import * as z from 'zod/mini'
import { appCall } from '../app-calls.ts'
import { firstOnly, id, plain } from '../fields.ts'
import { whole } from '../lists.ts'
import { AnimalCard, CardTag } from './cards.ts'

/** Lists of animals come in pages that begin behind the last row of the one before. */
const pageOfAnimals = { default: 50, max: 200 } as const
const limit = z._default(
  whole(1, pageOfAnimals.max, `limit must be 1 to ${pageOfAnimals.max}.`),
  pageOfAnimals.default,
)
/** As a list's `next` gave it. */
const cursor = z.optional(
  z.string('Please begin anew.').check(z.regex(/^[A-Za-z0-9_-]{1,400}$/, firstOnly('Please begin anew.'))),
)
const next = z.nullable(z.string())

export const listAnimals = appCall({
  name: 'listAnimals',
  app: 'site',
  service: 'herd',
  method: 'GET',
  path: '/app/v1/animals',
  summary:
    'Animals by what they are called; with q, those that bear or bore a tag with this fragment, the nearest first',
  right: 'see',
  query: z.object({
    status: z._default(z.enum(['here', 'dead', 'gone'], 'status must be here, dead or gone.'), 'here'),
    pen: z.optional(id),
    lot: z.optional(id),
    held: z.optional(z.enum(['yes', 'no'], 'held must be yes or no.')),
    /** Whatever the other filters say; three characters are found anywhere in a tag, fewer at its ends. */
    q: z.optional(plain(40, 'q')),
    after: cursor,
    limit,
  }),
  reply: z.object({ animals: z.array(AnimalCard), next }),
})

const Identifier = z.object({ ...CardTag.shape, from_at: z.string(), to_at: z.nullable(z.string()) })

/** Why an animal is held: one row a commodity, market and reason. Without `clear_at` there is no end. */
const Withdrawal = z.object({
  event_id: z.string(),
  commodity: z.string(),
  market: z.string(),
  why: z.string(),
  clear_at: z.nullable(z.string()),
  provisional: z.boolean(),
  /** Of a treatment. */
  product_name: z.nullable(z.string()),
})

const TimelineEvent = z.object({
  n: z.number(),
  id: z.string(),
  kind: z.string(),
  /** When it was, as far as that is believed. */
  at: z.string(),
  precision: z.string(),
  received_at: z.string(),
  /** Who sent it, and who did it where that is somebody else. */
  person: z.string(),
  by: z.optional(z.object({ person: z.optional(z.string()), name: z.optional(z.string()) })),
  /** Why it was taken back, if it was. */
  voided: z.nullable(z.string()),
  body: z.record(z.string(), z.unknown()),
})

export const getAnimal = appCall({
  name: 'getAnimal',
  app: 'site',
  service: 'herd',
  method: 'GET',
  path: '/app/v1/animals/:id',
  summary:
    'An animal with all its tags, what holds it, what is odd about it, and its events, the latest first',
  right: 'see',
  params: z.object({ id }),
  query: z.object({ before: cursor, limit }),
  reply: z.object({
    animal: AnimalCard,
    identifiers: z.array(Identifier),
    withdrawals: z.array(Withdrawal),
    findings: z.array(z.object({ kind: z.string(), subject: z.string() })),
    events: z.array(TimelineEvent),
    next,
  }),
})

export const listHolds = appCall({
  name: 'listHolds',
  app: 'site',
  service: 'herd',
  method: 'GET',
  path: '/app/v1/holds',
  summary: 'Animals that are held at home, by when that ends; those without an end are last',
  right: 'see',
  query: z.object({
    /** Those that end up to then alone. */
    to: z.optional(
      z
        .string('to must be a time.')
        .check(z.regex(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, firstOnly('to must be a time in UTC.'))),
    ),
    after: cursor,
    limit,
  }),
  reply: z.object({
    holds: z.array(z.object({ animal: AnimalCard, because: z.array(Withdrawal) })),
    next,
    /** Until when today's endings go, by the site's clock. */
    today_ends_at: z.string(),
  }),
})
