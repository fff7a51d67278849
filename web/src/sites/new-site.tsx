import type { BillingEntity } from '@byre/contract/billing-entities'
import type { Plan } from '@byre/contract/plans'
import { createSite, getSite } from '@byre/contract/sites'
import type { User } from '@byre/contract/users'
import { useNavigate } from 'react-router'
import { LoadedAll } from '../billing/loaded-all.tsx'
import { currencyIn, mayPayWith, preselected } from '../billing/payers.ts'
import { useBillingEntities, useNewPayer } from '../billing/use-payers.ts'
import { FormSkeleton } from '../billing/skeletons.tsx'
import { usePlans } from '../billing/use-plans.ts'
import { useMe } from '../lib/me.ts'
import { remember } from '../lib/query.ts'
import { inWords } from '../lib/refusal.ts'
import { useCall } from '../lib/use-call.ts'
import { paths } from '../paths.ts'
import { FormShell, type Fill } from '../ui/form-shell.tsx'
import { Page } from '../ui/page.tsx'
import { checkSubdomain } from './check-subdomain.ts'
import {
  AccessingYourApp,
  BillingInformation,
  Preference,
  PricingPlan,
  SiteInformation,
  SiteLocation,
} from './site-form.tsx'
import { NewSiteForm, newSiteOf, valuesForNewSite, type SiteValues } from './site-values.ts'

/** `/site/new` */
export function Component() {
  const asks = [useMe(), useBillingEntities(), usePlans('sites')] as const
  return (
    <Page title="New Site" crumbs={[{ label: 'Dashboard', to: paths.home() }]}>
      <LoadedAll
        asks={asks}
        skeleton={<FormSkeleton fields={9} />}
        failed="There was an error while loading plans and billing information."
      >
        {(me, { billing_entities: entities }, { plans }) => (
          <CreateForm me={me} payers={entities.filter(mayPayWith)} plans={plans} />
        )}
      </LoadedAll>
    </Page>
  )
}

interface CreateFormProps {
  me: User
  payers: readonly BillingEntity[]
  plans: readonly Plan[]
}

function CreateForm({ me, payers: listed, plans }: CreateFormProps) {
  const navigate = useNavigate()
  const { ask } = useCall(createSite)
  const { payerIn, making, withMade } = useNewPayer()
  const payers = withMade(listed)

  const send = async (values: SiteValues, fill: Fill) => {
    await checkSubdomain(values.subdomain)
    const payerId = await payerIn(values, fill)
    return ask(newSiteOf(values, payerId)).catch(
      inWords({ 'server.failed': 'An error occurred while creating the site.' }),
    )
  }

  return (
    <FormShell
      schema={NewSiteForm}
      defaults={valuesForNewSite(me, preselected(listed))}
      send={send}
      onDone={(site) => {
        remember(getSite, { id: site.id }, site)
        void navigate(paths.site(site.id))
      }}
      submit="Create"
      busy={making ? 'Creating billing information..' : 'Creating site..'}
      cancel={paths.home()}
      draft="site.new"
    >
      <SiteInformation />
      <AccessingYourApp />
      <SiteLocation />
      <Preference />
      <PricingPlan payers={payers} plans={plans} otherwise={currencyIn(me.country)} isNew />
      <BillingInformation payers={payers} />
    </FormShell>
  )
}
