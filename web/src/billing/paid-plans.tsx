import type { Plan } from '@byre/contract/plans'
import { formatMoney, formatPrice } from '../lib/format.ts'
import { EmptyState } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import type { Paid } from './entity-tabs.tsx'
import { totalsOf } from './plans.ts'

interface Line {
  plan: Plan
  count: number
}

/** Each plan once with how many sites are on it, and what they come to. */
export function PaidPlans({ paid }: { paid: readonly Paid[] }) {
  const plans = paid.flatMap(({ plan }) => plan ?? [])
  const lines = linesOf(plans)
  return (
    <div className="stack">
      <Table
        caption="Plans this pays for"
        columns={[
          { header: 'Plan', cell: ({ plan }: Line) => plan.name },
          { header: 'Price', cell: ({ plan }: Line) => formatPrice(plan) },
          { header: 'Sites', cell: ({ count }: Line) => count, end: true },
          {
            header: 'Total',
            cell: ({ plan, count }: Line) => formatMoney(plan.amount * count, plan.currency),
            end: true,
          },
        ]}
        rows={lines}
        rowKey={({ plan }) => plan.id}
        empty={
          <EmptyState title="No Plans">The plans of the sites this pays for will appear here.</EmptyState>
        }
      />
      {lines.length > 0 && (
        <p className="figures">
          In all <strong>{totalsOf(plans).map(formatPrice).join(' and ')}</strong>, without tax. A site on its
          free trial costs nothing yet.
        </p>
      )}
    </div>
  )
}

function linesOf(plans: readonly Plan[]): Line[] {
  const lines = new Map<string, Line>()
  for (const plan of plans) lines.set(plan.id, { plan, count: (lines.get(plan.id)?.count ?? 0) + 1 })
  return [...lines.values()]
}
