import { t } from '@byre/contract/words'
import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useMe } from '../lib/me.ts'
import { Page } from '../ui/page.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Dashboard, DashboardSkeleton } from './dashboard.tsx'
import { stepOf } from '../account/welcome-step.ts'

export { askFirst } from './ask-first.ts'

// The welcome brings all that forms need, which those who were welcomed long ago can do without.
const WelcomeStep = lazy(async () => ({ default: (await import('../account/welcome.tsx')).WelcomeStep }))

/** `/`: the dashboard, or the welcome flow where its reader left it. */
export function Component() {
  const me = useMe()
  const isNew = useIsNew() || !!me.data
  if (me.data?.onboarded === 1) return <Dashboard me={me.data} />
  const skeleton = isNew ? <Skeleton height="24rem" /> : <DashboardSkeleton />
  const waiting = (
    <Page title={isNew ? t`Welcome` : t`Dashboard`} crumbs={[]} narrow={isNew}>
      <Loaded ask={me} skeleton={skeleton} failed={t`An error occurred while loading user profile.`}>
        {() => skeleton}
      </Loaded>
    </Page>
  )
  if (!me.data) return waiting
  return (
    <Suspense fallback={waiting}>
      <WelcomeStep me={me.data} step={stepOf(me.data)} />
    </Suspense>
  )
}

/** Before their profile has come: whoever confirmed their address a moment ago. */
function useIsNew(): boolean {
  const state = useLocation().state as { isNew?: boolean } | null
  return !!state?.isNew
}
