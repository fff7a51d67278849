import * as z from 'zod/mini'
import { appCall } from '../app-calls.ts'
import { id, plain } from '../fields.ts'
import { AnimalCard, CardTag, CardWeight, Withdrawal } from './cards.ts'
import { cursor, limit, next } from './pages.ts'

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

const TimelineEvent = z.object({
  n: z.number(),
  id: z.string(),
  kind: z.string(),
  /** When it was, as far as that is believed. */
  at: z.string(),
  precision: z.enum(['instant', 'day', 'not_after']),
  /** Where nothing but the day is known. */
  day: z.optional(z.string()),
  received_at: z.string(),
  /** How many animals it is of. */
  head: z.number(),
  /** Who sent it, and who did it where that is somebody else; without a name: whoever it was has no account any more. */
  person: z.string(),
  person_name: z.nullable(z.string()),
  by: z.optional(z.object({ person: z.optional(z.string()), name: z.optional(z.string()) })),
  by_name: z.optional(z.string()),
  /** Why it was taken back, if it was. */
  voided: z.nullable(z.string()),
  /** Where it names them. */
  pen_name: z.optional(z.string()),
  lot_name: z.optional(z.string()),
  /** Of feed of its pen, which it ate from `at` on: until when; without it, still. */
  fed_to: z.optional(z.string()),
  body: z.record(z.string(), z.unknown()),
})
export type TimelineEvent = z.infer<typeof TimelineEvent>

/** Of an animal, the latest; older ones stand in its events. */
export const weightsAtMost = 200
const Weighing = z.object({ ...CardWeight.shape, event_id: z.string() })
export type Weighing = z.infer<typeof Weighing>

/** A course of which doses are still to come: they count as given until they are skipped, or the course is closed. */
export const Course = z.object({
  event_id: z.string(),
  product_name: z.string(),
  /** When, the next first. */
  due: z.array(z.string()),
  /** What the first dose said, which the next one says again. */
  body: z.record(z.string(), z.unknown()),
})
export type Course = z.infer<typeof Course>

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
    courses: z.array(Course),
    /** The earliest first. */
    weights: z.array(Weighing),
    events: z.array(TimelineEvent),
    next,
  }),
})
