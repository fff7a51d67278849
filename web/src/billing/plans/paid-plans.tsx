import { t } from '@byre/contract/words'
import { rich } from '../../ui/rich.tsx'
import type { PaidPlace } from '@byre/contract/billing/paid-places'
import type { Plan } from '@byre/contract/billing/plans'
import { formatList, formatMoney, formatPrice } from '../../lib/format.ts'
import { EmptyState } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import type { PlansById } from '../paid.ts'
import { totalsOf } from './plans.ts'

interface Line {
  plan: Plan
  count: number
}

/** Each plan once with how many places are on it, and what they come to. */
export function PaidPlans({ paid, plans }: { paid: readonly PaidPlace[]; plans: PlansById }) {
  const all = paid.flatMap(({ plan_id: id }) => plans.get(id) ?? [])
  const lines = linesOf(all)
  return (
    <div className="stack">
      <Table
        caption={t`Plans this pays for`}
        columns={[
          { header: t`Plan`, cell: ({ plan }: Line) => plan.name },
          { header: t`For`, cell: ({ plan }: Line) => (plan.product === 'sites' ? t`Sites` : t`Clinics`) },
          { header: t`Price`, cell: ({ plan }: Line) => formatPrice(plan) },
          { header: t`How many`, cell: ({ count }: Line) => count, end: true },
          {
            header: t`Total`,
            cell: ({ plan, count }: Line) => formatMoney(plan.amount * count, plan.currency),
            end: true,
          },
        ]}
        rows={lines}
        rowKey={({ plan }) => plan.id}
        empty={
          <EmptyState
            title={t`No Plans`}
            drawing="scale"
          >{t`The plans of what this pays for will appear here.`}</EmptyState>
        }
      />
      {lines.length > 0 && (
        <p className="figures">{rich`In all ${(
          <strong>{formatList(totalsOf(all).map((total) => formatPrice(total)))}</strong>
        )}, without tax. What is on its free trial or paused costs nothing yet.`}</p>
      )}
    </div>
  )
}

function linesOf(plans: readonly Plan[]): Line[] {
  const lines = new Map<string, Line>()
  for (const plan of plans) lines.set(plan.id, { plan, count: (lines.get(plan.id)?.count ?? 0) + 1 })
  return [...lines.values()]
}
