import * as z from 'zod/mini'
import { bodies, type EventKind } from './event-bodies.ts'
import { day, eventId, moment, recordId, wholeNumber, word } from './fields.ts'

/** Of one call, and of one event. */
export const herdLimits = {
  eventsACall: 200,
  animalsAnEvent: 1000,
  linksACall: 1000,
  /** Those that ate of feed that a call begins, stops or takes back. */
  fedACall: 10_000,
} as const

/** What the device's clocks said, by which the server judges the time. */
const Clock = z.strictObject({
  device_at: moment,
  /** Learnt from the server's answers; without one the time is not believed. */
  offset_ms: z.optional(wholeNumber(-4_000_000_000_000, 4_000_000_000_000, 'An offset')),
  /** The wall clock moved against the one that only counts. */
  jumped: z.optional(z.literal('yes', 'Is yes or left out.')),
})

/** Who did it, where that is not whoever is signed in: a member of the site, or somebody by name. */
const By = z.strictObject({ person: z.optional(recordId), name: z.optional(word('A name')) })

const animalsOf: Partial<Record<EventKind, readonly [least: number, most: number]>> = {
  void: [0, 0],
  feed_started: [0, 0],
  feed_stopped: [0, 0],
  counted: [0, 0],
  same_animal: [2, 2],
  group_treated: [1, herdLimits.animalsAnEvent],
}

const envelope = {
  id: eventId,
  v: z.literal(1, 'There is no such version.'),
  /** When it was done; only its day is known; or nothing but that it was before its record arrived. */
  precision: z.enum(['instant', 'day', 'not_after'], 'Must be instant, day or not_after.'),
  at: z.optional(moment),
  day: z.optional(day),
  by: z.optional(By),
  session: z.optional(recordId),
  /** Of the device or browser, and the event's number there. */
  stream: recordId,
  seq: wholeNumber(1, Number.MAX_SAFE_INTEGER, 'A number'),
  clock: z.optional(Clock),
}

const isTimed = ({ precision, at, day: on }: { precision: string; at?: string; day?: string }) =>
  (precision === 'instant') === (at !== undefined) && (precision === 'day') === (on !== undefined)

const namingMany: ReadonlySet<EventKind> = new Set(['moved', 'lot_joined', 'milked'])

function ofKind<const K extends EventKind>(kind: K) {
  const [least, most] = animalsOf[kind] ?? [1, namingMany.has(kind) ? 1000 : 1]
  return z
    .strictObject({
      ...envelope,
      kind: z.literal(kind),
      animals: z.array(recordId).check(
        z.refine((list) => list.length >= least && list.length <= most, {
          error: least === most ? `Names ${least} animals.` : `Names ${least} to ${most} animals.`,
        }),
        z.refine((list) => new Set(list).size === list.length, 'Names an animal twice.'),
      ),
      body: bodies[kind],
    })
    .check(z.refine(isTimed, { error: 'Its time is not of that precision.', path: ['precision'] }))
}

export const HerdEvent = z.discriminatedUnion('kind', [
  ofKind('entered'),
  ofKind('tagged'),
  ofKind('tag_removed'),
  ofKind('described'),
  ofKind('moved'),
  ofKind('lot_joined'),
  ofKind('weighed'),
  ofKind('observed'),
  ofKind('treated'),
  ofKind('group_treated'),
  ofKind('feed_started'),
  ofKind('feed_stopped'),
  ofKind('counted'),
  ofKind('course_closed'),
  ofKind('dose_skipped'),
  ofKind('milked'),
  ofKind('calved'),
  ofKind('bred'),
  ofKind('preg_checked'),
  ofKind('weaned'),
  ofKind('died'),
  ofKind('left'),
  ofKind('noted'),
  ofKind('hold_set'),
  ofKind('hold_lifted'),
  ofKind('history_declared'),
  ofKind('same_animal'),
  ofKind('void'),
])
export type HerdEvent = z.infer<typeof HerdEvent>

export const Batch = z.strictObject({
  events: z.array(HerdEvent).check(
    z.minLength(1, 'No event was sent.'),
    z.maxLength(herdLimits.eventsACall, `${herdLimits.eventsACall} events at most.`),
    z.refine(
      (events) => events.reduce((sum, { animals }) => sum + animals.length, 0) <= herdLimits.linksACall,
      `${herdLimits.linksACall} animals at most.`,
    ),
    z.refine(
      (events) => new Set(events.map(({ id }) => id)).size === events.length,
      'The same event was sent twice.',
    ),
  ),
})
