import { endOfDay, hourMs, startOfDay, type Instant } from './dates.ts'
import { known, type FoldContext, type Live, type TreatmentRow } from './fold-animal.ts'
import { timeOf, type Of, type Stored, type Timed } from './fold-events.ts'
import type { FoldedTreatment } from './fold-holds.ts'
import { kindAt, spansOf, type Span } from './fold-life.ts'
import { judged } from './fold-uses.ts'
import { lastFed, type Given, type Lasting } from './withdrawal.ts'

/*
 * Medicated feed. It is given to a pen: whoever stands there eats of it from then on, whoever comes later from when they come,
 * and each until it leaves the pen or the feed stops, whichever is first (decision 0125).
 */

/** A record that says no more than that it is of now may have been an hour on its way. */
const onItsWayMs = hourMs

/** The earliest moment at which something may have been done; of a clock that cannot be trusted there is none. */
function earliest({ given, isDistrusted }: Timed, zone: string): Instant {
  if (isDistrusted) return -Infinity
  if (given.precision === 'day') return startOfDay(given.day, zone)
  return given.precision === 'instant' ? given.at : given.at - onItsWayMs
}

/** One feeding of a pen, out of the events that are of it. */
export interface Feeding extends Lasting {
  /** The event that began it. */
  start: Live & Of<'feed_started'>
  pen: string
  /** It was taken back: nobody ate of it. */
  isVoid: boolean
  /** The event that ended it. */
  stop: string | null
  /** The number of the last event that is of it, taken back or not. */
  n: number
}

/**
 * Feedings out of events of pens, in the order in which they began. Of several stops the latest counts; one that lies before the
 * beginning ends nothing.
 */
export function feedingsOf(stored: readonly Stored[], { zone }: Pick<FoldContext, 'zone'>): Feeding[] {
  const all = [...new Map(stored.map((one) => [one.event.id, one])).values()]
  const voids = new Map<string, number>()
  for (const { event, n } of all)
    if (event.kind === 'void') voids.set(event.body.event, Math.max(n, voids.get(event.body.event) ?? 0))
  return all
    .filter((one): one is Of<'feed_started'> => one.event.kind === 'feed_started')
    .map((start) => feedingOf(start, { stops: all.filter((one) => isStopOf(one, start)), voids, zone }))
    .toSorted((one, other) => one.start.at - other.start.at || one.start.n - other.start.n)
}

const isStopOf = (one: Stored, { event }: Of<'feed_started'>): one is Of<'feed_stopped'> =>
  one.event.kind === 'feed_stopped' && one.event.body.feed === event.id

interface Around {
  stops: readonly Of<'feed_stopped'>[]
  /** The last event that takes each back. */
  voids: ReadonlyMap<string, number>
  zone: string
}

function feedingOf(stored: Of<'feed_started'>, { stops, voids, zone }: Around): Feeding {
  const start = { ...stored, ...timeOf(stored, zone) }
  const from = earliest(start, zone)
  const [last] = stops
    .filter(({ event }) => !voids.has(event.id))
    .map((stop) => ({ stop, ...timeOf(stop, zone) }))
    .filter(({ at }) => at >= from)
    .toSorted((one, other) => other.at - one.at || other.stop.n - one.stop.n)
  const numbers = [stored, ...stops].flatMap(({ event, n }) => [n, voids.get(event.id) ?? n])
  return {
    start,
    pen: stored.event.body.pen,
    from,
    to: last?.given ?? null,
    isVoid: voids.has(stored.event.id),
    stop: last?.stop.event.id ?? null,
    n: Math.max(...numbers),
  }
}

const stayOf = ({ begun, ended }: Span, zone: string): Lasting => ({
  from: begun ? earliest(begun, zone) : -Infinity,
  to: ended?.given ?? null,
})

interface Eaten {
  span: Span
  last: Given | 'open'
}

/** What an animal ate of feedings, each as one treatment whose last dose is when it ate of it last. */
export function fedOf(
  live: readonly Live[],
  feedings: readonly Feeding[],
  context: FoldContext,
): FoldedTreatment[] {
  if (feedings.length === 0) return []
  const spans = spansOf(live)
  return feedings
    .filter(({ isVoid }) => !isVoid)
    .flatMap((feeding) => {
      const eaten = spans.flatMap((span): Eaten[] => {
        if (span.row.pen !== feeding.pen) return []
        const last = lastFed(stayOf(span, context.zone), feeding, context.zone)
        return last === null ? [] : [{ span, last }]
      })
      return eaten.length === 0 ? [] : [folded(eaten, { feeding, live, context })]
    })
}

function folded(
  eaten: readonly Eaten[],
  { feeding: { start }, live, context }: { feeding: Feeding; live: readonly Live[]; context: FoldContext },
): FoldedTreatment {
  const { event, copied, at, given } = start
  const { body } = event
  const ends = eaten.flatMap(({ last }) => (last === 'open' ? [] : [last]))
  const isOpen = ends.length < eaten.length
  const moment = isOpen ? Infinity : Math.max(...ends.map((end) => momentOf(end, context.zone)))
  // What a label asks of an animal is asked of it as it was when it ate last.
  const judgement = judged(body, copied, kindAt(live, { at: moment, n: Infinity }, context), context.home)
  // No feed may be used off its label in the United States (21 CFR 530.11, 558.6).
  const use = judgement.use === 'extra-label' && context.home === 'US' ? 'banned' : judgement.use
  return {
    treatment: {
      ...judgement,
      id: event.id,
      doses: ends.map((end) => ({ given: end, state: 'given' })),
      isOpen,
      isFed: true,
      use,
    },
    row: known<TreatmentRow>({
      event: event.id,
      at: Math.max(at, Math.min(...eaten.map(({ span }) => span.row.from))),
      precision: given.precision,
      product: body.product,
      product_name: body.product_name,
      use,
      planned: 0,
      open: isOpen ? 'yes' : undefined,
      fed: 'yes',
      fed_to: isOpen ? undefined : moment,
      route: body.route,
      reason: body.reason,
      batch: body.batch,
      stock_lot: body.stock_lot,
    }),
  }
}

const momentOf = (given: Given, zone: string): Instant =>
  given.precision === 'day' ? endOfDay(given.day, zone) : given.at

/** The number of the last event of a feeding that an animal stood by, taken back or not; 0 of none. */
export function lastFeedNumber(live: readonly Live[], feedings: readonly Feeding[]): number {
  if (feedings.length === 0) return 0
  const spans = spansOf(live)
  const isBy = ({ pen, from }: Feeding) =>
    spans.some(({ row }) => row.pen === pen && (row.to === undefined || row.to >= from))
  return Math.max(0, ...feedings.filter(isBy).map(({ n }) => n))
}
