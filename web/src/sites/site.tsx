import { t } from '@byre/contract/words'
import { getSite } from '@byre/contract/places/sites'
import { useParams } from 'react-router'
import { Named, NamedPage } from '../people/named-page.tsx'
import { DetailSkeleton } from '../ui/skeletons.tsx'
import { useAsk } from '../lib/query.ts'
import { paths } from '../paths.ts'
import { placeHead } from '../places/place-head.tsx'
import { PlaceScreen } from '../places/place-screen.tsx'
import { siteKind } from '../products.ts'
import { Loaded } from '../ui/loaded.tsx'
import { SiteFacts } from './site-facts.tsx'

/** `/site/{siteId}` */
export function Component() {
  const { siteId: id = '' } = useParams()
  const site = useAsk(getSite, { id })
  return (
    <NamedPage
      fallback={t`Site`}
      crumbs={[{ label: t`Dashboard`, to: paths.home() }]}
      head={site.isLoadingError ? undefined : placeHead(siteKind, site.data)}
    >
      {(name) => (
        <Loaded
          ask={site}
          skeleton={<DetailSkeleton />}
          failed={t`An error occurred while loading the site.`}
        >
          {(site) => (
            <>
              <Named as={site.name} tell={name} />
              <PlaceScreen kind={siteKind} place={site} facts={<SiteFacts site={site} />} />
            </>
          )}
        </Loaded>
      )}
    </NamedPage>
  )
}
