import * as z from 'zod/mini'
import { id, plain, requiredText } from '../fields.ts'
import { moment } from './fields.ts'
import { markets } from './settings.ts'

/* Ship lists as they are written and shown. */

/** One load; a list of more is two lists. */
export const shipListAtMost = 500

export const shipListStates = ['draft', 'checked', 'locked', 'broken', 'departed'] as const
export type ShipListState = (typeof shipListStates)[number]

/** What keeps an animal here whatever holds it, and nobody overrides. */
export const obstacles = ['dead', 'gone', 'merged', 'void', 'shared tag', 'unread', 'market'] as const
export type Obstacle = (typeof obstacles)[number]

const transportLine = (label: string) => z.optional(plain(200, label))

/** What a carrier's papers ask for; as it was typed. */
const Transport = z.object({
  shipper: transportLine('Shipper'),
  load_place: transportLine('Loading place'),
  carrier: transportLine('Carrier'),
  driver: transportLine('Driver'),
  vehicle: transportLine('Vehicle'),
  description: transportLine('Description'),
  weight: transportLine('Weight'),
  last_fed: transportLine('Last fed'),
  last_watered: transportLine('Last watered'),
  last_rested: transportLine('Last rested'),
})
export type Transport = z.infer<typeof Transport>

/** Where a load goes, and when it is to leave. */
export const ShipListPlan = z.object({
  destination: requiredText(120, 'Destination'),
  market: z.enum(markets, 'Please choose where it is shipped to.'),
  load_at: moment,
  transport: z._default(Transport, {}),
})
export type ShipListPlan = z.infer<typeof ShipListPlan>

const tooMany = `${shipListAtMost} animals at most.`
export const animalIds = z
  .array(id)
  .check(z.minLength(1, 'No animal is named.'), z.maxLength(shipListAtMost, tooMany))

/** Whatever is said of it comes together: chosen animals, all of a pen or a lot, tags as they were read or pasted. */
export const Chosen = z.object({
  animals: z.optional(animalIds),
  pen: z.optional(id),
  lot: z.optional(id),
  tags: z.optional(z.array(plain(80, 'A tag')).check(z.maxLength(shipListAtMost, tooMany))),
})
export type Chosen = z.infer<typeof Chosen>

export const ShipListSummary = z.object({
  id: z.string(),
  state: z.enum(shipListStates),
  destination: z.string(),
  market: z.string(),
  load_at: z.string(),
  head: z.number(),
  /** Of these, the ones that the gate does not let pass now; of a list that has left, none. */
  may_not: z.number(),
  made_by: z.string(),
  created_at: z.string(),
  departed_at: z.nullable(z.string()),
  /** Treatments that became known after it had left. */
  late_truths: z.number(),
})
export type ShipListSummary = z.infer<typeof ShipListSummary>

/** Why an animal is held; without `clear_at` there is no end. */
const Reason = z.object({
  event_id: z.string(),
  market: z.string(),
  why: z.string(),
  clear_at: z.nullable(z.string()),
  provisional: z.boolean(),
  /** Of a treatment; else the kind of the event. */
  product_name: z.nullable(z.string()),
  kind: z.nullable(z.string()),
  /** What a person typed who set the hold. */
  said: z.nullable(z.string()),
})
export type ShipReason = z.infer<typeof Reason>

const Entry = z.object({
  animal_id: z.string(),
  main_tag: z.string(),
  tags: z.array(z.object({ kind: z.string(), typed: z.string() })),
  pen: z.nullable(z.string()),
  passes: z.boolean(),
  /** It is held, and let pass by somebody. */
  overridden: z.boolean(),
  because: z.array(Reason),
  obstacles: z.array(z.enum(obstacles)),
  /** It is worse than when the list was locked: what broke it. */
  changed: z.boolean(),
  override: z.nullable(z.object({ by: z.string(), reason: z.string(), at: z.string() })),
})
export type ShipEntry = z.infer<typeof Entry>

const LateTruth = z.object({
  animal_id: z.string(),
  main_tag: z.string(),
  event_id: z.string(),
  product_name: z.nullable(z.string()),
  market: z.string(),
  clear_at: z.nullable(z.string()),
  found_at: z.string(),
  /** What it rested on was taken back. */
  taken_back: z.boolean(),
})
export type LateTruth = z.infer<typeof LateTruth>

export const ShipList = z.object({
  ...ShipListSummary.shape,
  transport: Transport,
  locked_at: z.nullable(z.string()),
  locked_by: z.nullable(z.string()),
  /** The site's ledger when it was locked: the number of its last event and that event's hash. */
  locked_n: z.nullable(z.number()),
  locked_head: z.nullable(z.string()),
  broken_at: z.nullable(z.string()),
  departed_by: z.nullable(z.string()),
  entries: z.array(Entry),
  late: z.array(LateTruth),
})
export type ShipList = z.infer<typeof ShipList>
