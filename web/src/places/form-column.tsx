import { t } from '@byre/contract/words'
import { rich } from '../ui/rich.tsx'
import type { BillingEntity } from '@byre/contract/billing/billing-entities'
import { getPlanPrice, type Plan } from '@byre/contract/billing/plans'
import { countries } from '@byre/contract/regions'
import { use, type ReactNode } from 'react'
import { createNew } from '../billing/billing-entities.ts'
import { billingDay } from '../billing/billing-day.ts'
import { formatInterval, formatMoney, formatPrice } from '../lib/format.ts'
import { useAsk } from '../lib/query.ts'
import { Card } from '../ui/card.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { useFormValue } from '../ui/forms/form-shell.tsx'
import { FieldLink } from '../ui/forms/go-to-field.tsx'
import { useMissing } from '../ui/forms/missing-notice.tsx'
import { KnownAddress } from './address-told.tsx'
import './form-column.css'

interface FormColumnProps {
  title: string
  plans: readonly Plan[]
  billingEntities: readonly BillingEntity[]
  /** Its trial is still ahead. */
  isNew?: boolean
}

/** What the form comes to, beside it while it is filled in: where it answers, the plan, what that costs and from when on. */
export function FormColumn({ title, plans, billingEntities, isNew = false }: FormColumnProps) {
  const { host } = use(KnownAddress)
  const typed = useFormValue('subdomain')
  const planId = useFormValue('plan_id')
  const plan = plans.find(({ id }) => id === planId)
  const address = useBillingAddress(billingEntities)
  const price = useAsk(getPlanPrice, plan && address ? { id: plan.id, ...address } : null, {
    keep: true,
  }).data
  const isCurrent = price?.plan_id === planId
  return (
    <Card title={title}>
      <Facts>
        <Fact name={t`Address`}>{host ?? (typed || '–')}</Fact>
        <Fact name={t`Plan`}>{plan ? `${plan.name}, ${formatPrice(plan)}` : '–'}</Fact>
        <Fact name={t`With tax`}>
          {plan && price && isCurrent ? (
            <>{rich`${(<strong className="figures">{formatMoney(price.total, price.currency)}</strong>)} per ${formatInterval(plan)}${
              price.taxes.length > 0 && (
                <span className="soft"> ({price.taxes.map(({ name }) => name).join(', ')})</span>
              )
            }`}</>
          ) : (
            '–'
          )}
        </Fact>
        {isNew && (
          <Fact name={t`First charge`}>{price && isCurrent ? billingDay(price.first_charge_at) : '–'}</Fact>
        )}
      </Facts>
    </Card>
  )
}

/** Taxes depend on where the payer is; null while nobody is chosen whose address this page knows. */
function useBillingAddress(billingEntities: readonly BillingEntity[]) {
  const chosen = useFormValue('billing_entity_id')
  const country = useFormValue('organization_country')
  const region = useFormValue('organization_region')
  const known = billingEntities.find(({ id }) => id === chosen)
  if (chosen !== createNew && !known) return null
  const at = known ?? { country, region }
  const inCountry = countries.find((one) => one === at.country)
  return { ...(inCountry && { country: inCountry }), ...(at.region && { region: at.region }) }
}

/** On a phone, beside the button: how many fields are left, and the way to the first of them. */
function LeftToFillIn() {
  const missing = useMissing()
  const [first] = missing
  if (!first) return null
  const [name] = first
  return <FieldLink name={name} className="form-left">{t`${missing.length} left`}</FieldLink>
}

/** The button of a form, which on a phone stays at its foot with what is left. */
export const withLeft = (button: ReactNode) => (
  <div className="form-go at-foot">
    <LeftToFillIn />
    {button}
  </div>
)

/** Fields beside a column that has the notice and the buttons. */
export const besideFields = (column: ReactNode) =>
  function lay(fields: ReactNode, foot: ReactNode) {
    return (
      <>
        <div className="form">{fields}</div>
        <div className="form form-column">
          {column}
          {foot}
        </div>
      </>
    )
  }
