import type { BillingEntityId } from '@byre/contract/subject-kinds'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { apply, begin, dueDay, longestTrial, type BillingEvent, type State } from '../engine.policy.ts'
import { sumOf } from '../money.policy.ts'
import { daysIn, dateOf, dayOf, type Day } from '../periods.policy.ts'
import type { Line, PlanTerms } from '../proration.policy.ts'

const plan = (name: string, amount: number, interval: 'month' | 'year' = 'month'): PlanTerms => {
  const [currency, interval_count] = ['cad', 1] as const
  return { id: `${name} ${interval}`, name, currency, amount, interval, interval_count }
}
const ranch = plan('Ranch', 2900)
const herd = plan('Herd', 7900)
const feedlot = plan('Feedlot', 24_900)
const herdYear = plan('Herd', 79_000, 'year')
const ranchYear = plan('Ranch', 29_000, 'year')
const plans = [ranch, herd, feedlot, ranchYear, herdYear]

const day = (date: string) => dayOf(date)
const alice = 'alice' as BillingEntityId
const bob = 'bob' as BillingEntityId
const paying = { can_pay: true, owes: false }
const due = (date: string): BillingEvent => ({ kind: 'due', day: day(date), ...paying })
const change = (date: string, to: PlanTerms, billingEntity = alice): BillingEvent => ({
  kind: 'change',
  day: day(date),
  to: { plan: to, payer: billingEntity },
  ...paying,
})

/** What became of it, and every line in order. */
function live(events: BillingEvent[], state = begin({ plan: ranch, payer: alice }, day('2026-01-15'))) {
  const lines: Line[] = []
  for (const event of events) {
    const outcome = apply(state, event)
    state = outcome.state
    lines.push(...outcome.lines)
  }
  return { state, lines }
}
const amounts = (lines: Line[]) => lines.map((line) => line.amount)
const periodOf = ({ period }: State) => period && [dateOf(period.start), dateOf(period.end)]

test('a trial becomes a paid period on the day it ends, with a card; without one nothing is charged', () => {
  const paid = live([due('2026-01-15')])
  assert.deepEqual(
    [paid.state.phase, periodOf(paid.state), amounts(paid.lines)],
    ['period', ['2026-01-15', '2026-02-15'], [2900]],
  )
  const early = live([due('2026-01-14')])
  assert.deepEqual([early.state.phase, early.lines], ['trial', []])

  const nobody = live([{ kind: 'due', day: day('2026-01-15'), can_pay: false, owes: false }])
  assert.deepEqual([nobody.state.phase, nobody.lines], ['waiting', []])
  const later = live([{ kind: 'settled', day: day('2026-03-31'), ...paying }], nobody.state)
  assert.deepEqual([periodOf(later.state), amounts(later.lines)], [['2026-03-31', '2026-04-30'], [2900]])
})

test('a dearer plan begins at once: unused days come back, the rest is charged at the new price', () => {
  const { state, lines } = live([due('2026-01-15'), change('2026-01-25', herd)])
  assert.deepEqual(amounts(lines), [2900, -1965, 5352]) // 21 of 31 days
  assert.deepEqual(
    [state.plan.id, state.pending, periodOf(state)],
    [herd.id, null, ['2026-01-15', '2026-02-15']],
  )
})

test('a dearer plan on the first day costs the whole difference, on the last day one day of it', () => {
  const first = live([due('2026-01-15'), change('2026-01-15', herd)])
  assert.equal(sumOf(amounts(first.lines)), 7900)
  const last = live([due('2026-01-15'), change('2026-02-14', herd)])
  assert.deepEqual(amounts(last.lines), [2900, -94, 255])
})

test('a cheaper plan waits for the period’s end, and can be taken back before', () => {
  const start = begin({ plan: herd, payer: alice }, day('2026-01-15'))
  const waits = live([due('2026-01-15'), change('2026-01-20', ranch)], start)
  assert.deepEqual([waits.state.plan.id, waits.state.pending?.plan.id], [herd.id, ranch.id])
  assert.deepEqual(amounts(live([due('2026-02-15')], waits.state).lines), [2900])
  const undone = live([change('2026-02-01', herd), due('2026-02-15')], waits.state)
  assert.deepEqual([undone.state.pending, amounts(undone.lines)], [null, [7900]])
})

test('from a month to a dearer year a new period begins today; from a year to a month it waits', () => {
  const yearly = live([due('2026-01-15'), change('2026-01-31', herdYear)])
  assert.deepEqual(periodOf(yearly.state), ['2026-01-31', '2027-01-31'])
  assert.deepEqual(amounts(yearly.lines), [2900, -1403, 79_000])
  const back = live([change('2026-06-01', feedlot)], yearly.state)
  assert.deepEqual([back.lines, back.state.pending?.plan.id], [[], feedlot.id])
  assert.deepEqual(periodOf(live([due('2027-01-31')], back.state).state), ['2027-01-31', '2027-02-28'])
})

