import type { BillingEntityId } from '@byre/contract/subject-kinds'
import { addTerm, monthDayOf, monthsOf, periodFrom, type Day, type Period } from './periods.policy.ts'
import { isDearer, lineOfPeriod, lineOfRest, type Line, type PlanTerms } from './proration.policy.ts'

/*
 * One subscription through its life, as a pure machine: what it is, what happens, what it is then and
 * what is to be charged. It knows no clock and no database; events in the same order give the same books.
 */

/**
 * `trial`: free until `trial_ends`. `period`: paid for, or owed, until its end. `waiting`: a period
 * begins as soon as somebody can pay for it. `paused`: one begins on `resumes`. `ended`: over; what was
 * left of trial and period is kept, should the place be restored.
 */
export type Phase = 'trial' | 'period' | 'waiting' | 'paused' | 'ended'

export interface Terms {
  plan: PlanTerms
  payer: BillingEntityId
}

export interface State extends Terms {
  phase: Phase
  /** From the next period on. */
  pending: Terms | null
  trial_ends: Day | null
  /** The present one, or the last. */
  period: Period | null
  /** The day of the month that periods begin on. */
  anchor: number | null
  /** Asked to end with the trial or period. */
  ends: boolean
  /** Asked to rest from the period's end until this day. */
  resumes: Day | null
}

export type BillingEvent =
  /** The trial, period or pause is over: of use on `dueDay`, without effect before. */
  | { kind: 'due'; day: Day; can_pay: boolean; owes: boolean }
  /** Another plan or payer, or back to the present ones. */
  | { kind: 'change'; day: Day; to: Terms; can_pay: boolean; owes: boolean }
  /** A card was added, or what was owed is paid. */
  | { kind: 'settled'; day: Day; can_pay: boolean; owes: boolean }
  /** Ends a pause early. */
  | { kind: 'resume'; day: Day; can_pay: boolean; owes: boolean }
  | { kind: 'pause'; day: Day; until: Day }
  /** The trial ends later, on this day: of use in trial alone, and never for an earlier day than it has. */
  | { kind: 'extend'; day: Day; until: Day }
  /** Asked to end; what is over already stays so, also once its place is restored and its days are used up. */
  | { kind: 'cancel'; day: Day }
  /** Takes back `cancel` or `pause` while it has not begun. */
  | { kind: 'keep'; day: Day }
  /** Takes back a `cancel` that ended it at once, while it waited or, with `resumes`, was paused until that day. */
  | { kind: 'reopen'; day: Day; resumes: Day | null; can_pay: boolean; owes: boolean }
  /** The place was deleted, or restored. */
  | { kind: 'end'; day: Day }
  | { kind: 'restore'; day: Day }

export interface Outcome {
  state: State
  lines: Line[]
}

const only = (state: State): Outcome => ({ state, lines: [] })

/** A subscription that begins: in trial, or, where there was one before, as soon as it can be paid for. */
export function begin(terms: Terms, trialEnds: Day | null): State {
  return {
    ...terms,
    phase: trialEnds === null ? 'waiting' : 'trial',
    pending: null,
    trial_ends: trialEnds,
    period: null,
    anchor: null,
    ends: false,
    resumes: null,
  }
}

/** The UTC day on which something is to happen by itself; null while it waits for somebody. */
export function dueDay(state: State): Day | null {
  if (state.phase === 'trial') return state.trial_ends
  if (state.phase === 'period') return state.period?.end ?? null
  return state.phase === 'paused' ? state.resumes : null
}

/**
 * What a subscription is after an event, and the lines to charge for it: minor units without tax, none where free.
 */
export function apply(state: State, event: BillingEvent): Outcome {
  switch (event.kind) {
    case 'due':
      return afterDue(state, event)
    case 'change':
      return afterChange(state, event)
    case 'settled':
      return state.phase === 'waiting' ? startIfPaid(state, event) : only(state)
    case 'resume':
      return state.phase === 'paused' ? startIfPaid(state, event) : only(state)
    case 'pause':
      return only(afterPause(state, event.until))
    case 'extend':
      return only(afterExtend(state, event))
    case 'cancel':
      if (state.phase === 'waiting' || state.phase === 'paused')
        return only({ ...state, phase: 'ended', ends: true, resumes: null })
      return only({ ...state, ends: true, resumes: null })
    case 'keep':
      return only(state.phase === 'paused' ? state : { ...state, ends: false, resumes: null })
    case 'reopen':
      return afterReopening(state, event)
    case 'end':
      return only({ ...state, phase: 'ended' })
    case 'restore':
      return only(afterRestore(state, event.day))
  }
}

/** As it was: paused until its day, or waiting to be paid for; what was to follow then follows now. */
function afterReopening(state: State, event: Extract<BillingEvent, { kind: 'reopen' }>): Outcome {
  const { resumes, day } = event
  if (state.phase !== 'ended' || !state.ends || phaseLeft(state, day) !== 'waiting') return only(state)
  if (resumes !== null && day < resumes) return only({ ...state, phase: 'paused', ends: false, resumes })
  return startIfPaid({ ...state, ends: false }, event)
}

