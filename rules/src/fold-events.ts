import { endOfDay, type Day, type Instant } from './dates.ts'
import type { Commodity, EndingFigure, Figure, Market } from './figures.ts'
import type { IdentifierKind } from './identifiers.ts'
import { timeOfRecord, type Given } from './withdrawal.ts'

/* An event as it is folded: what was recorded, and what the server added when it arrived. */

interface TypedTag {
  kind: IdentifierKind
  value: string
}

/** Whole numbers of a base unit beside what was typed. */
export interface Measured {
  typed: string
  unit: string
  base: number
}

type OfCommodity<F> = F extends unknown ? F & { commodity: Commodity } : never

/** Who gives figures, and what they rest on. */
interface Veterinarian {
  name: string
  basis: string
  prescription?: string
  markets?: readonly Market[]
}

export type SellersWord = { word?: 'no' | 'yes' | 'unknown' | 'until'; until?: Day }

export interface TreatedBody {
  product?: string
  product_name: string
  reason?: string
  route?: string
  dose?: Measured
  weight?: Measured
  weight_source?: string
  sites?: readonly string[]
  stock_lot?: string
  batch?: string
  as_label?: 'yes'
  every_hours?: number
  days?: number
  planned?: readonly string[]
  open?: 'yes'
  course?: string
  vet?: Veterinarian
  vet_figures?: readonly OfCommodity<EndingFigure>[]
  unread?: number
}

/** Of a pen, not of animals: whoever stands there eats of it. */
type FedBody = Pick<
  TreatedBody,
  | 'product'
  | 'product_name'
  | 'reason'
  | 'route'
  | 'stock_lot'
  | 'batch'
  | 'as_label'
  | 'days'
  | 'vet'
  | 'vet_figures'
> & {
  pen: string
  /** How much of it, in words. */
  rate?: string
}

interface Bodies {
  entered: SellersWord & {
    origin: 'born' | 'bought' | 'already_here'
    species?: string
    sex?: string
    class?: string
    born?: Day
    breed?: string
    name?: string
    pen?: string
    lot?: string
    source?: string
    tags?: readonly TypedTag[]
  }
  tagged: { tag: TypedTag; reason?: string }
  tag_removed: { tag: TypedTag; reason?: string }
  described: { field: string; value: string }
  moved: { pen?: string; reason?: string }
  lot_joined: { lot?: string }
  weighed: { weight: Measured; source: string }
  observed: {
    signs: readonly string[]
    severity?: number
    temperature?: Measured
    pulled?: 'yes'
    text?: string
  }
  treated: TreatedBody
  group_treated: TreatedBody
  course_closed: { course: string; reason?: string }
  /** A planned dose, by its moment, that is not given. */
  dose_skipped: { course: string; due: string; reason?: string }
  milked: { text?: string }
  feed_started: FedBody
  feed_stopped: { feed: string; reason?: string }
  /** Of a pen: how many somebody counted there. */
  counted: { pen: string; head: number; text?: string }
  calved: { calves: number; ease?: number; text?: string }
  bred: { method: string; sire_name?: string; text?: string }
  preg_checked: { result: string; method?: string; days?: number; text?: string }
  weaned: { text?: string }
  died: { cause?: string }
  left: { reason: string; to?: string }
  noted: { text: string; settles?: { finding: string; event: string } }
  hold_set: { commodities: readonly Commodity[]; until?: Day; reason: string }
  hold_lifted: { hold: string; reason: string }
  history_declared: Required<Pick<SellersWord, 'word'>> & SellersWord & { source: string }
  same_animal: { reason?: string }
  void: { event: string; reason: string }
}

/** What a label said of one use when the treatment arrived; later changes of the label touch it no more. */
export interface CopiedUse {
  country: Market
  species: string
  classes?: readonly string[]
  route: string
  dose?: CopiedDose
  every_hours?: number
  days?: number
  reasons?: readonly string[]
  /** A use that may not be extra-label at all. */
  banned_otherwise?: 'yes'
  figures: readonly OfCommodity<Figure>[]
  source: string
  read_on: Day
}

/** As the label prints it: `2.5` to `5` mg/kg of `100` mg/mL, or `6` mL per `100` lb. */
export type CopiedDose =
  | { kind: 'by strength'; least: string; most: string; strength: string }
  | { kind: 'by volume'; volume: string; per: string; unit: 'lb' | 'kg' }

export interface Copied {
  version: string
  uses: readonly CopiedUse[]
}

interface Recorded<K extends keyof Bodies> {
  id: string
  kind: K
  v: number
  precision: 'instant' | 'day' | 'not_after'
  at?: string
  day?: Day
  animals: readonly string[]
  body: Bodies[K]
  by?: { person?: string; name?: string }
  session?: string
  stream: string
  seq: number
  clock?: { device_at: string; offset_ms?: number; jumped?: 'yes' }
}
export type HerdEvent = { [K in keyof Bodies]: Recorded<K> }[keyof Bodies]

/** An event as the ledger holds it. */
export interface Stored<E extends HerdEvent = HerdEvent> {
  event: E
  n: number
  person: string
  received_at: string
  copied?: Copied
}

export type Of<K extends keyof Bodies> = Stored<Extract<HerdEvent, { kind: K }>>

export interface Timed {
  given: Given
  /** What it is ordered by, and counts from. */
  at: Instant
  isDistrusted: boolean
}

/**
 * When something was done, as well as it is known: by the device's clock and its offset, unless that cannot be trusted. A day
 * that had not begun when the record arrived is no better than a clock that runs ahead.
 */
export function timeOf({ event, received_at }: Stored, zone: string): Timed {
  const receivedAt = Date.parse(received_at)
  if (event.precision === 'not_after') return timed({ precision: 'not_after', at: receivedAt }, zone)
  if (event.precision === 'day') {
    const day = event.day!
    // A day's end is not over while the day is: only one that begins later cannot be.
    const isAhead = endOfDay(day, zone) - receivedAt > 2 * 86_400_000
    return isAhead
      ? timed({ precision: 'not_after', at: receivedAt }, zone, true)
      : timed({ precision: 'day', day }, zone)
  }
  const { given, finding } = timeOfRecord({
    deviceAt: Date.parse(event.at!),
    offsetMs: event.clock?.offset_ms,
    hasJumped: event.clock?.jumped === 'yes',
    receivedAt,
  })
  return timed(given, zone, finding !== undefined)
}

const timed = (given: Given, zone: string, isDistrusted = false): Timed => ({
  given,
  at: given.precision === 'day' ? endOfDay(given.day, zone) : given.at,
  isDistrusted,
})
