import { createSite } from '@byre/contract/places/sites'
import { preselected } from '../billing/billing-entities.ts'
import { useCall } from '../lib/use-call.ts'
import { CreatePlaceForm, NewPlacePage, type Given } from '../places/new-place.tsx'
import { siteKind } from '../products.ts'
import { SiteSections } from './site-form.tsx'
import { NewSiteForm, newSiteOf, valuesForNewSite, type SiteValues } from './site-values.ts'

/** `/site/new` */
export function Component() {
  return <NewPlacePage kind={siteKind}>{(given) => <CreateForm given={given} />}</NewPlacePage>
}

function CreateForm({ given }: { given: Given }) {
  const { ask } = useCall(createSite)
  return (
    <CreatePlaceForm
      kind={siteKind}
      given={given}
      schema={NewSiteForm}
      defaults={valuesForNewSite(given.me, preselected(given.billingEntities))}
      create={(values, billingEntityId) => ask(newSiteOf(values as SiteValues, billingEntityId))}
    >
      <SiteSections />
    </CreatePlaceForm>
  )
}
