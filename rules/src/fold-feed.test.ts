import fc from 'fast-check'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { canonical, type Canonical } from './canonical.ts'
import { dayMs, hourMs, localOf } from './dates.ts'
import type { CardHold, FoldContext } from './fold-animal.ts'
import type { Copied, Stored } from './fold-events.ts'
import { feedingsOf, lastFeedNumber } from './fold-feed.ts'
import { fold, liveOf } from './fold.ts'
import { born, feedlot, given, happened, label } from './testing/histories.ts'

/* Medicated feed: who ate of it, and until when that holds (docs/withdrawal.md). */

const inFeed = (days: number, more: object = {}): Copied => label(days, { route: 'feed', ...more })

/** Feed of a pen, begun then; an event of a pen is of no animal. */
function started(
  n: number,
  pen: string,
  at: string,
  { days = 5, ...more }: { days?: number } & object = {},
): Stored {
  const { event, ...rest } = happened(n, 'feed_started', at, {
    pen,
    product: `p${days}`,
    product_name: `Demo feed ${days}`,
    route: 'feed',
    ...more,
  })
  return { ...rest, event: { ...event, animals: [] } as Stored['event'], copied: inFeed(days) }
}
function stopped(n: number, feed: Stored, at: string): Stored {
  const { event, ...rest } = happened(n, 'feed_stopped', at, { feed: feed.event.id })
  return { ...rest, event: { ...event, animals: [] } as Stored['event'] }
}
const voided = (n: number, of: Stored) =>
  happened(n, 'void', '2026-10-01T00:00:00.000Z', { event: of.event.id, reason: 'r' })
const moved = (n: number, at: string, pen?: string) =>
  happened(n, 'moved', at, pen === undefined ? {} : { pen })

const foldOf = (own: readonly Stored[], ofPens: readonly Stored[], context: FoldContext = feedlot) =>
  fold(own, context, feedingsOf(ofPens, context))
const holdOf = (own: readonly Stored[], ofPens: readonly Stored[], context = feedlot) =>
  foldOf(own, ofPens, context).card.holds.find(({ market }) => market === context.home)!
const until = (own: readonly Stored[], ofPens: readonly Stored[]) => {
  const { held, clear_at } = holdOf(own, ofPens)
  return held ? 'held' : clear_at === 0 ? 'clear' : localOf(clear_at, feedlot.zone).replace('T', ' ')
}
const bytes = (own: readonly Stored[], ofPens: readonly Stored[]) =>
  canonical(foldOf(own, ofPens) as unknown as Canonical)

