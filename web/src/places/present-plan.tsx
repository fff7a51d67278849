import { t } from '@byre/contract/words'
import { getPlan, type Plan } from '@byre/contract/billing/plans'
import { Fact } from '../ui/facts.tsx'
import { call } from '../lib/api.ts'
import { formatPrice } from '../lib/format.ts'
import { useAnswer } from '../lib/query.ts'
import type { Kind, Place } from '../products.ts'
import { Banner } from '../ui/banner.tsx'

/* How a place is paid for now. Apart from the forms, which the page that only shows it can do without. */

/** Its plan, also when that is no longer on offer; null when none was chosen yet. */
export const usePlanOf = ({ plan_id: id }: Place) =>
  useAnswer([getPlan.name, 'of', String(id)], async (signal) =>
    id === null ? null : call(getPlan, { id }, { signal }),
  )

export function PlanFact({ plan }: { plan: Plan | null }) {
  return (
    <Fact name={t`Plan`}>
      {plan ? `${plan.name}, ${formatPrice(plan)}` : <span className="soft">{t`None chosen yet`}</span>}
    </Fact>
  )
}

export function NoBilling({ kind }: { kind: Kind }) {
  return (
    <Banner is="warning">{t`Sorry we could not find the billing information. Please update the ${kind.one} to ensure payments can still be recieved.`}</Banner>
  )
}
