import { getSite } from '@byre/contract/places/sites'
import { useParams } from 'react-router'
import { Named, NamedPage } from '../people/named-page.tsx'
import { DetailSkeleton } from '../ui/skeletons.tsx'
import { useAsk } from '../lib/query.ts'
import { paths } from '../paths.ts'
import { placeWithHost } from '../people/place.ts'
import { PlacePeople } from '../people/place-people.tsx'
import { PlaceBilling } from '../places/place-billing.tsx'
import { PlaceDomain } from '../places/place-domain.tsx'
import { PlaceScreen } from '../places/place-screen.tsx'
import { siteKind } from '../products.ts'
import { Loaded } from '../ui/loaded.tsx'
import { SiteFacts } from './site-facts.tsx'

/** `/site/{siteId}` */
export function Component() {
  const { siteId: id = '' } = useParams()
  const site = useAsk(getSite, { id })
  return (
    <NamedPage fallback="Site" crumbs={[{ label: 'Dashboard', to: paths.home() }]}>
      {(name) => (
        <Loaded ask={site} skeleton={<DetailSkeleton />} failed="An error occurred while loading the site.">
          {(site) => (
            <>
              <Named as={site.name} tell={name} />
              <PlaceScreen kind={siteKind} place={site}>
                <div className="halves">
                  <SiteFacts site={site} />
                  <PlaceBilling kind={siteKind} place={site} />
                </div>
                <PlaceDomain kind={siteKind} place={site} />
                <PlacePeople subject={placeWithHost('site', site)} title="Site Users" />
              </PlaceScreen>
            </>
          )}
        </Loaded>
      )}
    </NamedPage>
  )
}
