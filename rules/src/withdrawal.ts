import { addDays, dayMs, endOfDay, hourMs, startOfDay, type Day, type Instant } from './dates.ts'
import {
  isEndless,
  lengthOf,
  type Commodity,
  type EndingFigure,
  type Figure,
  type Market,
} from './figures.ts'

/*
 * When what an animal gives may be sold again (docs/withdrawal.md). Whatever the order of the rows, the
 * answer is the same; one more live row never makes it earlier; what is not known holds.
 */

/** When something was done, as well as it is known. */
export type Given =
  | { precision: 'instant'; at: Instant }
  /** Counts as the end of that local day. */
  | { precision: 'day'; day: Day }
  /** A time that cannot be trusted: no later than the moment its record arrived, which counts. */
  | { precision: 'not_after'; at: Instant }

export interface DoseRow {
  given: Given
  /** A planned dose counts as given until it is recorded as skipped. */
  state: 'given' | 'planned' | 'skipped' | 'void'
}

export interface Treatment {
  id: string
  isVoid?: boolean
  doses: readonly DoseRow[]
  /** A course without a planned end, or feed that is still fed: held until it is closed. */
  isOpen?: boolean
  /** It was in the feed of its pen. */
  isFed?: boolean
  /** `banned`: a use that may not be extra-label at all and was. Such a use never clears by a figure. */
  use: 'label' | 'extra-label' | 'banned'
  /** The label's figures as they were copied onto the treatment; what is not named is unknown. */
  label: Readonly<Partial<Record<Market, Readonly<Partial<Record<Commodity, Figure>>>>>>
  /** A veterinarian's figures, with their basis; they count for the markets named, or for the home market. */
  vet?: { figures: Readonly<Partial<Record<Commodity, EndingFigure>>>; markets?: readonly Market[] }
  /** What a market asks for at least of a use outside the authorisation. */
  least?: Readonly<Partial<Record<Market, Readonly<Partial<Record<Commodity, EndingFigure>>>>>>
}

/** A hold that no treatment makes: the seller's word, a person's. `until` null has no end. */
export interface OtherHold {
  id: string
  commodities: readonly Commodity[]
  until: Instant | null
}

export interface Circumstances {
  zone: string
  home: Market
  /** Where it is to be sold, besides home. The strictest counts. */
  destination?: Market
  now: Instant
  commodities: readonly Commodity[]
  calvings?: readonly Instant[]
  milkings?: readonly Instant[]
  others?: readonly OtherHold[]
}

/** Why a row holds, or until when. */
export interface Because {
  id: string
  market: Market
  /** Null has no end; a row that makes no hold is not named. */
  clearAt: Instant | null
  why:
    | 'label'
    | 'veterinarian'
    | 'least'
    | 'open course'
    | 'still fed'
    | 'no figure'
    | 'extra-label'
    | 'banned use'
    | 'other'
  /** Rests on a dose that is planned and not given. */
  isProvisional: boolean
}

export interface Hold {
  commodity: Commodity
  state: 'clear' | 'until' | 'held'
  /** The first moment at which it may be sold; null where there is no end. -Infinity where nothing ever held it. */
  clearAt: Instant | null
  isProvisional: boolean
  /** Longest first; equal ones by their ids. */
  because: Because[]
}

/** Of an animal: one hold a commodity. */
export function holds(treatments: readonly Treatment[], where: Circumstances): Hold[] {
  return where.commodities.map((commodity) => {
    const because = [
      ...treatments.flatMap((treatment) => ofTreatment(treatment, commodity, where)),
      ...(where.others ?? [])
        .filter((one) => one.commodities.includes(commodity))
        .map((one) => ofOther(one, where)),
    ].toSorted(longestFirst)
    return holdOf(commodity, because, where.now)
  })
}

function holdOf(commodity: Commodity, because: Because[], now: Instant): Hold {
  const clearAt = because.length === 0 ? -Infinity : because[0]!.clearAt
  return {
    commodity,
    state: clearAt === null ? 'held' : clearAt > now ? 'until' : 'clear',
    clearAt,
    isProvisional: because.some((one) => one.isProvisional && one.clearAt === clearAt),
    because,
  }
}

