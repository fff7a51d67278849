import { t } from '@byre/contract/words'
import type { BillingEntity } from '@byre/contract/billing/billing-entities'
import { postalLabel, regionLabel } from '@byre/contract/regions'
import type { Plan } from '@byre/contract/billing/plans'
import { Meanwhile, type Difference } from '../ui/forms/meanwhile.tsx'
import { createNew } from '../billing/billing-entities.ts'
import { formatPrice } from '../lib/format.ts'

export interface OwnFields {
  /** What the fields that only this kind has are called. */
  labels: Readonly<Record<string, string>>
  /** Their values in words, where those say more than the value itself. */
  words: (field: string, value: string) => string
}

interface ChangedMeanwhileProps extends OwnFields {
  differences: readonly Difference[]
  plans: readonly Plan[]
  billingEntities: readonly BillingEntity[]
  country: string | null
}

/** What somebody else changed of a place, in the words of its form. */
export function ChangedMeanwhile({
  differences,
  plans,
  billingEntities,
  country,
  labels,
  words,
}: ChangedMeanwhileProps) {
  const inWords = (field: string, value: string) => {
    if (field === 'plan_id') {
      const plan = plans.find(({ id }) => id === value)
      return plan ? `${plan.name}, ${formatPrice(plan)}` : t`another plan`
    }
    if (field === 'billing_entity_id') {
      if (value === createNew) return t`new billing information`
      return billingEntities.find(({ id }) => id === value)?.name ?? t`other billing information`
    }
    return words(field, value)
  }
  return (
    <Meanwhile
      differences={differences}
      labels={{
        name: t`Name`,
        description: t`Description`,
        subdomain: t`Subdomain`,
        domain: t`Custom domain`,
        address: t`Address`,
        city: t`City`,
        country: t`Country`,
        region: regionLabel(country),
        postal_code: postalLabel(country),
        plan_id: t`Plan`,
        billing_entity_id: t`Billing information`,
        ...labels,
      }}
      words={inWords}
    />
  )
}
