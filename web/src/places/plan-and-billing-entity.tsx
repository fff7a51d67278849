import { t } from '@byre/contract/words'
import type { BillingEntity } from '@byre/contract/billing/billing-entities'
import { limits } from '@byre/contract/limits'
import type { Plan } from '@byre/contract/billing/plans'
import { BillingEntityPicker } from '../billing/payers/billing-entity-picker.tsx'
import { createNew, currencyIn, currencyOf } from '../billing/billing-entities.ts'
import { PlanPicker } from '../billing/plans/plan-picker.tsx'
import type { Kind } from '../products.ts'
import { FormSection, useFormValue } from '../ui/forms/form-shell.tsx'

/* What the forms of a new and of an existing place share: what it costs and who pays. */

interface PricingPlanProps {
  billingEntities: readonly BillingEntity[]
  plans: readonly Plan[]
  /** What is paid in while nobody is chosen that this page knows. */
  otherwise: Plan['currency']
  /** Its trial is still ahead. */
  isNew?: boolean
}

export function PricingPlan({ billingEntities, plans, otherwise, isNew = false }: PricingPlanProps) {
  const currency = useCurrency(billingEntities, otherwise)
  return (
    <FormSection
      title={t`Select a Pricing Plan`}
      hint={
        <>
          {isNew && <>{t`${limits.trialDays} days free, no card needed.`} </>}
          {t`Prices are in ${currencyNames[currency]}, without tax.`}
        </>
      }
    >
      <PlanPicker plans={plans} currency={currency} />
    </FormSection>
  )
}

interface BillingInformationProps {
  kind: Kind
  billingEntities: readonly BillingEntity[]
  present?: { id: string; name: string }
}

export function BillingInformation({ kind, billingEntities, present }: BillingInformationProps) {
  return (
    <FormSection title={t`Select Billing Information`}>
      <BillingEntityPicker
        billingEntities={billingEntities}
        present={present}
        copyLabel={t`Copy ${kind.title} Information`}
      />
    </FormSection>
  )
}

const currencyNames = { cad: t`Canadian dollars`, usd: t`US dollars` }

/** The chosen payer's; a new one's goes by its country. */
function useCurrency(
  billingEntities: readonly BillingEntity[],
  otherwise: Plan['currency'],
): Plan['currency'] {
  const chosen = useFormValue('billing_entity_id')
  const country = useFormValue('organization_country')
  if (chosen === createNew) return currencyIn(country)
  const billingEntity = billingEntities.find(({ id }) => id === chosen)
  return billingEntity ? currencyOf(billingEntity) : otherwise
}
