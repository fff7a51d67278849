import { t } from '@byre/contract/words'
import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { useMe } from '../lib/me.ts'
import { Page, PageNotice } from '../ui/page.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Dashboard, DashboardSkeleton } from './dashboard.tsx'
import { useHasPlaces } from '../account/has-places.ts'
import { stepOf } from '../account/welcome-step.ts'

export { askFirst } from './ask-first.ts'
export { dashboardParts } from './parts.ts'

// The welcome brings all that forms need, which those who were welcomed long ago can do without.
const WelcomeStep = lazy(async () => ({ default: (await import('../account/welcome.tsx')).WelcomeStep }))

/** `/`: the dashboard of whoever was welcomed or has a place, be it a deleted one; else the welcome flow where it was left. */
export function Component() {
  const me = useMe()
  const isFirst = useIsNew()
  const isWelcomed = me.data?.onboarded === 1
  const hasPlaces = useHasPlaces(!!me.data && !isWelcomed)
  // Whoever deletes their last place stays here while it is asked what can be brought back.
  const [hadPlaces, setHadPlaces] = useState(false)
  if (hasPlaces && !hadPlaces) setHadPlaces(true)
  if (me.data && (isWelcomed || (hasPlaces ?? hadPlaces))) return <Dashboard me={me.data} />
  const isNew = isFirst || hasPlaces === false
  const skeleton = isNew ? <Skeleton height="24rem" /> : <DashboardSkeleton />
  const waiting = (
    <Page title={isNew ? t`Welcome` : t`Dashboard`} crumbs={[]} narrow={isNew}>
      <Loaded ask={me} skeleton={skeleton} failed={t`An error occurred while loading user profile.`}>
        {() => skeleton}
      </Loaded>
    </Page>
  )
  return (
    <PageNotice value={null}>
      {me.data && hasPlaces === false ? (
        <Suspense fallback={waiting}>
          <WelcomeStep me={me.data} step={stepOf(me.data)} />
        </Suspense>
      ) : (
        waiting
      )}
    </PageNotice>
  )
}

/** Before their profile has come: whoever confirmed their address a moment ago. */
function useIsNew(): boolean {
  const state = useLocation().state as { isNew?: boolean } | null
  return !!state?.isNew
}