test('another payer begins with the next period; what is paid stays paid', () => {
  const moved = live([due('2026-01-15'), change('2026-01-20', feedlot, bob)])
  assert.deepEqual(
    [moved.state.payer, moved.state.pending?.payer, amounts(moved.lines)],
    ['alice', 'bob', [2900]],
  )
  // What the former payer owes is no debt of the new one.
  const owing = live([{ kind: 'due', day: day('2026-02-15'), can_pay: true, owes: true }], moved.state)
  assert.deepEqual(
    [owing.state.payer, owing.state.plan.id, amounts(owing.lines)],
    ['bob', feedlot.id, [24_900]],
  )
})

test('cancelled, it ends with the period or trial, and until then that can be taken back', () => {
  const cancel: BillingEvent = { kind: 'cancel', day: day('2026-01-20') }
  const keep: BillingEvent = { kind: 'keep', day: day('2026-01-21') }
  assert.equal(live([due('2026-01-15'), cancel, cancel, due('2026-02-15')]).state.phase, 'ended')
  assert.deepEqual(amounts(live([due('2026-01-15'), cancel, keep, due('2026-02-15')]).lines), [2900, 2900])
  const inTrial = live([cancel, due('2026-01-15')])
  assert.deepEqual([inTrial.state.phase, inTrial.lines], ['ended', []])
})

test('paused for a season, nothing is charged until the day it resumes, or sooner when asked', () => {
  const pause: BillingEvent = { kind: 'pause', day: day('2026-01-20'), until: day('2026-05-03') }
  const paused = live([due('2026-01-15'), pause, due('2026-02-15')])
  assert.deepEqual(
    [paused.state.phase, dueDay(paused.state), amounts(paused.lines)],
    ['paused', day('2026-05-03'), [2900]],
  )
  assert.deepEqual(periodOf(live([due('2026-05-04')], paused.state).state), ['2026-05-03', '2026-06-03'])
  const sooner = live([{ kind: 'resume', day: day('2026-04-10'), ...paying }], paused.state)
  assert.deepEqual(periodOf(sooner.state), ['2026-04-10', '2026-05-10'])
  const kept = live([due('2026-01-15'), pause, { kind: 'keep', day: day('2026-01-21') }, due('2026-02-15')])
  assert.deepEqual(amounts(kept.lines), [2900, 2900])
})

test('a restored place has no new trial and keeps its paid days', () => {
  const gone = live([due('2026-01-15'), { kind: 'end', day: day('2026-01-20') }])
  const soon = live([{ kind: 'restore', day: day('2026-02-01') }], gone.state)
  assert.deepEqual([soon.state.phase, soon.lines, periodOf(soon.state)?.[1]], ['period', [], '2026-02-15'])
  const late = live([{ kind: 'restore', day: day('2026-02-16') }], gone.state)
  assert.deepEqual([late.state.phase, late.lines], ['waiting', []])
  const inTrial = live([
    { kind: 'end', day: day('2026-01-04') },
    { kind: 'restore', day: day('2026-01-09') },
  ])
  assert.deepEqual([inTrial.state.phase, inTrial.state.trial_ends], ['trial', day('2026-01-15')])
  const trialOver = live([
    { kind: 'end', day: day('2026-01-04') },
    { kind: 'restore', day: day('2026-01-19') },
  ])
  assert.equal(trialOver.state.phase, 'waiting')
})

test('a trial is extended while it lasts, by 90 days at most and to a day that is still to come; nothing else is', () => {
  const extend = (date: string, until: string): BillingEvent => ({
    kind: 'extend',
    day: day(date),
    until: day(until),
  })
  const longer = live([extend('2026-01-10', '2026-02-01'), due('2026-01-15'), due('2026-02-01')])
  assert.deepEqual([periodOf(longer.state), amounts(longer.lines)], [['2026-02-01', '2026-03-01'], [2900]])
  const whatIsNone: [string, string][] = [
    ['2026-01-10', '2026-01-14'],
    ['2026-01-10', '2026-01-15'],
    ['2026-01-10', '2026-04-16'],
    ['2026-01-20', '2026-01-20'],
  ]
  for (const [date, until] of whatIsNone)
    assert.equal(live([extend(date, until)]).state.trial_ends, day('2026-01-15'), until)
  assert.equal(live([extend('2026-01-10', '2026-04-15')]).state.trial_ends, day('2026-04-15'))

  const cancelled = live([{ kind: 'cancel', day: day('2026-01-05') }, extend('2026-01-10', '2026-01-30')])
  assert.deepEqual(
    [live([due('2026-01-30')], cancelled.state).state.phase, cancelled.state.ends],
    ['ended', true],
  )
  for (const over of [live([due('2026-01-15')]), live([{ kind: 'end', day: day('2026-01-04') }])])
    assert.deepEqual(
      [live([extend('2026-01-16', '2026-02-01')], over.state).state, longestTrial(over.state)],
      [over.state, null],
    )
})

