import { usualMarketOf } from '@byre/contract/herd/settings'
import type { FoldContext } from '@byre/rules/fold-animal'
import { addDays, startOfDay, type Day } from '@byre/rules/dates'
import { endless } from '../events/projections.policy.ts'

/* What a board can be of, and the days of its calendar. */

/** Before the first event of a site nothing is folded, and nothing held. */
export function readFolding(context: string | null): FoldContext | null {
  return context === null ? null : (JSON.parse(context) as FoldContext)
}

interface Wanted {
  commodity?: string | undefined
  market?: string | undefined
}

/** Where nothing was folded for it, an empty board would say that nobody is held. */
export function unknownIn(
  folding: FoldContext | null,
  { commodity, market }: Wanted,
): { field: 'market' | 'commodity'; message: string } | null {
  if (!folding) return null
  const { home, markets, commodities } = folding
  if (market !== undefined && ![home, ...markets].includes(market))
    return { field: 'market', message: 'The site does not ship there.' }
  if (commodity !== undefined && !(commodities as readonly string[]).includes(commodity))
    return { field: 'commodity', message: 'The site does not give that.' }
  return null
}

/** The market that a site usually ships to; home while what was folded knows no other. */
export function usualMarket(folding: FoldContext | null, shipsTo: readonly string[] | null): string | null {
  if (!folding) return null
  const usual = usualMarketOf(folding.home, shipsTo ?? [])
  return folding.markets.includes(usual) ? usual : folding.home
}

export interface Days {
  days: Day[]
  /** Of each day its first moment, and then that of the day behind them. */
  starts: string[]
}

/** So many days from one on, by a zone's clock. */
export function daysFrom(first: Day, count: number, zone: string): Days {
  const days = Array.from({ length: count + 1 }, (_, at) => addDays(first, at))
  return {
    days: days.slice(0, count),
    starts: days.map((day) => new Date(startOfDay(day, zone)).toISOString()),
  }
}

/** A bound behind all that ends, so that what has no end is counted by itself. */
export const withEndless = (starts: readonly string[]) => [...starts, endless]
