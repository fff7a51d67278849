import { isProfileIncomplete } from '@byre/contract/users'
import { useMe } from '../lib/me.ts'
import { Page } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Loaded } from '../ui/states.tsx'
import { Dashboard } from './dashboard.tsx'
import { WelcomeStep } from './welcome.tsx'

/** `/`: the dashboard, or the welcome flow where its reader left it. */
export function Component() {
  const me = useMe()
  if (!me.data) {
    return (
      <Page title="Dashboard">
        <Loaded ask={me} skeleton={<Skeleton height="20rem" />}>
          {() => null}
        </Loaded>
      </Page>
    )
  }
  if (me.data.onboarded === 1) return <Dashboard me={me.data} />
  return <WelcomeStep me={me.data} step={isProfileIncomplete(me.data) ? 1 : 3} />
}
