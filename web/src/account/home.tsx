import { listSites } from '@byre/contract/sites'
import { isProfileIncomplete } from '@byre/contract/users'
import { lazy, Suspense } from 'react'
import { useMe } from '../lib/me.ts'
import { useAsk } from '../lib/query.ts'
import { Page } from '../ui/page.tsx'
import { Loaded } from '../ui/states.tsx'
import { Dashboard, DashboardSkeleton } from './dashboard.tsx'
import { firstPage } from './list-address.ts'

// The welcome brings all that forms need, which those who were welcomed long ago can do without.
const WelcomeStep = lazy(async () => ({ default: (await import('./welcome.tsx')).WelcomeStep }))

/** `/`: the dashboard, or the welcome flow where its reader left it. */
export function Component() {
  const me = useMe()
  const isOnboarded = me.data?.onboarded === 1
  // 'Create Site' leaves the flag as it is; whoever has a site since then was welcomed all the same.
  const sites = useAsk(listSites, me.data && !isOnboarded ? firstPage : null)

  if (me.data && (isOnboarded || sites.data?.total)) return <Dashboard me={me.data} />
  if (me.data && sites.data) {
    return (
      <Suspense
        fallback={
          <Page title="Dashboard">
            <DashboardSkeleton />
          </Page>
        }
      >
        <WelcomeStep me={me.data} step={isProfileIncomplete(me.data) ? 1 : 3} />
      </Suspense>
    )
  }
  return (
    <Page title="Dashboard">
      {me.data ? (
        <Loaded ask={sites} skeleton={<DashboardSkeleton />} failed="An error occurred while loading sites.">
          {() => null}
        </Loaded>
      ) : (
        <Loaded
          ask={me}
          skeleton={<DashboardSkeleton />}
          failed="An error occurred while loading user profile."
        >
          {() => null}
        </Loaded>
      )}
    </Page>
  )
}
