import type { BillingEntity } from '@byre/contract/billing-entities'
import { getPlan, type Plan } from '@byre/contract/plans'
import type { Site } from '@byre/contract/sites'
import { Fact, Facts } from '../billing/facts.tsx'
import { createNew } from '../billing/payers.ts'
import { formatPrice } from '../lib/format.ts'
import { useAsk } from '../lib/query.ts'
import { Banner } from '../ui/banner.tsx'
import { FormSection, useFormValue } from '../ui/form-shell.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { BillingInformation, PricingPlan } from './site-form.tsx'

/* What only an Owner of a site may change: its address, its plan and who pays. */

interface OwnerPartsProps {
  site: Site
  plans: readonly Plan[]
  payers: readonly BillingEntity[]
}

export function ForOwners({ site, plans: offered, payers }: OwnerPartsProps) {
  const present = usePresentPlan(site, offered)
  const plans = present && !offered.includes(present) ? [...offered, present] : offered
  const chosen = useFormValue('billing_entity_id')
  const paysHere = chosen === createNew || payers.some(({ id }) => id === chosen)
  return (
    <>
      {!present ? (
        <Skeleton height="20rem" />
      ) : paysHere ? (
        <PricingPlan payers={payers} plans={plans} otherwise={present.currency} />
      ) : (
        <FormSection
          title="Pricing Plan"
          hint="Owners and Admins of the billing information that pays can change the plan."
        >
          <PlanFact plan={present} />
        </FormSection>
      )}
      {site.billing === null && <NoBilling />}
      <BillingInformation
        payers={payers}
        present={{ id: site.billing_entity_id, name: site.billing?.name ?? 'Unknown' }}
      />
    </>
  )
}

export function OwnersOnly({ site, plans }: Omit<OwnerPartsProps, 'payers'>) {
  const plan = usePresentPlan(site, plans)
  return (
    <FormSection
      title="Address, Plan and Billing"
      hint="Only an Owner of this site can change these. You are its Admin."
    >
      <Facts>
        <Fact name="Subdomain">{site.subdomain}</Fact>
        <Fact name="Plan">{plan ? `${plan.name}, ${formatPrice(plan)}` : <Skeleton lines={1} />}</Fact>
        <Fact name="Paid by">{site.billing?.name ?? 'Unknown'}</Fact>
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

function PlanFact({ plan }: { plan: Plan }) {
  return (
    <Facts>
      <Fact name="Plan">
        {plan.name}, {formatPrice(plan)}
      </Fact>
    </Facts>
  )
}

/** Its plan, also when that is no longer on offer. */
function usePresentPlan(site: Site, offered: readonly Plan[]): Plan | undefined {
  const known = offered.find(({ id }) => id === site.plan_id)
  const asked = useAsk(getPlan, known ? null : { id: site.plan_id })
  return known ?? asked.data
}
