import { t } from '@byre/contract/words'
import { rich } from '../../ui/rich.tsx'
import type { Plan } from '@byre/contract/billing/plans'
import type { ChangePreview } from '@byre/contract/billing/subscriptions'
import { formatInterval, formatMoney } from '../../lib/format.ts'
import { MoneyLines } from '../money-lines.tsx'
import { billingDay } from '../billing-day.ts'

/** When a change begins and what it costs, before it is made. */
export function ChangeOutlook({ plan, preview }: { plan: Plan; preview: ChangePreview }) {
  const { begins, begins_at: at, each_period: each } = preview
  const [sum, interval] = [formatMoney(each.total, each.currency), formatInterval(plan)]
  const price = each.tax > 0 ? t`${sum} per ${interval}, taxes included` : t`${sum} per ${interval}`
  if (begins === 'now')
    return (
      <>
        <p>{rich`${(<strong>{plan.name}</strong>)} begins now. This is charged at once:`}</p>
        <MoneyLines of={t`Charged now`} amounts={preview} sum={t`Charged now`} />
        <p>{t`From the next period on it is ${price}.`}</p>
      </>
    )
  const name = <strong>{plan.name}</strong>
  if (at === null)
    return (
      <p>{rich`Nothing is charged now. ${name} begins as soon as there is a card and nothing is owed: ${price}.`}</p>
    )
  const day = billingDay(at)
  if (begins === 'after the trial')
    return (
      <p>{rich`Nothing is charged now. ${name} begins on ${day}, when the free trial ends: ${price}.`}</p>
    )
  return (
    <p>{rich`Nothing is charged now. ${name} begins on ${day}; until then everything stays as it is: ${price}.`}</p>
  )
}
