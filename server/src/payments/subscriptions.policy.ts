import type { BillingEntityId } from '@byre/contract/subject-kinds'
import { nextStep, statusOf, type Owing } from './dunning.policy.ts'
import { dueDay, type State } from './engine.policy.ts'
import { dayOf, timeOf } from './periods.policy.ts'
import type { PlanTerms } from './proration.policy.ts'
import { nextOfTrial } from './trials.policy.ts'

/* A subscription's row as the engine's state, and back. */

const dayMs = 24 * 3600 * 1000

/** What the row tells the engine. */
export interface StoredState {
  phase: State['phase']
  billing_entity_id: BillingEntityId
  plan: PlanTerms
  pending_plan: PlanTerms | null
  pending_billing_entity_id: BillingEntityId | null
  trial_ends_at: string | null
  current_period_start: string | null
  current_period_end: string | null
  anchor_day: number | null
  cancel_at: string | null
  resumes_at: string | null
}

export function stateOf(row: StoredState): State {
  const { plan, billing_entity_id: billingEntity, current_period_start: start, current_period_end: end } = row
  const isPending = row.pending_plan !== null || row.pending_billing_entity_id !== null
  return {
    phase: row.phase,
    plan,
    payer: billingEntity,
    pending: isPending
      ? { plan: row.pending_plan ?? plan, payer: row.pending_billing_entity_id ?? billingEntity }
      : null,
    trial_ends: row.trial_ends_at === null ? null : dayOf(row.trial_ends_at),
    period: start === null || end === null ? null : { start: dayOf(start), end: dayOf(end) },
    anchor: row.anchor_day,
    ends: row.cancel_at !== null,
    resumes: row.resumes_at === null ? null : dayOf(row.resumes_at),
  }
}

/** When a trial ends that ended at a time: on the day that the engine says, at the same hour. */
export function trialEndOf({ trial_ends }: State, trialEndsAt: string | null): string | null {
  if (trial_ends === null || trialEndsAt === null) return trialEndsAt
  const days = trial_ends - dayOf(trialEndsAt)
  return days === 0 ? trialEndsAt : new Date(Date.parse(trialEndsAt) + days * dayMs).toISOString()
}

/** What stands in the row when the engine says `state` and this is owed at `at`. */
export function rowOf(state: State, trialEndsAt: string | null, owing: Owing, at: Date) {
  const { plan, payer: billingEntity, pending, period } = state
  return {
    phase: state.phase,
    status: statusOf(state.phase, owing, at),
    billing_entity_id: billingEntity,
    plan_id: plan.id,
    pending_plan_id: pending && pending.plan.id !== plan.id ? pending.plan.id : null,
    pending_billing_entity_id: pending && pending.payer !== billingEntity ? pending.payer : null,
    trial_ends_at: trialEndsAt,
    current_period_start: period && timeOf(period.start),
    current_period_end: period && timeOf(period.end),
    anchor_day: state.anchor,
    cancel_at: state.ends ? endOf(state, trialEndsAt) : null,
    resumes_at: state.resumes === null ? null : timeOf(state.resumes),
    due_at: dueAt(state, trialEndsAt, owing, at),
  }
}

const endOf = ({ period }: State, trialEndsAt: string | null) => (period ? timeOf(period.end) : trialEndsAt)

/** When somebody must look at it again. */
function dueAt(state: State, trialEndsAt: string | null, { debts }: Owing, at: Date): string | null {
  if (state.phase === 'trial' && trialEndsAt !== null) return nextOfTrial(trialEndsAt, at).toISOString()
  if (state.phase === 'ended') return null
  const due = dueDay(state)
  const times = debts.flatMap((debt) => nextStep(debt, at)?.toISOString() ?? [])
  if (due !== null) times.push(timeOf(due))
  return times.toSorted()[0] ?? null
}

/** Whether what is to happen by itself is due: a trial ends at its hour, all else with its day. */
export function isDue(state: State, trialEndsAt: string | null, at: Date): boolean {
  if (state.phase === 'trial') return trialEndsAt !== null && new Date(trialEndsAt) <= at
  const due = dueDay(state)
  return due !== null && due <= dayOf(at)
}
