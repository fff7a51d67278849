import { getSite, type Site } from '@byre/contract/sites'
import { IconPencil, IconPlayerPlay } from '@tabler/icons-react'
import { useParams } from 'react-router'
import { Named, NamedPage } from '../billing/named-page.tsx'
import { DetailSkeleton } from '../billing/skeletons.tsx'
import { useAsk } from '../lib/query.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Loaded } from '../ui/states.tsx'
import { DeleteSite } from './delete-site.tsx'
import { SiteBilling } from './site-billing.tsx'
import { SiteFacts } from './site-facts.tsx'
import { SiteUsers } from './site-users.tsx'

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
              <Deeds site={site} />
              <div className="halves">
                <SiteFacts site={site} />
                <SiteBilling site={site} />
              </div>
              <SiteUsers site={site} />
            </>
          )}
        </Loaded>
      )}
    </NamedPage>
  )
}

function Deeds({ site }: { site: Site }) {
  return (
    <div className="deeds">
      <ButtonLink
        href={site.launch_url}
        target="_blank"
        rel="noopener noreferrer"
        kind="primary"
        icon={IconPlayerPlay}
      >
        Launch
      </ButtonLink>
      {site.role !== 'User' && (
        <ButtonLink to={paths.editSite(site.id)} icon={IconPencil}>
          Edit
        </ButtonLink>
      )}
      {site.role === 'Owner' && <DeleteSite site={site} />}
    </div>
  )
}
