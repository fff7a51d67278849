import { localOf, type Instant } from './dates.ts'
import type { Commodity, Market } from './figures.ts'
import {
  known,
  order,
  type CardHold,
  type FoldContext,
  type Live,
  type TreatmentRow,
  type WithdrawalRow,
} from './fold-animal.ts'
import type { Of, SellersWord } from './fold-events.ts'
import { kindAt } from './fold-life.ts'
import { judged } from './fold-uses.ts'
import { holdOnArrival, holds, type DoseRow, type OtherHold, type Treatment } from './withdrawal.ts'

/* What an animal was given, and what that holds for home and each market that its place ships to. */

export interface FoldedTreatment {
  row: TreatmentRow
  treatment: Treatment
}

type LiveOf<K extends Parameters<typeof isOf>[1]> = Live & Of<K>
const isOf = (live: Live, kind: Live['event']['kind']) => live.event.kind === kind
const ofKind = <K extends Live['event']['kind']>(live: readonly Live[], kind: K) =>
  live.filter((one) => isOf(one, kind)) as LiveOf<K>[]

type LiveTreated = LiveOf<'treated'> | LiveOf<'group_treated'>

/**
 * Each dose by itself, by what it was given of and how: a later one of a course may be another use than the first. What is
 * planned of a course, and that it is open, holds as of its first dose.
 */
export function treatmentsOf(live: readonly Live[], context: FoldContext): FoldedTreatment[] {
  const all = live.filter((one): one is LiveTreated => isOf(one, 'treated') || isOf(one, 'group_treated'))
  const closed = new Set(ofKind(live, 'course_closed').map(({ event }) => event.body.course))
  const skipped = new Set(
    ofKind(live, 'dose_skipped').map(({ event: { body } }) => `${body.course} ${body.due}`),
  )
  const later = new Map<string, Instant[]>()
  for (const { event, at } of all)
    if (event.body.course !== undefined && event.body.course !== event.id)
      later.set(event.body.course, [...(later.get(event.body.course) ?? []), at])
  return all.map((one) =>
    folded(one, live, {
      isClosed: closed.has(one.event.id),
      later: later.get(one.event.id) ?? [],
      isSkipped: (due) => skipped.has(`${one.event.id} ${due}`),
      context,
    }),
  )
}

interface OfCourse {
  isClosed: boolean
  /** When its doses after the first were given. */
  later: readonly Instant[]
  isSkipped: (due: string) => boolean
  context: FoldContext
}

/**
 * Doses that are still to come, the next first: one that was given takes the place of the earliest that was not skipped. Of one that
 * is said to be skipped though a dose was given about then, the giving counts: it never ends a hold earlier.
 */
function waitingOf(
  planned: readonly string[],
  { later, isSkipped }: Pick<OfCourse, 'later' | 'isSkipped'>,
): string[] {
  const distance = (due: string, at: Instant) => Math.abs(Date.parse(due) - at)
  const isGiven = (due: string) =>
    later.some((at) => planned.every((other) => distance(due, at) <= distance(other, at)))
  return planned
    .filter((due) => !isSkipped(due) || isGiven(due))
    .toSorted(order)
    .slice(later.length)
}

function folded(
  one: LiveTreated,
  live: readonly Live[],
  { isClosed, later, isSkipped, context }: OfCourse,
): FoldedTreatment {
  const { event, given, at } = one
  const { body } = event
  const waiting = isClosed ? [] : waitingOf(body.planned ?? [], { later, isSkipped })
  const doses: DoseRow[] = [
    { given, state: 'given' },
    ...waiting.map((due): DoseRow => ({
      given: { precision: 'instant', at: Date.parse(due) },
      state: 'planned',
    })),
  ]
  const isOpen = body.open === 'yes' && !isClosed
  const judgement = judged(body, one.copied, kindAt(live, one, context), context.home)
  return {
    treatment: { id: event.id, doses, isOpen, ...judgement },
    row: known<TreatmentRow>({
      event: event.id,
      at,
      precision: given.precision,
      product: body.product,
      product_name: body.product_name,
      use: judgement.use,
      planned: waiting.length,
      open: isOpen ? 'yes' : undefined,
      course: body.course,
      route: body.route,
      reason: body.reason,
      dose: body.dose,
      batch: body.batch,
      stock_lot: body.stock_lot,
    }),
  }
}

