import { getSite, type Site } from '@byre/contract/sites'
import { IconPencil, IconPlayerPlay } from '@tabler/icons-react'
import { useParams } from 'react-router'
import { useAsk } from '../lib/query.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { Skeleton, useHeld } from '../ui/skeleton.tsx'
import { Loaded } from '../ui/states.tsx'
import { DeleteSite } from './delete-site.tsx'
import { SiteBilling } from './site-billing.tsx'
import { SiteFacts } from './site-facts.tsx'
import { SiteUsers } from './site-users.tsx'

/** `/site/{siteId}` */
export function Component() {
  const { siteId: id = '' } = useParams()
  const site = useAsk(getSite, { id })
  const waiting = useHeld(site.isPending)
  return (
    <Page title={(!waiting && site.data?.name) || 'Site'} crumbs={[{ label: 'Dashboard', to: paths.home() }]}>
      <Loaded ask={site} skeleton={<Skeleton height="40rem" />}>
        {(site) => (
          <>
            <Deeds site={site} />
            <div className="halves">
              <SiteFacts site={site} />
              <SiteBilling site={site} />
            </div>
            <SiteUsers site={site} />
          </>
        )}
      </Loaded>
    </Page>
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
