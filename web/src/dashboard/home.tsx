import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useMe } from '../lib/me.ts'
import { useSession } from '../lib/session.ts'
import { Page } from '../ui/page.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Dashboard, DashboardSkeleton } from './dashboard.tsx'
import { isInWelcome, stepOf } from '../account/welcome-step.ts'

export { askFirst } from './ask-first.ts'

// The welcome brings all that forms need, which those who were welcomed long ago can do without.
const WelcomeStep = lazy(async () => ({ default: (await import('../account/welcome.tsx')).WelcomeStep }))

/** `/`: the dashboard, or the welcome flow where its reader left it. */
export function Component() {
  const me = useMe()
  const isNew = useIsNew() || me.data !== undefined
  if (me.data?.onboarded === 1) return <Dashboard me={me.data} />
  const title = isNew ? 'Welcome' : 'Dashboard'
  const skeleton = isNew ? <Skeleton height="24rem" /> : <DashboardSkeleton />
  if (me.data) {
    const waiting = (
      <Page title={title} crumbs={[]} narrow>
        {skeleton}
      </Page>
    )
    return (
      <Suspense fallback={waiting}>
        <WelcomeStep me={me.data} step={stepOf(me.data)} />
      </Suspense>
    )
  }
  return (
    <Page title={title} crumbs={[]} narrow={isNew}>
      <Loaded ask={me} skeleton={skeleton} failed="An error occurred while loading user profile.">
        {() => null}
      </Loaded>
    </Page>
  )
}

/** Before their profile has come: whoever confirmed their address a moment ago, or left the welcome in this browser. */
function useIsNew(): boolean {
  const session = useSession()
  const state = useLocation().state as { isNew?: boolean } | null
  return state?.isNew === true || (session !== null && isInWelcome(session.uuid))
}