describe('whoever stands in a pen that is fed', () => {
  const feed = started(50, 'A', '2026-06-01T12:00:00.000Z')
  const stop = stopped(51, feed, '2026-07-10T12:00:00.000Z')
  const inA = [born(1, '2026-05-01T12:00:00.000Z', { pen: 'A' })]

  test('is held while it is fed, and then for its days from the last feeding', () => {
    assert.equal(until(inA, [feed]), 'held')
    assert.deepEqual(
      foldOf(inA, [feed]).withdrawals.map(({ why, event }) => [why, event]),
      [
        ['still fed', 'e50'],
        ['still fed', 'e50'],
      ],
    )
    assert.equal(until(inA, [feed, stop]), '2026-07-15 06:00')
  })
  test('and leaves counts from its leaving, also where the feed goes on', () => {
    const left = [...inA, moved(2, '2026-07-08T21:00:00.000Z', 'B')]
    assert.equal(until(left, [feed]), '2026-07-13 15:00')
    assert.equal(until(left, [feed, stop]), '2026-07-13 15:00')
    const dead = [...inA, happened(2, 'died', '2026-07-08T21:00:00.000Z', {})]
    assert.equal(until(dead, [feed]), '2026-07-13 15:00')
  })
  test('ate from its coming on, and whoever came after the last feeding did not', () => {
    const later = [
      born(1, '2026-05-01T12:00:00.000Z', { pen: 'B' }),
      moved(2, '2026-07-01T12:00:00.000Z', 'A'),
    ]
    assert.equal(until(later, [feed]), 'held')
    assert.equal(until(later, [feed, stop]), '2026-07-15 06:00')
    assert.equal(foldOf(later, [feed]).treatments[0]!.at, Date.parse('2026-07-01T12:00:00.000Z'))
    const after = [
      born(1, '2026-05-01T12:00:00.000Z', { pen: 'B' }),
      moved(2, '2026-07-10T12:00:00.001Z', 'A'),
    ]
    assert.equal(until(after, [feed, stop]), 'clear')
  })
  test('and comes back counts from the last time', () => {
    const back = [
      ...inA,
      moved(2, '2026-06-05T12:00:00.000Z', 'B'),
      moved(3, '2026-06-20T12:00:00.000Z', 'A'),
      moved(4, '2026-06-21T12:00:00.000Z', 'B'),
    ]
    assert.equal(until(back, [feed, stop]), '2026-06-26 06:00')
    assert.equal(foldOf(back, [feed, stop]).treatments.length, 1)
  })
  test('never stood there, or left before it began, ate nothing', () => {
    assert.equal(until([born(1, '2026-05-01T12:00:00.000Z', { pen: 'B' })], [feed, stop]), 'clear')
    assert.equal(until([...inA, moved(2, '2026-05-31T12:00:00.000Z', 'B')], [feed, stop]), 'clear')
  })
  test('of which only the day is known may have come at its beginning and gone at its end', () => {
    const onTheDay = [born(1, '2026-05-01T12:00:00.000Z', { pen: 'B' }), moved(2, '2026-07-10', 'A')]
    assert.equal(until(onTheDay, [feed, stop]), '2026-07-15 06:00')
    const dayAfter = [born(1, '2026-05-01T12:00:00.000Z', { pen: 'B' }), moved(2, '2026-07-11', 'A')]
    assert.equal(until(dayAfter, [feed, stopped(51, feed, '2026-07-10')]), 'clear')
    assert.equal(until([...inA, moved(2, '2026-07-08', 'B')], [feed, stop]), '2026-07-14 00:00')
    assert.equal(until(inA, [feed, stopped(51, feed, '2026-07-10')]), '2026-07-16 00:00')
  })
  test('of which the time is not to be trusted may have stood there all along', () => {
    const { event, ...rest } = moved(2, '2026-07-20T12:00:00.000Z', 'A')
    const unsure = {
      ...rest,
      event: { ...event, clock: { device_at: '2026-07-20T12:00:00.000Z' } },
    } as Stored
    assert.equal(
      until([born(1, '2026-05-01T12:00:00.000Z', { pen: 'B' }), unsure], [feed, stop]),
      '2026-07-15 06:00',
    )
  })
  test('that is told as of now may have come an hour before', () => {
    const now = (more: string): Stored => {
      const one = moved(2, '2026-11-01T00:00:00.000Z', 'A')
      return { ...one, received_at: more, event: { ...one.event, precision: 'not_after' } as Stored['event'] }
    }
    const inB = born(1, '2026-05-01T12:00:00.000Z', { pen: 'B' })
    assert.equal(until([inB, now('2026-07-10T13:00:00.000Z')], [feed, stop]), '2026-07-15 06:00')
    assert.equal(until([inB, now('2026-07-10T13:00:00.001Z')], [feed, stop]), 'clear')
  })
  test('a stop before the beginning ends nothing; of two the later counts; a day is stopped at its end', () => {
    assert.equal(until(inA, [feed, stopped(51, feed, '2026-05-30T12:00:00.000Z')]), 'held')
    const later = stopped(52, feed, '2026-07-12T12:00:00.000Z')
    assert.equal(until(inA, [feed, later, stop]), '2026-07-17 06:00')
    assert.equal(until(inA, [feed, later, stop, voided(60, later)]), '2026-07-15 06:00')
  })
  test('a label that says nothing of feed, or of another route, holds; a feed off its label never clears in the US', () => {
    const { copied: _, ...bare } = feed
    assert.deepEqual(foldOf(inA, [bare, stop]).withdrawals[0]!.why, 'no figure')
    const other = { ...feed, copied: label(5) }
    const whyIn = (context: FoldContext) =>
      foldOf(inA, [other, stop], context).withdrawals.map(({ why }) => why)
    assert.deepEqual(new Set(whyIn(feedlot)), new Set(['extra-label']))
    const american = { ...feedlot, home: 'US' }
    assert.ok(whyIn(american).includes('banned use'))
    assert.ok(foldOf(inA, [other, stop], american).findings.some(({ kind }) => kind === 'banned use'))
    const vet = {
      vet: { name: 'Dr Lee', basis: 'b' },
      vet_figures: [{ kind: 'days', commodity: 'meat', days: 60 }],
    }
    const advised = started(50, 'A', '2026-06-01T12:00:00.000Z', vet)
    const withVet = { ...advised, copied: label(5) }
    assert.equal(until(inA, [withVet, stop]), '2026-09-08 06:00')
    assert.equal(holdOf(inA, [withVet, stop], american).held, 'yes')
  })
})

