import type { Day, Instant } from './dates.ts'
import type { Commodity, Market } from './figures.ts'
import type { Measured, Stored, Timed } from './fold-events.ts'
import type { IdentifierKind } from './identifiers.ts'
import type { Because, Treatment } from './withdrawal.ts'

/* What a fold answers: text and whole numbers alone, so that it is the same bytes everywhere. */

/** What a place has settled, and its animals do not say. */
export interface FoldContext {
  zone: string
  home: Market
  /** Where its animals may go beside home. */
  markets: readonly Market[]
  species: string
  /** Of an animal of which nobody says it. */
  class?: string
  commodities: readonly Commodity[]
  /** How long an arrival is held of which the seller says nothing. */
  daysIfUnknown: number
  /** Its country wants an approved tag on each animal, and to be told of replaced tags and of those of dead animals. */
  tagDuties?: 'yes'
}

/** An event that no void has taken back, and when it was. */
export type Live = Stored & Timed

export interface CardTag {
  kind: IdentifierKind
  value: string
  typed: string
}

export interface WeightRow {
  event: string
  at: Instant
  grams: number
  typed: string
  unit: string
  source: string
}

/** Until when one commodity is held for one market; 0 where nothing ever held it. */
export interface CardHold {
  market: Market
  commodity: Commodity
  /** Without an end. */
  held?: 'yes'
  clear_at: Instant
  /** Rests on doses that are planned and not given. */
  provisional?: 'yes'
}

export interface Card {
  status: 'here' | 'dead' | 'gone'
  species: string
  sex?: string
  class?: string
  born?: Day
  breed?: string
  colour?: string
  name?: string
  dam?: string
  sire?: string
  origin?: string
  pen?: string
  lot?: string
  entered_at?: Instant
  ended_at?: Instant
  /** Taken out for what was observed last, and not moved since. */
  pulled_at?: Instant
  tags: CardTag[]
  weight?: WeightRow
  holds: CardHold[]
}

export interface IdentifierRow extends CardTag {
  event: string
  from: Instant
  to?: Instant
}

export interface StayRow {
  event: string
  pen: string
  from: Instant
  to?: Instant
}

export interface TreatmentRow {
  event: string
  at: Instant
  precision: 'instant' | 'day' | 'not_after'
  product?: string
  product_name: string
  use: Treatment['use']
  /** Doses of its course that are still to come. */
  planned: number
  open?: 'yes'
  /** It was in the feed of its pen, which it ate from `at` on; until when, where that is over. */
  fed?: 'yes'
  fed_to?: Instant
  course?: string
  route?: string
  reason?: string
  dose?: Measured
  batch?: string
  stock_lot?: string
}

export interface WithdrawalRow {
  /** The event that holds. */
  event: string
  commodity: Commodity
  market: Market
  why: Because['why']
  held?: 'yes'
  clear_at: Instant
  provisional?: 'yes'
}

export const findingKinds = [
  'test tag',
  'cannot be a transponder',
  'check digit',
  'Greece is EL',
  'clock cannot be trusted',
  'possible double entry',
  'recorded after its end',
  'extra-label without a figure',
  'banned use',
  'prohibited',
  'unread head',
  'no approved tag',
  'tag to retire',
  'tag to cross-reference',
] as const
export type FindingKind = (typeof findingKinds)[number]

export interface FindingRow {
  kind: FindingKind
  /** The event it is about. */
  event: string
}

export interface FoldedAnimal {
  /** How many of its events are not taken back. */
  events: number
  card: Card
  identifiers: IdentifierRow[]
  stays: StayRow[]
  weights: WeightRow[]
  treatments: TreatmentRow[]
  withdrawals: WithdrawalRow[]
  findings: FindingRow[]
}

export const order = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
export const nameOf = ({ kind, value }: { kind: string; value: string }) => `${kind} ${value}`
/** Undefined fields left out: what is not known is not written down. */
export function known<T extends object>(row: T): T {
  const kept: Partial<T> = {}
  for (const name in row) if (row[name] !== undefined) kept[name] = row[name]
  return kept as T
}
