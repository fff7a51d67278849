import type { Standing } from '../customers/index.ts'
import type { Phase } from './engine.policy.ts'
import type { Day } from './periods.policy.ts'

/*
 * What follows from an invoice that is not paid: tries on fixed days after it was issued, and what its
 * place may still do. Only the place that the invoice is for is affected.
 */

/** Days after issue on which a card is tried again. */
const retryDays = [2, 7, 14, 21] as const
const readOnlyFrom = 14
const stoppedFrom = 21

/** An invoice that was tried and is not paid. */
export interface Debt {
  issued: Day
}

export type Debts = readonly Debt[]

/** The next day of the ladder after `day`; null when it has been climbed. */
export function nextRetry({ issued }: Debt, day: Day): Day | null {
  const next = retryDays.find((after) => issued + after > day)
  return next === undefined ? null : issued + next
}

/** The days on which the place's standing changes by itself; null after the last. */
export function nextStep({ issued }: Debt, day: Day): Day | null {
  const next = [readOnlyFrom, stoppedFrom].find((after) => issued + after > day)
  return next === undefined ? null : issued + next
}

export type SubscriptionStatus = 'trialing' | 'active' | 'past_due' | 'read_only' | 'stopped' | 'canceled'

/** What the present payer's debts make of a subscription; the oldest decides. */
function statusOfDebts(debts: Debts, day: Day): 'active' | 'past_due' | 'read_only' | 'stopped' {
  if (debts.length === 0) return 'active'
  const age = day - Math.min(...debts.map((debt) => debt.issued))
  if (age >= stoppedFrom) return 'stopped'
  return age >= readOnlyFrom ? 'read_only' : 'past_due'
}

export function statusOf(phase: Phase, debts: Debts, day: Day): SubscriptionStatus {
  if (phase === 'ended') return 'canceled'
  if (phase === 'trial') return 'trialing'
  const owed = statusOfDebts(debts, day)
  if (phase === 'period') return owed
  return owed === 'stopped' ? 'stopped' : 'read_only'
}

/** A place that nobody pays for any more can still be read. */
export function standingOf(status: SubscriptionStatus): Standing {
  if (status === 'stopped') return 'stopped'
  return status === 'read_only' || status === 'canceled' ? 'read_only' : 'ok'
}

/** Whether what is owed keeps the next period from beginning: from the day on which a place is closed. */
export function holdsBack(debts: Debts, day: Day): boolean {
  const status = statusOfDebts(debts, day)
  return status === 'read_only' || status === 'stopped'
}
