import { IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import { formatPrice } from '../lib/format.ts'
import { paths } from '../paths.ts'
import { Status } from '../ui/badge.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import type { Paid } from './entity-tabs.tsx'
import { standingOf } from './subscription-words.ts'

export function PaidSites({ paid }: { paid: readonly Paid[] }) {
  return (
    <Table
      caption="Sites this pays for"
      columns={[
        { header: 'Site', cell: siteLink },
        {
          header: 'Plan',
          cell: ({ plan }) => (plan ? `${plan.name}, ${formatPrice(plan)}` : 'A former plan'),
        },
        { header: 'Status', cell: standing },
      ]}
      rows={paid}
      rowKey={({ subscription }) => subscription.id}
      pageSize={25}
      empty={
        <EmptyState
          title="No Sites"
          action={
            <ButtonLink to={paths.newSite()} icon={IconPlus}>
              New Site
            </ButtonLink>
          }
        >
          The sites this pays for will appear here.
        </EmptyState>
      }
    />
  )
}

function siteLink({ site }: Paid) {
  return site ? (
    <Link className="wide-target" to={paths.site(site.id)}>
      {site.name}
    </Link>
  ) : (
    'A site you do not belong to'
  )
}

function standing({ subscription }: Paid) {
  const { is, words } = standingOf(subscription)
  return <Status is={is}>{words}</Status>
}
