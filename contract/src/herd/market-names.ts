import type { MarketShippedTo } from './settings.ts'

/** What markets are called, on screen and on paper. */
const marketNames: Readonly<Record<MarketShippedTo, string>> = {
  CA: 'Canada',
  US: 'United States',
  EU: 'European Union',
  UK: 'United Kingdom',
  AU: 'Australia',
  NZ: 'New Zealand',
  MX: 'Mexico',
  JP: 'Japan',
  KR: 'South Korea',
}

const withArticle: ReadonlySet<string> = new Set(['US', 'EU', 'UK'])

/** Of one that nobody has named, its code. */
export const marketName = (market: string): string =>
  (marketNames as Readonly<Record<string, string>>)[market] ?? market

/** As a sentence has it: `the United States`. */
export const marketInSentence = (market: string): string =>
  withArticle.has(market) ? `the ${marketName(market)}` : marketName(market)
