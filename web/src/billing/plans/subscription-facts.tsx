import { t } from '@byre/contract/words'
import type { PaidPlace } from '@byre/contract/billing/paid-places'
import { formatPrice } from '../../lib/format.ts'
import { Status } from '../../ui/badge.tsx'
import { Fact } from '../../ui/facts.tsx'
import { billingDay } from '../billing-day.ts'
import { type PlansById } from '../paid.ts'
import { comingOf, nextChargeInWords, statusBadgeOf } from './subscription-words.ts'

interface SubscriptionFactsProps {
  paid: PaidPlace
  plans: PlansById
  /** Whether who pays next has a card, as far as the reader may know; null when not. */
  hasCard: boolean | null
}

/** A subscription's plan, how it stands, what is to come and what that costs. */
export function SubscriptionFacts({ paid, plans, hasCard }: SubscriptionFactsProps) {
  const plan = plans.get(paid.plan_id)
  const { is, words } = statusBadgeOf(paid)
  const coming = comingOf(paid, plans)
  return (
    <>
      <Fact name={t`Plan`}>{plan ? `${plan.name}, ${formatPrice(plan)}` : t`A former plan`}</Fact>
      <Fact name={t`Status`}>
        <Status is={is}>{words}</Status>
      </Fact>
      {paid.cancel_at ? (
        <Fact name={t`Ends on`}>{billingDay(paid.cancel_at)}</Fact>
      ) : (
        coming && <Fact name={t`From then on`}>{coming}</Fact>
      )}
      <Fact name={t`Next charge`}>
        <span className="figures">{nextChargeInWords(paid, hasCard ?? true)}</span>
      </Fact>
    </>
  )
}
