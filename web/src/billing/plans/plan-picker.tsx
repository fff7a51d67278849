import { t, translated } from '@byre/contract/words'
import type { Plan } from '@byre/contract/billing/plans'
import { IconCheck, IconClock } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { formatPrice } from '../../lib/format.ts'
import { Carousel } from '../../ui/carousel.tsx'
import { useFormFill, useFormValue } from '../../ui/forms/form-shell.tsx'
import { RadioCard, RadioGroup } from '../../ui/forms/radio-cards.tsx'
import { beyondPhone, useWidth } from '../../lib/width.ts'
import { sameIn } from './plans.ts'
import '../billing.css'

interface PlanPickerProps {
  /** In every currency; those of the payer's are offered. */
  plans: readonly Plan[]
  currency: Plan['currency']
}

/** Three plans at a time, round and round; on a phone one below the other. */
export function PlanPicker({ plans, currency }: PlanPickerProps) {
  const chosen = useFormValue('plan_id')
  useSamePlan(chosen, plans, currency)
  const offered = plans.filter((plan) => plan.currency === currency)
  // Where it begins only: the carousel would jump if this followed the choice.
  const [start] = useState(() =>
    Math.max(
      0,
      offered.findIndex(({ id }) => id === chosen),
    ),
  )
  const isPhone = !useWidth(beyondPhone)
  if (offered.length === 0) return <p>{t`There are no plans to choose from right now.`}</p>
  if (isPhone)
    return (
      <RadioGroup name="plan_id" label={t`Plan`} quietLabel>
        <div className="plan-list">
          {offered.map((plan) => (
            <PlanCard key={plan.id} plan={plan} />
          ))}
        </div>
      </RadioGroup>
    )
  return (
    <RadioGroup name="plan_id" label={t`Plan`} quietLabel>
      <Carousel label={t`Plans`} count={offered.length} start={start} groups={intervalsOf(offered)}>
        {(index) => {
          const plan = offered[index]
          return plan && <PlanCard plan={plan} />
        }}
      </Carousel>
    </RadioGroup>
  )
}

/** Where those that are paid by the month, and by the year, begin; nothing where there is but one of these. */
function intervalsOf(plans: readonly Plan[]) {
  const groups = [
    { label: t`Monthly`, at: plans.findIndex(({ interval }) => interval === 'month') },
    { label: t`Yearly`, at: plans.findIndex(({ interval }) => interval === 'year') },
  ].filter(({ at }) => at >= 0)
  return groups.length > 1 ? groups.toSorted((a, b) => a.at - b.at) : []
}

function PlanCard({ plan }: { plan: Plan }) {
  return (
    <RadioCard value={plan.id} title={plan.name}>
      <span className="plan-price figures">{formatPrice(plan)}</span>
      <span className="plan-words">
        {translated(plan.description)}
        {plan.features.map((feature) => (
          <span key={feature} className="plan-feature">
            {feature.startsWith('Coming:') ? (
              <IconClock size={16} aria-hidden />
            ) : (
              <IconCheck size={16} aria-hidden />
            )}
            {translated(feature)}
          </span>
        ))}
      </span>
    </RadioCard>
  )
}

/** A payer in another currency is offered the same plans in that one: the choice goes along. */
function useSamePlan(chosen: string, plans: readonly Plan[], currency: Plan['currency']) {
  const fill = useFormFill()
  const plan = plans.find(({ id }) => id === chosen)
  const stray = chosen !== '' && plan?.currency !== currency
  const wanted = plan ? (sameIn(currency, plan, plans)?.id ?? '') : ''
  useEffect(() => {
    if (stray) fill({ plan_id: wanted })
  })
}
