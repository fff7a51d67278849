import { listBillingEntities } from '@byre/contract/billing-entities'
import { listSites } from '@byre/contract/sites'
import type { User } from '@byre/contract/users'
import { useState, type ReactNode } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { brand, type Product } from '../brand.ts'
import { products as enabled } from '../lib/build.ts'
import { useAsk } from '../lib/query.ts'
import { paths } from '../paths.ts'
import { Banner } from '../ui/banner.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { BillingList } from './billing-list.tsx'
import { FreeTrial } from './free-trial.tsx'
import { counted, firstPage, listAddress } from './list-address.ts'
import { SiteList } from './site-list.tsx'

export function Dashboard({ me }: { me: User }) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const tab = search.get('tab') ?? ''
  const inView = listAddress(search)
  const sites = useAsk(listSites, firstPage)
  const payers = useAsk(listBillingEntities, firstPage)
  const shownSites = useAsk(listSites, tab === 'billing' ? firstPage : inView, { keep: true })
  const shownPayers = useAsk(listBillingEntities, tab === 'billing' ? inView : firstPage, { keep: true })

  // Both counts stand in the row of tabs: it comes whole, so that nothing in it moves.
  const [isWhole, setWhole] = useState(false)
  if (!isWhole && !sites.isPending && !payers.isPending) setWhole(true)

  const products: Partial<Record<Product, { id: string; label: string; panel: ReactNode }>> = {
    sites: {
      id: 'sites',
      label: counted('Operation Sites', sites.data),
      panel: <SiteList total={sites.data?.total} shown={shownSites} />,
    },
  }
  const tabs = [
    ...brand.products
      .filter((product) => enabled.includes(product))
      .flatMap((product) => products[product] ?? []),
    {
      id: 'billing',
      label: counted('Billing Info', payers.data),
      panel: <BillingList total={payers.data?.total} shown={shownPayers} />,
    },
  ]
  const isNew = sites.data?.total === 0
  return (
    <Page
      title="Dashboard"
      actions={
        me.capabilities.sites && (
          <ButtonLink to={paths.newSite()} kind={sites.data && !isNew ? 'primary' : 'plain'}>
            New Site
          </ButtonLink>
        )
      }
    >
      <NoInvites me={me} />
      {isWhole ? (
        <>
          {isNew && <FreeTrial mayCreate={me.capabilities.sites} />}
          <Tabs
            label="What you manage"
            tabs={tabs}
            chosen={(tabs.find(({ id }) => id === tab) ?? tabs[0])?.id}
            onChoose={(id) => void navigate(`?tab=${id}`, { replace: true, preventScrollReset: true })}
          />
        </>
      ) : (
        <DashboardSkeleton />
      )}
    </Page>
  )
}

export function DashboardSkeleton() {
  return (
    <div className="stack">
      <Skeleton height="2.75rem" />
      <div className="grid">
        <Skeleton height="8rem" />
        <Skeleton height="8rem" />
        <Skeleton height="8rem" />
      </div>
    </div>
  )
}

/** After 'Check for Invites': what came of it, until one goes elsewhere. */
function NoInvites({ me }: { me: User }) {
  const { state } = useLocation()
  if (!(state as { lookedForInvites?: boolean } | null)?.lookedForInvites) return null
  return (
    <Banner is="info">
      You have no invitations yet. They will appear here once somebody invites you: give them your own
      address, <strong>{me.email}</strong>.
    </Banner>
  )
}
