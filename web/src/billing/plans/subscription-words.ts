import { t } from '@byre/contract/words'
import type { PaidPlace } from '@byre/contract/billing/paid-places'
import { formatInterval, formatMoney } from '../../lib/format.ts'
import type { StatusKind } from '../../ui/badge.tsx'
import { billingDay, planInWordsOf, type PlansById } from '../paid.ts'

interface StatusBadge {
  is: StatusKind
  words: string
}

/** How a subscription stands, in a word or two. */
export function statusBadgeOf({ status, phase, ...paid }: PaidPlace): StatusBadge {
  if (phase === 'paused' && status === 'read_only')
    return {
      is: 'waiting',
      words: paid.resumes_at ? t`Paused until ${billingDay(paid.resumes_at)}` : t`Paused`,
    }
  switch (status) {
    case 'trialing': {
      const { trial_ends_at: end } = paid
      return { is: 'info', words: end ? t`Free trial until ${billingDay(end)}` : t`Free trial` }
    }
    case 'active':
      return { is: 'success', words: t`Active` }
    case 'past_due':
      return { is: 'warning', words: t`Payment overdue` }
    case 'read_only':
      return { is: 'warning', words: t`Read-only until it is paid` }
    case 'stopped':
      return { is: 'danger', words: t`Stopped until it is paid` }
    case 'canceled':
      return { is: 'danger', words: t`Canceled` }
  }
}

/** `C$83.35 with tax on December 21st 2026`, or when it is charged otherwise. */
export function nextChargeInWords({ next_charge: next }: PaidPlace, hasCard: boolean): string {
  if (!next) return t`None, it ends before`
  const amount = `${formatMoney(next.total, next.currency)}${next.tax > 0 ? t` with tax` : ''}`
  if (next.at === null)
    return hasCard ? t`${amount}, once what is owed is paid` : t`${amount}, once there is a card`
  return t`${amount} on ${billingDay(next.at)}${hasCard ? '' : t`, if there is a card by then`}`
}

/** What is to happen with the period's end, or null. */
export function comingOf(paid: PaidPlace, plans: PlansById): string | null {
  const { cancel_at: end, resumes_at: resumes, pending_plan_id: plan, phase } = paid
  const { pending_billing_entity_id: billingEntity, current_period_end: periodEnd } = paid
  if (end) return t`It ends on ${billingDay(end)}.`
  const from = periodEnd ? t` from ${billingDay(periodEnd)}` : ''
  const changes = [
    plan && `${planInWordsOf(plan, plans)}${priceAfter(plans, plan)}${from}.`,
    billingEntity && t`Other billing information pays${from}.`,
    resumes && phase === 'period' && t`Paused${from} until ${billingDay(resumes)}.`,
  ]
  return changes.filter(Boolean).join(' ') || null
}

function priceAfter(plans: PlansById, id: string): string {
  const plan = plans.get(id)
  return plan ? t`, ${formatMoney(plan.amount, plan.currency)} per ${formatInterval(plan)},` : ''
}
