import { isProfileIncomplete } from '@byre/contract/people/users'
import { lazy, Suspense } from 'react'
import { useMe } from '../lib/me.ts'
import { subjectKinds } from '../products.ts'
import { Page } from '../ui/page.tsx'
import { Loaded } from '../ui/states.tsx'
import { Dashboard, DashboardSkeleton } from './dashboard.tsx'
import { useFirstPages } from './first-pages.ts'

export { askFirst } from './ask-first.ts'

// The welcome brings all that forms need, which those who were welcomed long ago can do without.
const WelcomeStep = lazy(async () => ({ default: (await import('./welcome.tsx')).WelcomeStep }))

/** `/`: the dashboard, or the welcome flow where its reader left it. */
export function Component() {
  const me = useMe()
  const isOnboarded = me.data?.onboarded === 1
  // 'Create Site' leaves the flag as it is; whoever has a place since then was welcomed all the same.
  const lists = useFirstPages(me.data !== undefined && !isOnboarded)

  if (me.data && (isOnboarded || lists.some(({ data }) => data?.total))) return <Dashboard me={me.data} />
  const waitedFor = lists.find(({ data }) => data === undefined)
  if (me.data && !waitedFor) {
    return (
      <Suspense
        fallback={
          <Page title="Dashboard" crumbs={[]}>
            <DashboardSkeleton />
          </Page>
        }
      >
        <WelcomeStep me={me.data} step={isProfileIncomplete(me.data) ? 1 : 3} />
      </Suspense>
    )
  }
  return (
    <Page title="Dashboard" crumbs={[]}>
      {me.data && waitedFor ? (
        <Loaded
          ask={lists.find(({ isError }) => isError) ?? waitedFor}
          skeleton={<DashboardSkeleton />}
          failed={`An error occurred while loading ${subjectKinds.map(({ many }) => many).join(' and ')}.`}
        >
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
