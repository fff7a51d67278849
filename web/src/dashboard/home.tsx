import { lazy, Suspense } from 'react'
import { useMe } from '../lib/me.ts'
import { Page } from '../ui/page.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Dashboard, DashboardSkeleton } from './dashboard.tsx'
import { stepOf } from '../account/welcome-step.ts'

export { askFirst } from './ask-first.ts'

// The welcome brings all that forms need, which those who were welcomed long ago can do without.
const WelcomeStep = lazy(async () => ({ default: (await import('../account/welcome.tsx')).WelcomeStep }))

/** `/`: the dashboard, or the welcome flow where its reader left it. */
export function Component() {
  const me = useMe()
  if (me.data?.onboarded === 1) return <Dashboard me={me.data} />
  const waiting = (
    <Page title="Dashboard" crumbs={[]}>
      <DashboardSkeleton />
    </Page>
  )
  if (me.data) {
    return (
      <Suspense fallback={waiting}>
        <WelcomeStep me={me.data} step={stepOf(me.data)} />
      </Suspense>
    )
  }
  return (
    <Page title="Dashboard" crumbs={[]}>
      <Loaded
        ask={me}
        skeleton={<DashboardSkeleton />}
        failed="An error occurred while loading user profile."
      >
        {() => null}
      </Loaded>
    </Page>
  )
}
