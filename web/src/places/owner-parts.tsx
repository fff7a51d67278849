import type { BillingEntity } from '@byre/contract/billing-entities'
import { getPlan, type Plan } from '@byre/contract/plans'
import { Fact, Facts, none } from '../billing/facts.tsx'
import { createNew, currencyIn } from '../billing/payers.ts'
import { call } from '../lib/api.ts'
import { formatPrice } from '../lib/format.ts'
import { useAnswer } from '../lib/query.ts'
import type { Place, Kind } from '../products.ts'
import { Banner } from '../ui/banner.tsx'
import { FormSection, useFormValue } from '../ui/form-shell.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { addressesOf } from './hosts.ts'
import { BillingInformation, PricingPlan } from './plan-and-payer.tsx'

/* What only an Owner of a place may change: its address, its plan and who pays. */

interface OwnerPartsProps {
  kind: Kind
  place: Place
  plans: readonly Plan[]
  payers: readonly BillingEntity[]
}

export function ForOwners({ kind, place, plans: offered, payers }: OwnerPartsProps) {
  const present = usePlanOf(place).data
  const plans = present && !offered.some(({ id }) => id === present.id) ? [...offered, present] : offered
  const chosen = useFormValue('billing_entity_id')
  const paysHere = chosen === createNew || payers.some(({ id }) => id === chosen)
  const otherwise = present?.currency ?? currencyIn(place.country)
  return (
    <>
      {present === undefined ? (
        <Skeleton height="20rem" />
      ) : paysHere ? (
        <PricingPlan payers={payers} plans={plans} otherwise={otherwise} />
      ) : (
        <FormSection
          title="Pricing Plan"
          hint="Owners and Admins of the billing information that pays can change the plan."
        >
          <Facts>
            <PlanFact plan={present} />
          </Facts>
        </FormSection>
      )}
      {place.billing === null && <NoBilling />}
      <BillingInformation
        kind={kind}
        payers={payers}
        present={{ id: place.billing_entity_id, name: place.billing?.name ?? 'Unknown' }}
      />
    </>
  )
}

export function OwnersOnly({ kind, place }: Pick<OwnerPartsProps, 'kind' | 'place'>) {
  const plan = usePlanOf(place).data
  return (
    <FormSection
      title="Address, Plan and Billing"
      hint={`Only an Owner of this ${kind.one} can change these. You are its ${place.role}.`}
    >
      <Facts>
        {addressesOf(place).map(({ name, host }) => (
          <Fact key={name} name={name}>
            {host}
          </Fact>
        ))}
        {plan === undefined ? <Skeleton lines={1} /> : <PlanFact plan={plan} />}
        <Fact name="Paid by">{place.billing?.name ?? 'Unknown'}</Fact>
      </Facts>
    </FormSection>
  )
}

export function NoBilling() {
  return (
    <Banner is="warning">
      Sorry we could not find the billing information. Please update the clinic to ensure payments can still
      be recieved.
    </Banner>
  )
}

export function PlanFact({ plan }: { plan: Plan | null }) {
  return <Fact name="Plan">{plan ? `${plan.name}, ${formatPrice(plan)}` : none}</Fact>
}

/** Its plan, also when that is no longer on offer; null when none was chosen yet. */
export const usePlanOf = ({ plan_id: id }: Place) =>
  useAnswer(['getPlan', 'of', String(id)], async (signal) =>
    id === null ? null : call(getPlan, { id }, { signal }),
  )
