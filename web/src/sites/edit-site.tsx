import type { BillingEntity } from '@byre/contract/billing-entities'
import type { Plan } from '@byre/contract/plans'
import { getSite, updateSite, type Site } from '@byre/contract/sites'
import type { User } from '@byre/contract/users'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { LoadedAll } from '../billing/loaded-all.tsx'
import { useChanging, type Edit } from '../billing/meanwhile.tsx'
import { mayPayWith } from '../billing/payers.ts'
import { useBillingEntities, useNewPayer } from '../billing/use-payers.ts'
import { FormSkeleton } from '../billing/skeletons.tsx'
import { usePlans } from '../billing/use-plans.ts'
import { call } from '../lib/api.ts'
import { useMe } from '../lib/me.ts'
import { remember, useAsk } from '../lib/query.ts'
import { inWords } from '../lib/refusal.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { FormShell } from '../ui/form-shell.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState } from '../ui/states.tsx'
import { checkSubdomain } from './check-subdomain.ts'
import { ForOwners, OwnersOnly } from './owner-parts.tsx'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { AccessingYourApp, Preference, SiteInformation, SiteLocation } from './site-form.tsx'
import { siteChangesOf, SiteChangesForm, valuesOfSite, type SiteValues } from './site-values.ts'

/** `/site/{siteId}/edit` */
export function Component() {
  const { siteId: id = '' } = useParams()
  const asks = [useAsk(getSite, { id }), useMe(), useBillingEntities(), usePlans('sites')] as const
  const back = <ButtonLink to={paths.site(id)}>Back to Site</ButtonLink>
  return (
    <Page
      title="Update Site"
      crumbs={[
        { label: 'Dashboard', to: paths.home() },
        { label: 'Site', to: paths.site(id) },
      ]}
      actions={back}
    >
      <LoadedAll
        asks={asks}
        skeleton={<FormSkeleton fields={9} />}
        failed="An error occurred while loading the site."
      >
        {(site, me, { billing_entities: entities }, { plans }) =>
          site.role === 'User' ? (
            <EmptyState title="Your role does not allow this.">
              Owners and Admins of {site.name} can change it.
            </EmptyState>
          ) : (
            <UpdateForm site={site} me={me} payers={entities.filter(mayPayWith)} plans={plans} />
          )
        }
      </LoadedAll>
    </Page>
  )
}

interface UpdateFormProps {
  site: Site
  me: User
  payers: readonly BillingEntity[]
  plans: readonly Plan[]
}

function UpdateForm({ site: given, me, payers: listed, plans }: UpdateFormProps) {
  // As it was when the form was opened: what others change meanwhile is shown, never slipped in.
  const [site] = useState(given)
  const navigate = useNavigate()
  const { payerIn, making, withMade } = useNewPayer()
  const payers = withMade(listed)
  const isOwner = site.role === 'Owner'

  const put = async ({ changed, values, fill, ifMatch }: Edit) => {
    if (changed['subdomain'] !== undefined) await checkSubdomain(changed['subdomain'], site.id)
    const payer = changed['billing_entity_id']
      ? { billing_entity_id: await payerIn(values as SiteValues, fill) }
      : {}
    return call(updateSite, { ...siteChangesOf(changed, values), ...payer, id: site.id }, { ifMatch })
  }
  const { send, differences } = useChanging({
    first: site,
    valuesOf: (site) => valuesOfSite(site, me),
    put,
    look: () => call(getSite, { id: site.id }),
  })

  return (
    <FormShell
      schema={SiteChangesForm}
      defaults={valuesOfSite(site, me)}
      send={(values, fill) =>
        send(values, fill).catch(inWords({ 'server.failed': 'An error occurred while updating the site.' }))
      }
      onDone={(saved) => {
        remember(getSite, { id: saved.id }, saved)
        void navigate(paths.site(saved.id))
      }}
      submit="Update"
      busy={making ? 'Creating billing information..' : 'Updating site..'}
      cancel={paths.site(site.id)}
      draft={`site.${site.id}`}
    >
      <SiteInformation />
      {isOwner && <AccessingYourApp site={site} />}
      <SiteLocation />
      <Preference />
      {isOwner ? (
        <ForOwners site={site} payers={payers} plans={plans} />
      ) : (
        <OwnersOnly site={site} plans={plans} />
      )}
      <ChangedMeanwhile differences={differences} plans={plans} payers={payers} country={site.country} />
    </FormShell>
  )
}
