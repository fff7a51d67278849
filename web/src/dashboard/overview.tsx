import { t } from '@byre/contract/words'
import type { Overview } from '@byre/contract/billing/overview'
import { sumInWords } from '../billing/names-and-sums.ts'
import { billingDay } from '../billing/billing-day.ts'
import { Figure, Figures } from '../billing/figures.tsx'
import { formatCount } from '../lib/format.ts'
import { beyondPhone, useWidth } from '../lib/width.ts'
import '../ui/fold.css'
import { usePart } from '../ui/fetched/part.ts'
import { NeedsYou } from './needs-you.tsx'
import { spendingPart } from './parts.ts'
import './dashboard.css'

/** What the dashboard says first: what needs its reader, and how all that they have stands in four figures. */
export function OverviewPart({ of: overview }: { of: Overview }) {
  const isPhone = !useWidth(beyondPhone)
  const hasNone = overview.places === 0 && overview.cost_a_month.length === 0
  const hasMoney = overview.cost_a_month.length > 0 || overview.unpaid.length > 0
  return (
    <>
      <NeedsYou of={overview} isNew={hasNone} />
      {!hasNone && <InFigures of={overview} />}
      {hasMoney && (isPhone ? <FoldedSpending /> : <Spending />)}
    </>
  )
}

/** On a phone what was spent is a line, so that the places are not far. */
function FoldedSpending() {
  return (
    <details className="fold">
      <summary>{t`Spending`}</summary>
      <Spending />
    </details>
  )
}

function Spending() {
  const { SpendingPart } = usePart(spendingPart) ?? {}
  return SpendingPart && <SpendingPart />
}

function InFigures({
  of: { places, running, people, cost_a_month: cost, next_charge: next },
}: {
  of: Overview
}) {
  return (
    <Figures>
      <Figure
        name={t`Running`}
        is={t`${running} of ${places}`}
        more={running < places && t`${places - running} shut`}
      />
      <Figure
        name={t`Cost a month`}
        is={cost.length > 0 ? sumInWords(cost) : t`Nothing`}
        more={cost.length > 0 && t`before tax`}
      />
      <Figure
        name={t`Next charge`}
        is={next ? sumInWords(next.sums) : t`None`}
        more={
          next &&
          (next.places > 1 ? t`${billingDay(next.at)}, for ${next.places} places` : billingDay(next.at))
        }
      />
      <Figure name={t`People`} is={formatCount(people)} more={people === 1 && t`You alone`} />
    </Figures>
  )
}
