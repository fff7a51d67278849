import type { AccessState } from '../customers/index.ts'
import type { Phase } from './engine.policy.ts'

/*
 * What follows from an invoice that is not paid: tries on fixed days after the first that failed, and
 * what its place may still do. Only the place that the invoice is for is affected. A day here is 24 hours from the
 * moment of the first failure, not a calendar day (specification 6.5, decision 0027).
 */

const dayMs = 24 * 3600 * 1000
/** Days after the first failure on which the card is tried again. */
const retryDays = [2, 7, 14, 21] as const
const readOnlyAfter = 14
const stoppedAfter = 21

/** An invoice that was tried and is not paid; times are ISO 8601. */
export interface Debt {
  failed_at: string
  /** Null: only a new card helps. */
  next_try_at: string | null
}

const after = (time: string, days: number) => new Date(Date.parse(time) + days * dayMs)

/**
 * When the card is tried again: 2, 7, 14 and 21 times 24 hours after the first failure; null when all have passed.
 */
function nextTry(failedAt: string, at: Date): Date | null {
  return retryDays.map((days) => after(failedAt, days)).find((time) => time > at) ?? null
}

/**
 * When the debts of one declined charge are tried again, as one: the first time that any of them is to be; null when
 * all times of all of them have passed.
 */
export function nextTryOfAll(failed: readonly string[], at: Date): Date | null {
  const times = failed.flatMap((failedAt) => nextTry(failedAt, at)?.getTime() ?? [])
  return times.length === 0 ? null : new Date(Math.min(...times))
}

/**
 * When a debt closes its place by itself: 14 (read-only) and 21 (stopped) times 24 hours after the first failure. A
 * try at the same time decides that instead: those of a shared charge are on the days of each of its debts.
 */
export function nextStep({ failed_at, next_try_at }: Debt, at: Date): Date | null {
  if (next_try_at !== null) return null
  return [readOnlyAfter, stoppedAfter].map((days) => after(failed_at, days)).find((time) => time > at) ?? null
}

export type SubscriptionStatus = 'trialing' | 'active' | 'past_due' | 'read_only' | 'stopped' | 'canceled'

/** What the present payer's debts make of a subscription; the oldest decides. */
function statusOfDebts(debts: readonly Debt[], at: Date): 'active' | 'past_due' | 'read_only' | 'stopped' {
  if (debts.some(({ failed_at }) => after(failed_at, stoppedAfter) <= at)) return 'stopped'
  if (debts.some(({ failed_at }) => after(failed_at, readOnlyAfter) <= at)) return 'read_only'
  return debts.length > 0 ? 'past_due' : 'active'
}

/** What the payer of a subscription owes for it. */
export interface Owing {
  debts: readonly Debt[]
  /** Its billing information was deleted: nobody pays any more. */
  payer_gone: boolean
}

/** What a subscription is at a moment, by its phase and by what its present payer owes for it. */
export function statusOf(phase: Phase, { debts, payer_gone }: Owing, at: Date): SubscriptionStatus {
  if (phase === 'ended') return 'canceled'
  const owed = statusOfDebts(debts, at)
  if (payer_gone && owed !== 'stopped') return 'read_only'
  if (phase === 'trial') return 'trialing'
  if (phase === 'period') return owed
  return owed === 'stopped' ? 'stopped' : 'read_only'
}

/** A place that nobody pays for any more can still be read. */
export function accessStateOf(status: SubscriptionStatus): AccessState {
  if (status === 'stopped') return 'stopped'
  return status === 'read_only' || status === 'canceled' ? 'read_only' : 'ok'
}

/** Whether what is owed keeps the next period from beginning: from the day on which the place is closed. */
export function holdsBack({ debts, payer_gone }: Owing, at: Date): boolean {
  if (payer_gone) return true
  const status = statusOfDebts(debts, at)
  return status === 'read_only' || status === 'stopped'
}