/** The worst of several animals, commodity by commodity: what those of a pen carry that could not be read. */
export function worst(ofAnimals: readonly (readonly Hold[])[], now: Instant): Hold[] {
  const commodities = [...new Set(ofAnimals.flat().map(({ commodity }) => commodity))].toSorted()
  return commodities.map((commodity) => {
    const because = ofAnimals
      .flat()
      .filter((hold) => hold.commodity === commodity)
      .flatMap((hold) => hold.because)
    return holdOf(commodity, because.toSorted(longestFirst), now)
  })
}

const timeOf = (clearAt: Instant | null) => clearAt ?? Infinity

function longestFirst(one: Because, other: Because): number {
  const [at, otherAt] = [timeOf(one.clearAt), timeOf(other.clearAt)]
  if (at !== otherAt) return at > otherAt ? -1 : 1
  const [name, otherName] = [`${one.id} ${one.market} ${one.why}`, `${other.id} ${other.market} ${other.why}`]
  return name < otherName ? -1 : name > otherName ? 1 : 0
}

const ofOther = ({ id, until }: OtherHold, { home }: Circumstances): Because => ({
  id,
  market: home,
  clearAt: until,
  why: 'other',
  isProvisional: false,
})

function ofTreatment(treatment: Treatment, commodity: Commodity, where: Circumstances): Because[] {
  const doses = treatment.doses.filter(({ state }) => state === 'given' || state === 'planned')
  if (treatment.isVoid || (doses.length === 0 && !treatment.isOpen)) return []
  const markets = new Set([where.home, where.destination ?? where.home])
  return [...markets].flatMap((market) => {
    const row = (clearAt: Instant | null, why: Because['why'], isProvisional = false): Because[] => [
      { id: treatment.id, market, clearAt, why, isProvisional },
    ]
    if (treatment.use === 'banned') return row(null, 'banned use')
    const figures = figuresOf(treatment, commodity, market, where.home)
    if (figures === 'no figure' || figures === 'extra-label') return row(null, figures)
    if (treatment.isOpen && figures.some(({ figure }) => figure.kind !== 'zero'))
      return row(null, treatment.isFed ? 'still fed' : 'open course')
    return figures.flatMap(({ figure, why }) => {
      if (figure.kind === 'zero') return []
      const ends = doses.map((dose) => clearOf(dose.given, figure, where))
      const clearAt = ends.some((end) => end === null) ? null : Math.max(...(ends as Instant[]))
      const isProvisional = doses.some(({ state }, at) => state === 'planned' && ends[at] === clearAt)
      return row(clearAt, why, isProvisional)
    })
  })
}

type Counting = { figure: Figure; why: 'label' | 'veterinarian' | 'least' }[]

/** Which figures count: the longest of them does. Without one that ends it holds, and it is said why. */
function figuresOf(
  { use, label, vet, least }: Treatment,
  commodity: Commodity,
  market: Market,
  home: Market,
): Counting | 'no figure' | 'extra-label' {
  const printed = label[market]?.[commodity] ?? { kind: 'unknown' }
  const isOfVet = (vet?.markets ?? [home]).includes(market)
  const advised = isOfVet ? vet?.figures[commodity] : undefined
  if (use === 'extra-label' && !advised) return 'extra-label'
  if (isEndless(printed) && !advised) return 'no figure'
  const floor = use === 'extra-label' ? least?.[market]?.[commodity] : undefined
  return [
    ...(isEndless(printed) ? [] : [{ figure: printed, why: 'label' as const }]),
    ...(advised ? [{ figure: advised, why: 'veterinarian' as const }] : []),
    ...(floor ? [{ figure: floor, why: 'least' as const }] : []),
  ]
}