/** Hours since the beginning: moves of one animal between two pens, and feed of both. */
const from = Date.UTC(2026, 0, 2)
const hour = fc.integer({ min: 0, max: 400 })
const at = (hours: number) => new Date(from + hours * hourMs).toISOString()
const move = fc.tuple(hour, fc.constantFrom('A', 'B', undefined))
const feed = fc.record({
  pen: fc.constantFrom('A', 'B'),
  from: hour,
  to: fc.option(hour),
  days: fc.integer({ min: 1, max: 9 }),
})
const history = fc.record({
  moves: fc.array(move, { maxLength: 8 }),
  feeds: fc.array(feed, { maxLength: 5 }),
  doses: fc.array(fc.tuple(hour, fc.integer({ min: 1, max: 9 })), { maxLength: 3 }),
})
type History = typeof history extends fc.Arbitrary<infer T> ? T : never
const ownOf = ({ moves, doses }: History) => [
  born(1, at(-10), { pen: 'A' }),
  ...moves.map(([when, pen], index) => moved(2 + index, at(when), pen)),
  ...doses.map(([when, days], index) => given(20 + index, at(when), days)),
]
const pensOf = ({ feeds }: History) =>
  feeds.flatMap(({ pen, from: begun, to, days }, index) => {
    const start = started(50 + 2 * index, pen, at(begun), { days })
    return to === null ? [start] : [start, stopped(51 + 2 * index, start, at(to))]
  })
const isNoEarlier = (more: CardHold, less: CardHold) =>
  more.held === 'yes' || (less.held !== 'yes' && more.clear_at >= less.clear_at)
const shuffled = <T>(all: readonly T[], noise: Iterator<number>) =>
  all
    .map((one) => ({ one, by: noise.next().value as number }))
    .toSorted((one, other) => one.by - other.by)
    .map(({ one }) => one)

describe('whatever the history', () => {
  test('feed holds as long as an hour by hour count of who stood where says', () => {
    fc.assert(
      fc.property(history, (all) => {
        const { feeds, moves } = all
        const placed = moves
          .map(([when, pen], n) => ({ when, pen, n }))
          .toSorted((a, b) => a.when - b.when || a.n - b.n)
        // As it arrives and as it leaves it may eat, too.
        const stood = (moment: number) =>
          placed.reduce(
            ({ now, was }, { when, pen: next }) =>
              when > moment ? { now, was } : { now: next, was: when === moment ? [...was, now, next] : was },
            { now: 'A' as string | undefined, was: [] as (string | undefined)[] },
          )
        const isThere = (pen: string, moment: number) => {
          const { now, was } = stood(moment)
          return now === pen || was.includes(pen)
        }
        let [held, clear] = [false, 0]
        for (const { pen, from: begun, to, days } of feeds) {
          const isEndless = to === null || to < begun
          const end = isEndless ? 401 : to
          const hours = Array.from({ length: end - begun + 1 }, (_, index) => begun + index)
          const last = hours.findLast((moment) => isThere(pen, moment))
          if (last === undefined) continue
          if (isEndless && last === 401) held = true
          else clear = Math.max(clear, from + last * hourMs + days * dayMs)
        }
        const is = holdOf(ownOf({ ...all, doses: [] }), pensOf(all))
        assert.deepEqual([is.held === 'yes', is.held ? 0 : is.clear_at], [held, held ? 0 : clear])
      }),
      { numRuns: 500 },
    )
  })

  test('the order in which events of the animal and of its pens arrive, and one that arrives twice, change no byte', () => {
    fc.assert(
      fc.property(history, fc.infiniteStream(fc.nat()), (all, noise) => {
        const [own, pens] = [ownOf(all), pensOf(all)]
        const [other, others] = [shuffled(own, noise), shuffled(pens, noise)]
        assert.equal(bytes([...other, other[0]!], [...others, ...others.slice(0, 1)]), bytes(own, pens))
        const number = (events: readonly Stored[], told: readonly Stored[]) =>
          lastFeedNumber(liveOf(events, feedlot), feedingsOf(told, feedlot))
        assert.equal(number(other, others), number(own, pens))
      }),
    )
  })

  test('one more feed never ends a hold earlier, and neither does a later stop of one', () => {
    fc.assert(
      fc.property(history, feed, hour, (all, { pen, from: begun, days }, hours) => {
        const [own, pens, end] = [ownOf(all), pensOf(all), begun + hours]
        const start = started(90, pen, at(begun), { days })
        const [less, once] = [holdOf(own, pens), [start, stopped(91, start, at(end))]]
        const fed = holdOf(own, [...pens, ...once])
        assert.ok(isNoEarlier(fed, less))
        assert.ok(isNoEarlier(holdOf(own, [...pens, ...once, stopped(92, start, at(end + 30))]), fed))
        assert.ok(isNoEarlier(holdOf(own, [...pens, start]), fed))
      }),
    )
  })

  test('a void takes feed back, or its stop, to the byte', () => {
    fc.assert(
      fc.property(history, feed, hour, (all, { pen, from: begun, days }, end) => {
        const [own, pens] = [ownOf(all), pensOf(all)]
        const start = started(90, pen, at(begun), { days })
        const stop = stopped(91, start, at(end))
        assert.equal(bytes(own, [...pens, start, stop, voided(100, start)]), bytes(own, pens))
        assert.equal(bytes(own, [...pens, start, stop, voided(100, stop)]), bytes(own, [...pens, start]))
      }),
    )
  })
})
