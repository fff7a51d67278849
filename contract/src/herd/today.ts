import * as z from 'zod/mini'
import { appCall } from '../app-calls.ts'
import { FindingCount } from './findings.ts'
import { ShipListSummary } from './ship-list-parts.ts'

/**
 * So many pens have a bar of their own; so many days back treatments are counted; so many animals are named; so many loads
 * are, of those planned within so many days to either side.
 */
export const todayShows = { pens: 12, days: 14, animals: 8, loads: 6, loadDays: 7 } as const

const Today = z.object({
  /** Whether there ever was one here. */
  has_animals: z.boolean(),
  head: z.number(),
  /** Those with the most head; the rest together, and head that stands in no pen. */
  pens: z.array(z.object({ id: z.string(), name: z.string(), head: z.number(), held: z.number() })),
  other_pens: z.object({ pens: z.number(), head: z.number() }),
  unpenned: z.number(),
  holds: z.object({
    /** The one that the site usually ships to. */
    market: z.string(),
    held: z.number(),
    endless: z.number(),
    ends_today: z.number(),
    /** The next to end. */
    next_at: z.nullable(z.string()),
  }),
  findings: z.array(FindingCount),
  /** Animals treated on each day by the site's clock, the earliest first; the last is today. Alone: not with a group. */
  treated: z.array(z.object({ day: z.string(), head: z.number(), alone: z.number() })),
  /** Treated within these days, taken out of their pen for it, and in none since. */
  not_moved_back: z.object({
    head: z.number(),
    animals: z.array(z.object({ id: z.string(), main_tag: z.string(), pulled_at: z.string() })),
  }),
  /** Ship lists that have not left, the next first: named, and how many more there are within these days. */
  loads: z.object({
    lists: z.array(
      z.pick(ShipListSummary, {
        id: true,
        state: true,
        destination: true,
        market: true,
        load_at: true,
        head: true,
        may_not: true,
      }),
    ),
    more: z.number(),
  }),
  zone: z.string(),
  today_ends_at: z.string(),
})
export type Today = z.infer<typeof Today>

export const getToday = appCall({
  name: 'getToday',
  app: 'site',
  service: 'herd',
  method: 'GET',
  path: '/app/v1/today',
  summary:
    'What needs a person today: head by pen, holds that end, findings, loads, and who was treated lately',
  right: 'see',
  reply: Today,
})
