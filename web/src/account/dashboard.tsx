import { listBillingEntities } from '@byre/contract/billing/billing-entities'
import type { User } from '@byre/contract/people/users'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useUnpaid } from '../lib/unpaid.ts'
import { useAsk } from '../lib/query.ts'
import { clinicKind, managedBy, subjectKinds, siteKind } from '../products.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { useFirstPages, usePage } from './first-pages.ts'
import { FreeTrial } from './free-trial.tsx'
import { counted, firstPage, listAddress } from './list-address.ts'
import { PlaceList } from './place-list.tsx'

const BillingList = lazy(async () => ({ default: (await import('./billing-list.tsx')).BillingList }))

const UnpaidBanners = lazy(async () => ({
  default: (await import('../places/unpaid-banners.tsx')).UnpaidBanners,
}))

export function Dashboard({ me }: { me: User }) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const offered = managedBy(me)
  const tabIds = [...offered.map(({ product }) => product), 'billing']
  const tab = tabIds.find((id) => id === search.get('tab')) ?? tabIds[0] ?? ''
  const inView = listAddress(search)
  const firsts = useFirstPages().filter((_, index) => offered.includes(subjectKinds[index]!))
  const shown = {
    sites: usePage(siteKind, tab === 'sites' ? inView : firstPage, { keep: true }),
    clinics: usePage(clinicKind, tab === 'clinics' ? inView : firstPage, { keep: true }),
  }
  const billingEntities = useAsk(listBillingEntities, firstPage)
  const shownBillingEntities = useAsk(listBillingEntities, tab === 'billing' ? inView : firstPage, {
    keep: true,
  })

  const unpaid = useUnpaid()

  // All counts stand in the row of tabs, and above it what is unpaid: it comes whole, so that nothing in it moves.
  const [isWhole, setWhole] = useState(false)
  if (!isWhole && [billingEntities, unpaid, ...firsts].every((count) => !count.isPending)) setWhole(true)

  const owing = unpaid.data?.unpaid
  const isUnpaid = owing !== undefined && owing.length > 0
  const isNew = firsts.every(({ data }) => data?.total === 0)
  const tabs: { id: string; label: string; panel: ReactNode }[] = [
    ...offered.map((kind, index) => ({
      id: kind.product,
      label: counted(kind.tab, firsts[index]?.data),
      panel: <PlaceList kind={kind} total={firsts[index]?.data?.total} shown={shown[kind.product]} />,
    })),
    {
      id: 'billing',
      label: counted('Billing Info', billingEntities.data),
      panel: (
        <Suspense fallback={<Skeleton height="12rem" />}>
          <BillingList total={billingEntities.data?.total} shown={shownBillingEntities} />
        </Suspense>
      ),
    },
  ]
  return (
    <Page
      title="Dashboard"
      crumbs={[]}
      actions={offered.map((kind, index) => (
        <ButtonLink
          key={kind.product}
          to={kind.paths.add()}
          kind={index === 0 && isWhole && !isNew && !isUnpaid ? 'primary' : 'plain'}
        >
          New {kind.title}
        </ButtonLink>
      ))}
    >
      {isWhole ? (
        <>
          {isUnpaid && (
            <Suspense fallback={<Skeleton height="4rem" />}>
              <UnpaidBanners unpaid={owing} />
            </Suspense>
          )}
          {isNew && <FreeTrial offered={offered} />}
          <Tabs
            label="What you manage"
            tabs={tabs}
            chosen={tab}
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
