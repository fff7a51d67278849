import { t } from '@byre/contract/words'
import type { PaidPlace } from '@byre/contract/billing/paid-places'
import { formatInterval, formatMoney } from '../../lib/format.ts'
import type { StatusKind } from '../../ui/badge.tsx'
import { billingDay } from '../billing-day.ts'
import { planInWordsOf, type PlansById } from '../paid.ts'

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
  if (!next) return t`None`
  const sum = formatMoney(next.total, next.currency)
  const amount = next.tax > 0 ? t`${sum} with tax` : sum
  if (next.at === null)
    return hasCard ? t`${amount}, once what is owed is paid` : t`${amount}, once there is a card`
  const day = billingDay(next.at)
  return hasCard ? t`${amount} on ${day}` : t`${amount} on ${day}, if there is a card by then`
}

/** What is to happen with the period's end, or null. */
export function comingOf(paid: PaidPlace, plans: PlansById): string | null {
  const { cancel_at: end, resumes_at: resumes, pending_plan_id: plan, phase } = paid
  const { pending_billing_entity_id: billingEntity, current_period_end: periodEnd } = paid
  if (end) return t`Ends on ${billingDay(end)}.`
  const from = periodEnd && billingDay(periodEnd)
  const changes = [
    plan && nextPlanInWords(plan, plans, from),
    billingEntity &&
      (from ? t`Other billing information pays from ${from}.` : t`Other billing information pays.`),
    resumes && phase === 'period' && pauseInWords(from, billingDay(resumes)),
  ]
  return changes.filter(Boolean).join(' ') || null
}

const pauseInWords = (from: string | null, until: string) =>
  from ? t`Paused from ${from} until ${until}.` : t`Paused until ${until}.`

function nextPlanInWords(id: string, plans: PlansById, from: string | null): string {
  const name = planInWordsOf(id, plans)
  const plan = plans.get(id)
  if (!plan) return from ? t`${name} from ${from}.` : `${name}.`
  const [sum, interval] = [formatMoney(plan.amount, plan.currency), formatInterval(plan)]
  return from ? t`${name}, ${sum} per ${interval}, from ${from}.` : t`${name}, ${sum} per ${interval}.`
}