/* Any life at all. */

const first = day('2024-01-01')
const step = fc.record({
  after: fc.integer({ min: 0, max: 50 }),
  kind: fc.constantFrom(
    'change',
    'change',
    'cancel',
    'keep',
    'reopen',
    'pause',
    'resume',
    'settled',
    'end',
    'restore',
    'extend',
  ),
  plan: fc.constantFrom(...plans),
  billingEntity: fc.constantFrom(alice, alice, bob),
  can_pay: fc.boolean(),
  owes: fc.constantFrom(false, false, true),
  rest: fc.integer({ min: 1, max: 150 }),
})
const steps = fc.array(step, { maxLength: 40 })
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Every event in order, with what falls due by itself in between. */
function eventsOf(sequence: Step[], start: State): BillingEvent[] {
  const events: BillingEvent[] = []
  let [state, today] = [start, first]
  const happen = (event: BillingEvent) => {
    events.push(event)
    state = apply(state, event).state
  }
  for (const { after, kind, plan, billingEntity, can_pay, owes, rest } of sequence) {
    today += after
    for (let at = dueDay(state); at !== null && at <= today; at = dueDay(state))
      happen({ kind: 'due', day: at, can_pay, owes })
    const facts = { day: today, can_pay, owes }
    if (kind === 'change') happen({ kind, ...facts, to: { plan, payer: billingEntity } })
    else if (kind === 'resume' || kind === 'settled') happen({ kind, ...facts })
    else if (kind === 'reopen') happen({ kind, ...facts, resumes: rest > 75 ? today + rest : null })
    else if (kind === 'extend') happen({ kind, day: today, until: (state.trial_ends ?? today) + rest })
    else if (kind === 'pause') happen({ kind, day: today, until: (state.period?.end ?? today) + rest })
    else happen({ kind: kind as 'cancel' | 'keep' | 'end' | 'restore', day: today })
  }
  return events
}

const newcomers = fc.constantFrom(...plans).map((plan) => begin({ plan, payer: alice }, first + 14))

/** For each day that was bought its plan's price that day, as the states alone tell it. */
function pricesByDay(start: State, events: BillingEvent[]): Map<Day, number> {
  const prices = new Map<Day, number>()
  let state = start
  events.forEach((event, index) => {
    state = apply(state, event).state
    const until = events[index + 1]?.day ?? Infinity
    const { period, plan } = state
    if (!period) return
    for (let at = Math.max(event.day, period.start); at < Math.min(until, period.end); at++)
      prices.set(at, plan.amount / daysIn(period))
  })
  return prices
}

test('whatever happens, the lines are the days bought at their prices, to within a cent a line', () => {
  fc.assert(
    fc.property(newcomers, steps, (start, sequence) => {
      const events = eventsOf(sequence, start)
      const { lines } = live(events, start)
      const bought = [...pricesByDay(start, events).values()].reduce((sum, price) => sum + price, 0)
      assert.ok(Math.abs(sumOf(amounts(lines)) - bought) <= lines.length + 1e-6)
      for (const line of lines) {
        const exact = (line.plan.amount * (line.to - line.from)) / line.of
        assert.ok(Math.abs(Math.abs(line.amount) - exact) <= 0.5 + 1e-9)
        assert.equal(line.amount < 0, line.kind === 'credit' && line.amount !== 0)
      }
    }),
    { numRuns: 1000 },
  )
})

test('whatever happens, no day is charged twice, and every day bought is charged once', () => {
  fc.assert(
    fc.property(newcomers, steps, (start, sequence) => {
      const events = eventsOf(sequence, start)
      const times = new Map<Day, number>()
      for (const { kind, from, to } of live(events, start).lines)
        for (let at = from; at < to; at++) times.set(at, (times.get(at) ?? 0) + (kind === 'credit' ? -1 : 1))
      const charged = [...times].filter(([, count]) => count !== 0)
      assert.ok(charged.every(([, count]) => count === 1))
      const days = charged.map(([at]) => at).toSorted((a, b) => a - b)
      assert.deepEqual(
        days,
        [...pricesByDay(start, events).keys()].toSorted((a, b) => a - b),
      )
    }),
    { numRuns: 1000 },
  )
})

test('whatever happens, no invoice is negative, and the same events again give the same books', () => {
  fc.assert(
    fc.property(newcomers, steps, (start, sequence) => {
      const events = eventsOf(sequence, start)
      let state = start
      for (const event of events) {
        const outcome = apply(state, event)
        if (outcome.lines.length > 0) assert.ok(sumOf(amounts(outcome.lines)) >= 0)
        state = outcome.state
      }
      assert.deepEqual(live(structuredClone(events), structuredClone(start)), live(events, start))
    }),
  )
})
