import { t } from '@byre/contract/words'
import type { BillingEntity } from '@byre/contract/billing/billing-entities'
import type { Plan } from '@byre/contract/billing/plans'
import { Fact, Facts } from '../ui/facts.tsx'
import { createNew, currencyIn } from '../billing/billing-entities.ts'
import type { Place, Kind } from '../products.ts'
import { FormSection, useFormValue } from '../ui/forms/form-shell.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { addressesOf } from './hosts.ts'
import { BillingInformation, PricingPlan } from './plan-and-billing-entity.tsx'
import { NoBilling, PlanFact, usePlanOf } from './present-plan.tsx'

/* What only an Owner of a place may change: its address, its plan and who pays. */

interface OwnerPartsProps {
  kind: Kind
  place: Place
  plans: readonly Plan[]
  billingEntities: readonly BillingEntity[]
}

export function ForOwners({ kind, place, plans: offered, billingEntities }: OwnerPartsProps) {
  const present = usePlanOf(place).data
  const plans = present && !offered.some(({ id }) => id === present.id) ? [...offered, present] : offered
  const chosen = useFormValue('billing_entity_id')
  const paysHere = chosen === createNew || billingEntities.some(({ id }) => id === chosen)
  const otherwise = present?.currency ?? currencyIn(place.country)
  return (
    <>
      {present === undefined ? (
        <Skeleton height="20rem" />
      ) : paysHere ? (
        <PricingPlan billingEntities={billingEntities} plans={plans} otherwise={otherwise} />
      ) : (
        <FormSection
          title={t`Pricing Plan`}
          hint={t`Owners and Admins of the billing information that pays can change the plan. You can propose one to them on the page of the ${kind.one}.`}
        >
          <Facts>
            <PlanFact plan={present} />
          </Facts>
        </FormSection>
      )}
      {place.billing === null && <NoBilling kind={kind} />}
      <BillingInformation
        kind={kind}
        billingEntities={billingEntities}
        present={{ id: place.billing_entity_id, name: place.billing?.name ?? t`Unknown` }}
      />
    </>
  )
}

export function OwnersOnly({ kind, place }: Pick<OwnerPartsProps, 'kind' | 'place'>) {
  const plan = usePlanOf(place).data
  return (
    <FormSection
      title={t`Address, Plan and Billing`}
      hint={t`Only an Owner of this ${kind.one} can change these. You are its ${place.role}.`}
    >
      <Facts>
        {addressesOf(place).map(({ name, host }) => (
          <Fact key={name} name={name}>
            {host}
          </Fact>
        ))}
        {plan === undefined ? <Skeleton lines={1} /> : <PlanFact plan={plan} />}
        <Fact name={t`Paid by`}>{place.billing?.name ?? t`Unknown`}</Fact>
      </Facts>
    </FormSection>
  )
}
