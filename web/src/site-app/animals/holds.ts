import type { AnimalCard } from '@byre/contract/herd/cards'

/* Whether an animal is held, out of its card. */

export type CardHold = AnimalCard['holds'][number]

export type HoldState = { is: 'held' } | { is: 'until'; at: string } | { is: 'clear' }

/** Of several holds the worst counts. */
export function worstOf(holds: readonly Pick<CardHold, 'held' | 'clear_at'>[], now: number): HoldState {
  if (holds.some(({ held }) => held)) return { is: 'held' }
  const ends = holds.flatMap(({ clear_at: at }) => (at !== null && Date.parse(at) > now ? [at] : []))
  const last = ends.toSorted().at(-1)
  return last === undefined ? { is: 'clear' } : { is: 'until', at: last }
}

/** At home, which stands first on a card; and for which other markets it is held although it is clear there. */
export function holdOf(
  { holds }: Pick<AnimalCard, 'holds'>,
  now: number,
): { home: HoldState; notFor: string[] } {
  const [first] = holds
  const of = (market: string) => holds.filter((hold) => hold.market === market)
  const home = first ? worstOf(of(first.market), now) : ({ is: 'clear' } as const)
  const markets = [...new Set(holds.map(({ market }) => market))]
  return {
    home,
    notFor: home.is === 'clear' ? markets.filter((one) => worstOf(of(one), now).is !== 'clear') : [],
  }
}

const commodities: Readonly<Record<string, string>> = { meat: 'Meat', milk: 'Milk', eggs: 'Eggs' }
export const commodityName = (commodity: string): string => commodities[commodity] ?? commodity

const reasons: Readonly<Record<string, string>> = {
  label: 'the withdrawal on its label',
  veterinarian: 'the veterinarian’s figure',
  least: 'this market’s own minimum',
  'open course': 'the course is still open',
  'still fed': 'still fed in its pen',
  'no figure': 'no withdrawal known',
  'extra-label': 'used off label, with no veterinarian’s figure',
  'banned use': 'a use that is not allowed',
  other: 'somebody’s word',
}
export const reasonName = (why: string): string => reasons[why] ?? why
