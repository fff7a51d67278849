import { shareOf } from './money.policy.ts'
import { daysIn, monthsOf, type Day, type Period, type Term } from './periods.policy.ts'

/** What a plan costs, and how long that lasts. */
export interface PlanTerms extends Term {
  id: string
  name: string
  currency: 'cad' | 'usd'
  /** Minor units of `currency` for one whole term, without tax. */
  amount: number
}

/**
 * One line of an invoice: a plan for some UTC days. `days` of the `of` days of its period at the plan's
 * price; a credit gives days back that were charged before.
 */
export interface Line {
  kind: 'charge' | 'credit'
  plan: PlanTerms
  /** The first UTC day, and the one after the last. */
  from: Day
  to: Day
  /** Days of the whole period. */
  of: number
  /** Minor units of the plan's currency, without tax; 0 or less for a credit. */
  amount: number
}

/** A whole period at the plan's price: minor units of its currency, without tax. */
export function lineOfPeriod(plan: PlanTerms, period: Period): Line {
  return { kind: 'charge', plan, from: period.start, to: period.end, of: daysIn(period), amount: plan.amount }
}

/**
 * The UTC days of a period from `day` on, charged or given back: their share of the price by days, in minor units
 * without tax, rounded once (`shareOf`); a credit is 0 or less.
 */
export function lineOfRest(kind: Line['kind'], plan: PlanTerms, period: Period, day: Day): Line {
  const share = shareOf(plan.amount, period.end - day, daysIn(period))
  const amount = kind === 'credit' ? -share || 0 : share
  return { kind, plan, from: day, to: period.end, of: daysIn(period), amount }
}

/**
 * Whether a change is an upgrade, which begins at once: more is paid for a term that is no shorter. The
 * credit for the present plan's unused days is then never more than what the new one costs, so that no
 * invoice is negative. Everything else waits for the end of the period.
 */
export function isDearer(to: PlanTerms, from: PlanTerms): boolean {
  return monthsOf(to) >= monthsOf(from) && to.amount > from.amount
}
