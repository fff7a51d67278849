import * as z from 'zod/mini'
import { appCall } from '../app-calls.ts'
import { id } from '../fields.ts'
import { wholeNumber } from './fields.ts'

/** What a lot can be meant to gain, in grams a day. */
export const targetGain = { least: 10, most: 5000 } as const

/** So many of a lot's weighing days are told, the latest; and so many of its medicines, those of most head. */
export const lotShows = { weighings: 120, medicines: 20 } as const

/** A day by the site's clock on which animals of the lot were weighed: how many, and grams on average. */
const LotWeighing = z.object({ day: z.string(), head: z.number(), grams: z.number() })
export type LotWeighing = z.infer<typeof LotWeighing>

const Lot = z.object({
  id: z.string(),
  name: z.string(),
  /** Of those that are of the lot now, or were when they ended. */
  head: z.object({ here: z.number(), held: z.number(), dead: z.number(), left: z.number() }),
  /** When the first of them came; null where that is known of none. */
  began_at: z.nullable(z.string()),
  /** Of those here, on average. */
  days_on_feed: z.nullable(z.number()),
  /** The earliest day first. */
  weighings: z.array(LotWeighing),
  /** Grams a day, on average of those that were weighed a day or more apart and have not died; null without any. */
  gain: z.nullable(z.object({ head: z.number(), grams_a_day: z.number() })),
  /** Grams a day that it is meant to gain; null: nobody has said. */
  target_grams: z.nullable(z.number()),
  medicines: z.array(
    z.object({ product_name: z.string(), head: z.number(), treatments: z.number(), last_at: z.string() }),
  ),
  /** Head that was treated by itself, and not with a group. */
  treated_alone: z.number(),
})
export type Lot = z.infer<typeof Lot>

export const getLot = appCall({
  name: 'getLot',
  app: 'site',
  service: 'herd',
  method: 'GET',
  path: '/app/v1/lots/:id',
  summary: 'A lot: its head, how its weight went, and what it was given',
  right: 'see',
  params: z.object({ id }),
  reply: Lot,
})

export const setLotTarget = appCall({
  name: 'setLotTarget',
  app: 'site',
  service: 'herd',
  method: 'POST',
  path: '/app/v1/lots/:id/target',
  summary: 'Say what a lot is meant to gain, or that it is meant to gain nothing in particular',
  right: 'changeSettings',
  params: z.object({ id }),
  body: z.object({
    /** Left out: there is no target. */
    grams_a_day: z.optional(wholeNumber(targetGain.least, targetGain.most, 'The target gain')),
  }),
  reply: z.object({ target_grams: z.nullable(z.number()) }),
})