type Paying = Extract<BillingEvent, { can_pay: boolean }>

function afterDue(state: State, event: Paying): Outcome {
  const due = dueDay(state)
  if (due === null || event.day < due) return only(state)
  if (state.ends) return only({ ...state, phase: 'ended' })
  if (state.phase !== 'period') return startIfPaid(state, { ...event, day: due })
  if (state.resumes !== null) return only({ ...atBoundary(state), phase: 'paused' })

  const next = atBoundary(state)
  // A debt stays with who made it; another payer begins with none.
  if (event.owes && next.payer === state.payer) return only({ ...next, phase: 'waiting' })
  return startPeriod(next, due, state.anchor ?? monthDayOf(due))
}

/** With the plan and payer that were to begin with the next period. */
function atBoundary(state: State): State {
  return { ...state, ...state.pending, pending: null }
}

function startIfPaid(state: State, { day, can_pay, owes }: Paying): Outcome {
  if (!can_pay || owes) return only({ ...state, phase: 'waiting', resumes: null })
  return startPeriod(state, day, monthDayOf(day))
}

function startPeriod(state: State, day: Day, anchor: number): Outcome {
  const period = periodFrom(day, state.plan, anchor)
  const started: State = { ...state, phase: 'period', period, anchor, resumes: null }
  return { state: started, lines: [lineOfPeriod(state.plan, period)] }
}

function afterChange(state: State, event: Extract<BillingEvent, { kind: 'change' }>): Outcome {
  const { plan, payer: billingEntity } = event.to
  if (state.phase === 'ended') return only(state)
  if (state.phase === 'waiting') return startIfPaid({ ...state, plan, payer: billingEntity }, event)
  if (state.phase !== 'period' || !state.period) return only({ ...state, plan, payer: billingEntity })
  if (plan.id === state.plan.id && billingEntity === state.payer) return only({ ...state, pending: null })

  const day = Math.max(event.day, state.period.start)
  const isUpgrade = billingEntity === state.payer && isDearer(plan, state.plan) && day < state.period.end
  if (!isUpgrade) return only({ ...state, pending: { plan, payer: billingEntity } })
  return upgrade({ ...state, pending: null }, state.period, plan, day)
}

/** The rest of the period on the dearer plan; a longer term begins a period of its own. */
function upgrade(state: State, period: Period, plan: PlanTerms, day: Day): Outcome {
  const credit = lineOfRest('credit', state.plan, period, day)
  if (monthsOf(plan) === monthsOf(state.plan)) {
    const charge = lineOfRest('charge', plan, period, day)
    return { state: { ...state, plan }, lines: [credit, charge] }
  }
  const longer = startPeriod({ ...state, plan }, day, monthDayOf(day))
  // With the shorter period goes the pause that was to follow it.
  return { state: longer.state, lines: [credit, ...longer.lines] }
}

function afterPause(state: State, until: Day): State {
  if (state.phase !== 'period' || !state.period || until <= state.period.end) return state
  return { ...state, ends: false, resumes: until }
}

/** The same trial, longer; it is not extended into what is over by now, nor further than `longestTrial`. */
function afterExtend(state: State, { day, until }: Extract<BillingEvent, { kind: 'extend' }>): State {
  const longest = longestTrial(state)
  if (state.trial_ends === null || longest === null) return state
  if (until <= Math.max(state.trial_ends, day) || until > longest) return state
  return { ...state, trial_ends: until }
}

/** No new trial; what was left of trial, paid days and pause is kept. What had ended before stays so. */
function afterRestore(state: State, day: Day): State {
  if (state.phase !== 'ended') return state
  const phase = phaseLeft(state, day)
  if (phase === 'waiting' && state.ends) return state
  // What was to begin with the next period still does, or has by now.
  const terms = phase === 'period' ? state : atBoundary(state)
  return { ...terms, phase, resumes: phase === 'waiting' ? null : state.resumes }
}

function phaseLeft({ period, trial_ends, resumes }: State, day: Day): Phase {
  if (!period) return trial_ends !== null && day < trial_ends ? 'trial' : 'waiting'
  if (day < period.end) return 'period'
  return resumes !== null && day < resumes ? 'paused' : 'waiting'
}

/** The UTC day up to which a pause may last: a year from the period's end on. Null without a period. */
export const longestPause = (state: State): Day | null =>
  state.period && addTerm(state.period.end, { interval: 'year', interval_count: 1 }, state.anchor ?? 1)

/** By how many days a trial is extended at once, at most. */
const extensionDays = 90

/** The UTC day up to which a trial may be extended now. Null where it is in none. */
export const longestTrial = ({ phase, trial_ends }: State): Day | null =>
  phase === 'trial' && trial_ends !== null ? trial_ends + extensionDays : null
