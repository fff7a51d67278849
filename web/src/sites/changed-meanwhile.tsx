import type { BillingEntity } from '@byre/contract/billing-entities'
import { postalLabel, regionLabel } from '@byre/contract/places'
import type { Plan } from '@byre/contract/plans'
import { Meanwhile, type Difference } from '../billing/meanwhile.tsx'
import { createNew } from '../billing/payers.ts'
import { formatPrice } from '../lib/format.ts'
import { useSpecies } from './species.ts'

interface ChangedMeanwhileProps {
  differences: readonly Difference[]
  plans: readonly Plan[]
  payers: readonly BillingEntity[]
  country: string | null
}

/** What somebody else changed of a site, in the words of its form. */
export function ChangedMeanwhile({ differences, plans, payers, country }: ChangedMeanwhileProps) {
  const species = useSpecies().data?.species ?? []
  const words = (field: string, value: string) => {
    if (field === 'plan_id') {
      const plan = plans.find(({ id }) => id === value)
      return plan ? `${plan.name}, ${formatPrice(plan)}` : 'another plan'
    }
    if (field === 'billing_entity_id') {
      if (value === createNew) return 'new billing information'
      return payers.find(({ id }) => id === value)?.name ?? 'other billing information'
    }
    if (field === 'operation_type') return species.find(({ id }) => id === value)?.name ?? value
    return value
  }
  return (
    <Meanwhile
      differences={differences}
      labels={{
        name: 'Name',
        description: 'Description',
        subdomain: 'Subdomain',
        address: 'Address',
        city: 'City',
        country: 'Country',
        region: regionLabel(country),
        postal_code: postalLabel(country),
        unit: 'Unit',
        operation_type: 'Operation type',
        plan_id: 'Plan',
        billing_entity_id: 'Billing information',
      }}
      words={words}
    />
  )
}
