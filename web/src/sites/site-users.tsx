import { limits } from '@byre/contract/limits'
import { listSiteUsers } from '@byre/contract/members'
import type { Site } from '@byre/contract/sites'
import { MembersTable } from '../billing/members-table.tsx'
import { useAsk } from '../lib/query.ts'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Loaded } from '../ui/states.tsx'

export function SiteUsers({ site }: { site: Site }) {
  const users = useAsk(listSiteUsers, { id: site.id, per_page: limits.perPage.max })
  return (
    <Card title="Site Users">
      <Loaded
        ask={users}
        skeleton={<Skeleton height="6rem" />}
        failed="An error occurred while loading users."
      >
        {({ users }) => (
          <MembersTable
            of={site.name}
            users={users}
            empty={<p className="soft">It looks like there are no users for this site yet.</p>}
          />
        )}
      </Loaded>
    </Card>
  )
}
