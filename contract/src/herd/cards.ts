import * as z from 'zod/mini'

/* Animals as they are shown. */

export const CardTag = z.object({ kind: z.string(), value: z.string(), typed: z.string() })

const text = z.optional(z.string())

/** Of one market and commodity: held without an end, or until a time; neither where nothing ever held it. */
const CardHold = z.object({
  market: z.string(),
  commodity: z.string(),
  held: z.boolean(),
  clear_at: z.nullable(z.string()),
  provisional: z.boolean(),
})

export const CardWeight = z.object({
  at: z.string(),
  grams: z.number(),
  typed: z.string(),
  unit: z.string(),
  source: z.string(),
})

/** What an animal is now. */
export const AnimalCard = z.object({
  id: z.string(),
  /** The number of the last event that is of it. */
  as_of: z.number(),
  status: z.enum(['here', 'dead', 'gone', 'merged', 'void']),
  /** Merged: the animal that it is. */
  same_as: z.nullable(z.string()),
  main_tag: z.string(),
  pen_id: z.nullable(z.string()),
  lot_id: z.nullable(z.string()),
  pen_name: text,
  lot_name: text,
  species: text,
  sex: text,
  class: text,
  born: text,
  breed: text,
  colour: text,
  name: text,
  dam: text,
  sire: text,
  origin: text,
  entered_at: text,
  ended_at: text,
  pulled_at: text,
  weight: z.optional(CardWeight),
  tags: z.array(CardTag),
  holds: z.array(CardHold),
})
export type AnimalCard = z.infer<typeof AnimalCard>

/** Why an animal is held: one row a commodity, market and reason. Without `clear_at` there is no end. */
export const Withdrawal = z.object({
  event_id: z.string(),
  commodity: z.string(),
  market: z.string(),
  why: z.string(),
  clear_at: z.nullable(z.string()),
  provisional: z.boolean(),
  /** Of a treatment. */
  product_name: z.nullable(z.string()),
})
