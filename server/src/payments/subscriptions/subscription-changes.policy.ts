import { may, type Role } from '@byre/contract/rights'
import { changeSubscriptionItem, type ChangePreview } from '@byre/contract/billing/subscriptions'
import type { BillingEntityTerms, ChargedBillingEntity } from '../../customers/index.ts'
import { refuse } from '../../platform/errors.ts'
import { prove } from '../../platform/proven.ts'
import type { State, Terms } from '../engine.policy.ts'
import { monthDayOf, periodFrom, timeOf, type Day, type Period } from '../periods.policy.ts'
import type { PlanTerms } from '../proration.policy.ts'

/** Someone's roles in a place and in whoever pays for it; null where they do not belong. */
export interface Roles {
  ofPlace: Role | null
  /** Whoever is charged from the next period on: what changes now or later, changes for them. */
  ofBillingEntity: Role | null
}

export const mayPay = (role: Role | null) => may(role, 'payWith', 'billing_entity')

/** Neither place nor payer is theirs: for them there is no such item. */
export const isStranger = ({ ofPlace, ofBillingEntity }: Roles) =>
  ofPlace === null && ofBillingEntity === null

/** Another plan costs the payer something: the place's Owner, who also runs the payer. */
const mayChangeItem = ({ ofPlace, ofBillingEntity }: Roles) =>
  may(ofPlace, 'changePlan', 'place') && mayPay(ofBillingEntity)

/** Those who pay may always stop paying, and think better of it. */
const mayRemoveItem = ({ ofBillingEntity }: Roles) =>
  may(ofBillingEntity, changeSubscriptionItem.who.right, 'billing_entity')

/** What it costs is told to those who run the place or its payer. */
export const maySeeCost = ({ ofPlace, ofBillingEntity }: Roles) =>
  may(ofPlace, 'seeCost', 'place') || may(ofBillingEntity, 'seeCost', 'billing_entity')

/** Why they may not: its Owner lacks nothing but the payer's word, which can be asked for. */
const refusalOf = ({ ofPlace, ofBillingEntity }: Roles) =>
  may(ofPlace, 'changePlan', 'place') && !mayPay(ofBillingEntity)
    ? 'payer.right_missing'
    : 'role.insufficient'

/** An item's subscription, whoever pays from the next period on, and what somebody is to both. */
interface RunItem {
  id: string
  billingEntity: BillingEntityTerms
  roles: Roles
}

/** What costs the payer something; refuses others. */
export function accessToChange({ id, billingEntity, roles }: RunItem) {
  if (!mayChangeItem(roles)) refuse(refusalOf(roles))
  return {
    id: prove('changePlan', id),
    billingEntity: { ...billingEntity, id: prove('payWith', billingEntity.id) },
  }
}

/** Stopping, and thinking better of it; refuses others. */
export function accessToStop({ id, roles }: RunItem) {
  if (!mayRemoveItem(roles)) refuse(refusalOf(roles))
  return prove('stopPaying', id)
}

/** The payer that somebody chooses for a place, with what they are there; refuses who may not. */
export function accessToChoose(
  ofPlace: Role,
  billingEntity: BillingEntityTerms & { role: Role },
): ChargedBillingEntity {
  const roles = { ofPlace, ofBillingEntity: billingEntity.role }
  if (!mayChangeItem(roles)) refuse(refusalOf(roles), { field: 'billing_entity_id' })
  return { ...billingEntity, id: prove('payWith', billingEntity.id) }
}

/** The subscription of a place for which a plan was chosen with a payer; customers has judged who chose it. */
export const accessByChoice = (_billingEntity: ChargedBillingEntity, id: string) => prove('changePlan', id)

/** When a change begins that leaves a subscription in this state. */
export function beginningOf(
  { phase, period, resumes }: State,
  isCharged: boolean,
  trialEndsAt: string | null,
  at: Date,
): Pick<ChangePreview, 'begins' | 'begins_at'> {
  if (isCharged) return { begins: 'now', begins_at: at.toISOString() }
  if (phase === 'trial') return { begins: 'after the trial', begins_at: trialEndsAt }
  if (phase === 'paused' && resumes !== null) return { begins: 'after the pause', begins_at: timeOf(resumes) }
  if (phase === 'period' && period) return { begins: 'with the next period', begins_at: timeOf(period.end) }
  return { begins: 'with a card', begins_at: null }
}

/** The first whole period on a plan after such a change. */
export function firstPeriodOf(state: State, plan: PlanTerms, today: Day): Period {
  const { phase, period, trial_ends, resumes, anchor } = state
  if (phase === 'period' && period) return periodFrom(period.end, plan, anchor ?? monthDayOf(period.end))
  const start = (phase === 'trial' ? trial_ends : phase === 'paused' ? resumes : null) ?? today
  return periodFrom(start, plan, monthDayOf(start))
}

/** What is charged next if nothing changes: from when, at whose cost, for which period. Null where it ends. */
export function nextChargeOf(
  state: State,
  trialEndsAt: string | null,
  today: Day,
): { at: string | null; terms: Terms; period: Period } | null {
  if (state.phase === 'ended' || state.ends) return null
  const terms = (state.phase === 'period' ? state.pending : null) ?? state
  const rests = state.phase === 'period' && state.resumes !== null
  const period = firstPeriodOf(rests ? { ...state, phase: 'paused' } : state, terms.plan, today)
  const at = state.phase === 'waiting' ? null : state.phase === 'trial' ? trialEndsAt : timeOf(period.start)
  return { at, terms, period }
}
