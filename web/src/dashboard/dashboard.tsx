import { t } from '@byre/contract/words'
import { listBillingEntities } from '@byre/contract/billing/billing-entities'
import { getOverview } from '@byre/contract/billing/overview'
import { getSpending } from '@byre/contract/billing/spending'
import type { User } from '@byre/contract/people/users'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useAsk } from '../lib/query.ts'
import { clinicKind, managedBy, subjectKinds, siteKind } from '../products.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { fetched } from '../ui/fetched/fetched.tsx'
import { useFirstPages, usePage } from '../account/first-pages.ts'
import { counted, firstPage, listAddress, placesAddress } from '../account/list-address.ts'
import { usePart } from '../ui/fetched/part.ts'
import { dashboardParts } from './parts.ts'

const BillingList = fetched(
  async () => (await import('./billing-list.tsx')).BillingList,
  <Skeleton height="12rem" />,
)

// Of use to whoever has nothing yet, and not again.
const FreeTrial = lazy(async () => ({ default: (await import('./free-trial.tsx')).FreeTrial }))

export function Dashboard({ me }: { me: User }) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const offered = managedBy(me)
  const tabIds = [...offered.map(({ product }) => product), 'billing']
  const firsts = useFirstPages().filter((_, index) => offered.includes(subjectKinds[index]!))
  // Where nothing else is asked for, the first that has something as the page comes.
  const [filled, setFilled] = useState<string>()
  const tab = tabIds.find((id) => id === search.get('tab')) ?? filled ?? tabIds[0] ?? ''
  const inView = listAddress(search)
  const placesInView = placesAddress(search)
  const shown = {
    sites: usePage(siteKind, tab === 'sites' ? placesInView : firstPage, { keep: true }),
    clinics: usePage(clinicKind, tab === 'clinics' ? placesInView : firstPage, { keep: true }),
  }
  const billingEntities = useAsk(listBillingEntities, firstPage)
  const shownBillingEntities = useAsk(listBillingEntities, tab === 'billing' ? inView : firstPage, {
    keep: true,
  })

  const overview = useAsk(getOverview, {})

  const spending = useAsk(getSpending, {})

  // All counts stand in the row of tabs, and above it what needs the reader: it comes whole, so that nothing in it moves.
  const [isWhole, setWhole] = useState(false)
  const parts = usePart(dashboardParts)
  const haveCome = [billingEntities, overview, spending, ...firsts].every((count) => !count.isPending)
  if (!isWhole && parts && haveCome) {
    setWhole(true)
    setFilled(offered.find((_, index) => (firsts[index]?.data?.total ?? 0) > 0)?.product)
  }

  const isUnpaid = !!overview.data && overview.data.unpaid.length > 0
  const isNew = firsts.every(({ data }) => data?.total === 0)
  const tabs: { id: string; label: string; panel: ReactNode }[] = [
    ...offered.map((kind, index) => ({
      id: kind.product,
      label: counted(kind.tab, firsts[index]?.data),
      panel: parts && (
        <parts.PlaceList kind={kind} total={firsts[index]?.data?.total} shown={shown[kind.product]} />
      ),
    })),
    {
      id: 'billing',
      label: counted(t`Billing Info`, billingEntities.data),
      panel: <BillingList total={billingEntities.data?.total} shown={shownBillingEntities} />,
    },
  ]
  return (
    <Page
      title={t`Dashboard`}
      crumbs={[]}
      actions={offered.map((kind, index) => (
        <ButtonLink
          key={kind.product}
          to={kind.paths.add()}
          kind={index === 0 && isWhole && !isNew && !isUnpaid ? 'primary' : 'plain'}
        >{t`New ${kind.title}`}</ButtonLink>
      ))}
    >
      {isWhole ? (
        <Suspense fallback={<DashboardSkeleton />}>
          <Loaded ask={overview} skeleton={null} failed={t`An error occurred while loading what needs you.`}>
            {(came) => parts && <parts.OverviewPart of={came} />}
          </Loaded>
          {isNew && <FreeTrial offered={offered} />}
          <Tabs
            label={t`What you manage`}
            tabs={tabs}
            chosen={tab}
            onChoose={(id) => void navigate(`?tab=${id}`, { preventScrollReset: true })}
          />
        </Suspense>
      ) : (
        <DashboardSkeleton />
      )}
    </Page>
  )
}

export function DashboardSkeleton() {
  return (
    <div className="stack">
      <Skeleton height="1.5rem" />
      <div className="grid">
        <Skeleton height="6.5rem" />
        <Skeleton height="6.5rem" />
        <Skeleton height="6.5rem" />
      </div>
      <Skeleton height="2.75rem" />
      <div className="grid">
        <Skeleton height="8rem" />
        <Skeleton height="8rem" />
        <Skeleton height="8rem" />
      </div>
    </div>
  )
}
