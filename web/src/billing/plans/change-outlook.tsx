import { t } from '@byre/contract/words'
import { rich } from '../../ui/rich.tsx'
import type { Plan } from '@byre/contract/billing/plans'
import type { ChangePreview } from '@byre/contract/billing/subscriptions'
import { formatInterval, formatMoney } from '../../lib/format.ts'
import { MoneyLines } from '../money-lines.tsx'
import { billingDay } from '../paid.ts'

/** When a change begins and what it costs, before it is made. */
export function ChangeOutlook({ plan, preview }: { plan: Plan; preview: ChangePreview }) {
  const { begins, begins_at: at, each_period: each } = preview
  const price = t`${formatMoney(each.total, each.currency)} per ${formatInterval(plan)}${each.tax > 0 ? t`, taxes included` : ''}`
  if (begins === 'now')
    return (
      <>
        <p>{rich`${(<strong>{plan.name}</strong>)} begins now. This is charged at once:`}</p>
        <MoneyLines of={t`Charged now`} amounts={preview} sum={t`Charged now`} />
        <p>{t`From the next period on it is ${price}.`}</p>
      </>
    )
  return (
    <p>{rich`Nothing is charged now. ${(<strong>{plan.name}</strong>)} ${at === null ? 'begins as soon as there is a card and nothing is owed' : t`begins on ${billingDay(at)}`}${begins === 'after the trial' && t`, when the free trial ends`}${begins === 'with the next period' && t`; until then everything stays as it is`}: ${price}.`}</p>
  )
}
