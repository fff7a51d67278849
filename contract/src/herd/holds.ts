import type { Because } from '@byre/rules/withdrawal'
import * as z from 'zod/mini'
import { appCall } from '../app-calls.ts'
import { firstOnly, id } from '../fields.ts'
import { AnimalCard, Withdrawal } from './cards.ts'
import { commodity, isTime, market } from './fields.ts'
import { cursor, limit, next } from './pages.ts'

/* The board of holds: who is held, why, and until when. */

/** Why something holds, by the words of the rules. */
export const holdReasons = [
  'label',
  'veterinarian',
  'least',
  'open course',
  'still fed',
  'no figure',
  'extra-label',
  'banned use',
  'other',
] as const satisfies readonly Because['why'][]
export type HoldReason = (typeof holdReasons)[number]

const time = (name: string) =>
  z.optional(
    z
      .string(`${name} must be a time.`)
      .check(
        z.regex(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, firstOnly(`${name} must be a time in UTC.`)),
        z.refine(isTime, 'There is no such time.'),
      ),
  )

/** What a board is of: everything at home, unless a commodity or a market is chosen. The strictest of home and market counts. */
const choice = {
  commodity: z.optional(commodity),
  market: z.optional(market),
  pen: z.optional(id),
  why: z.optional(z.enum(holdReasons, 'There is no such reason.')),
}

/** What a board is of, and what else it can be of. */
const Shown = z.object({
  zone: z.string(),
  home: z.string(),
  market: z.string(),
  markets: z.array(z.string()),
  /** Null: of everything. */
  commodity: z.nullable(z.string()),
  commodities: z.array(z.string()),
})

const Reason = z.object({
  ...Withdrawal.shape,
  event_kind: z.string(),
  /** What a person typed who set the hold. */
  said: z.nullable(z.string()),
})

const Hold = z.object({
  animal: AnimalCard,
  /** When the last of it ends; null is without an end. */
  clear_at: z.nullable(z.string()),
  because: z.array(Reason),
})
export type Hold = z.infer<typeof Hold>

export const listHolds = appCall({
  name: 'listHolds',
  app: 'site',
  service: 'herd',
  method: 'GET',
  path: '/app/v1/holds',
  summary:
    'Animals that are held, at home or for one market, by when that ends; those without an end are last',
  right: 'see',
  query: z.object({
    ...choice,
    /** Those that end from then on, and up to then. */
    from: time('from'),
    to: time('to'),
    /** Those without an end alone. */
    endless: z.optional(z.literal('yes', 'Is yes or left out.')),
    after: cursor,
    limit,
  }),
  reply: z.object({
    holds: z.array(Hold),
    next,
    /** The first moment of tomorrow by the site's clock: what ends before ends today. */
    today_ends_at: z.string(),
    shown: Shown,
  }),
})

/** So many days a calendar of clear dates goes on, with today. */
export const calendarDays = 42

export const listHoldDays = appCall({
  name: 'listHoldDays',
  app: 'site',
  service: 'herd',
  method: 'GET',
  path: '/app/v1/holds/days',
  summary: 'How many held animals are clear on each of the next days, later, and never until somebody acts',
  right: 'see',
  query: z.object(choice),
  reply: z.object({
    /** By the site's clock, from today on. */
    days: z.array(z.object({ day: z.string(), starts_at: z.string(), head: z.number() })),
    later: z.object({ starts_at: z.string(), head: z.number() }),
    endless: z.number(),
  }),
})