/** When one dose is over; null while what ends it has not happened. */
function clearOf(
  given: Given,
  figure: Figure,
  { zone, calvings = [], milkings = [] }: Circumstances,
): Instant | null {
  const at = latest(given, zone)
  if (figure.kind === 'milkings') {
    const discarded = milkings.filter((milking) => milking >= at).toSorted((one, other) => one - other)
    const last = discarded[figure.milkings - 1]
    // The last that is discarded is not kept, whatever comes after it is.
    return last === undefined ? null : last + 1
  }
  if (figure.kind === 'after_calving') {
    const calved = Math.min(...calvings.filter((calving) => calving >= at))
    return calved === Infinity ? null : Math.max(calved, at + figure.dryDays * dayMs) + figure.hours * hourMs
  }
  if (isEndless(figure)) return null
  const elapsed = at + lengthOf(figure)
  // Whole days of a dose of which only the day is known end with a day of the calendar, if that is later.
  return given.precision === 'day' && figure.kind === 'days'
    ? Math.max(elapsed, startOfDay(addDays(given.day, figure.days + 1), zone))
    : elapsed
}

const latest = (given: Given, zone: string): Instant =>
  given.precision === 'day' ? endOfDay(given.day, zone) : given.at

/**
 * The time of what a device recorded: its own clock and the offset learnt from the server's answers, unless the clock
 * jumped, no offset is known, or it lies after the receipt.
 */
export function timeOfRecord(record: {
  deviceAt: Instant
  offsetMs?: number
  hasJumped: boolean
  receivedAt: Instant
}): { given: Given; finding?: 'clock cannot be trusted' } {
  const { deviceAt, offsetMs, hasJumped, receivedAt } = record
  const at = deviceAt + (offsetMs ?? 0)
  if (offsetMs !== undefined && !hasJumped && at <= receivedAt) return { given: { precision: 'instant', at } }
  return { given: { precision: 'not_after', at: receivedAt }, finding: 'clock cannot be trusted' }
}

/** What a seller says on arrival: is a withdrawal still running? Null makes no hold. */
export function holdOnArrival(
  arrival: { id: string; day: Day; word: 'no' | 'yes' | 'unknown' | { until: Day } },
  { zone, daysIfUnknown }: { zone: string; daysIfUnknown: number },
): OtherHold | null {
  const { id, day, word } = arrival
  const hold = (until: Instant | null): OtherHold => ({ id, commodities: ['meat', 'milk', 'eggs'], until })
  if (word === 'no') return null
  if (word === 'yes') return hold(null)
  if (word !== 'unknown') return hold(endOfDay(word.until, zone))
  const given: Given = { precision: 'day', day }
  return hold(clearOf(given, { kind: 'days', days: daysIfUnknown }, { zone } as Circumstances))
}

/** From a moment on, which is the earliest that it may have been; `to` null is until now and on. */
export interface Lasting {
  from: Instant
  to: Given | null
}

/**
 * Of an animal in a pen that is fed: when it ate of it last, as well as that is known; `open` while both go on, null where it
 * never did. Whoever comes the moment that the feed stops may have eaten of it; whoever comes the day after did not.
 */
export function lastFed(stay: Lasting, feeding: Lasting, zone: string): Given | 'open' | null {
  const ends = [stay.to, feeding.to].filter((end) => end !== null)
  // Of two that end at once the one of which only the day is known lasts longer.
  const [end] = ends.toSorted(
    (one, other) =>
      latest(one, zone) - latest(other, zone) ||
      Number(other.precision === 'day') - Number(one.precision === 'day'),
  )
  if (!end) return 'open'
  const [from, to] = [Math.max(stay.from, feeding.from), latest(end, zone)]
  const isOver = end.precision === 'day' ? from >= to : from > to
  return isOver ? null : end
}

/** Why a veterinarian's figure cannot be signed: it never shortens what the label or a market asks for. */
export function refusalOfFigure(
  figure: EndingFigure,
  { label, least, basis }: { label?: Figure; least?: EndingFigure; basis: string },
): 'no basis' | 'shorter than the label' | 'shorter than the least' | undefined {
  if (basis.trim() === '') return 'no basis'
  if (label && !isEndless(label) && label.kind !== 'milkings' && label.kind !== 'after_calving')
    if (lengthOf(figure) < lengthOf(label)) return 'shorter than the label'
  return least && lengthOf(figure) < lengthOf(least) ? 'shorter than the least' : undefined
}