/** The seller's word of each arrival, and what persons have set and not lifted. */
function othersOf(live: readonly Live[], context: FoldContext): OtherHold[] {
  const declared = ofKind(live, 'history_declared').map(({ event }) => event)
  const arrivals = ofKind(live, 'entered')
    .filter(({ event }) => event.body.origin !== 'born')
    .flatMap((entered) => {
      const { event, at, given } = entered
      const day = given.precision === 'day' ? given.day : localOf(at, context.zone).slice(0, 10)
      const said = [event, ...declared].filter(({ body }) => isSaid(body))
      // What was said of it stands in for what nobody knew; of several words the worst counts.
      return (said.length > 0 ? said : [event]).map(({ id, body }) =>
        holdOnArrival({ id, day, word: wordOf(body) }, context),
      )
    })
  const lifted = new Set(ofKind(live, 'hold_lifted').map(({ event }) => event.body.hold))
  const set = ofKind(live, 'hold_set')
    .filter(({ event }) => !lifted.has(event.id))
    .map(({ event: { id, body } }): OtherHold => {
      const end = body.until && holdOnArrival({ id, day: body.until, word: { until: body.until } }, context)
      return { id, commodities: body.commodities, until: end ? end.until : null }
    })
  return [...arrivals.filter((one) => one !== null), ...set]
}

const isSaid = ({ word }: SellersWord) => word !== undefined && word !== 'unknown'
const wordOf = ({ word = 'unknown', until }: SellersWord) =>
  word === 'until' ? (until === undefined ? 'yes' : { until }) : word

export function withdrawalsOf(
  live: readonly Live[],
  treatments: readonly FoldedTreatment[],
  context: FoldContext,
): WithdrawalRow[] {
  const others = othersOf(live, context)
  const calvings = ofKind(live, 'calved').map(({ at }) => at)
  // One of which nothing but the day is known may have been before the dose.
  const milkings = ofKind(live, 'milked')
    .filter(({ given, isDistrusted }) => given.precision !== 'day' && !isDistrusted)
    .map(({ at }) => at)
  const rows = new Map<string, WithdrawalRow>()
  for (const destination of new Set([context.home, ...context.markets]))
    for (const hold of holds(
      treatments.map(({ treatment }) => treatment),
      { ...context, destination, now: 0, calvings, milkings, others },
    ))
      for (const { id, market, why, clearAt, isProvisional } of hold.because)
        rows.set(
          `${id} ${hold.commodity} ${market} ${why}`,
          known<WithdrawalRow>({
            event: id,
            commodity: hold.commodity,
            market,
            why,
            held: clearAt === null ? 'yes' : undefined,
            clear_at: clearAt ?? 0,
            provisional: isProvisional ? 'yes' : undefined,
          }),
        )
  return [...rows.entries()].toSorted(([one], [other]) => order(one, other)).map(([, row]) => row)
}

/** Of each market the worst of its own rows and home's: a destination never shortens what holds at home. */
export function cardHolds(
  rows: readonly CardHold[],
  { home, markets, commodities }: FoldContext,
): CardHold[] {
  const worstOf = (market: Market, commodity: Commodity): CardHold => {
    const counting = rows.filter((row) => row.commodity === commodity && [home, market].includes(row.market))
    const isHeld = counting.some(({ held }) => held === 'yes')
    const clearAt = isHeld ? 0 : Math.max(0, ...counting.map(({ clear_at }) => clear_at))
    const isProvisional = counting.some(
      (row) => row.provisional === 'yes' && !isHeld && row.clear_at === clearAt,
    )
    return known<CardHold>({
      market,
      commodity,
      held: isHeld ? 'yes' : undefined,
      clear_at: clearAt,
      provisional: isProvisional ? 'yes' : undefined,
    })
  }
  const all = [...new Set([home, ...markets])]
  return all.flatMap((market) => commodities.map((commodity) => worstOf(market, commodity)))
}
