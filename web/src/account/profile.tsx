import { getUser } from '@byre/contract/users'
import { useParams } from 'react-router'
import { useAsk } from '../lib/query.ts'
import { paths } from '../paths.ts'
import { Page } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Loaded } from '../ui/states.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { ProfileTab } from './profile-form.tsx'

/** `/users/{id}/profile`; somebody else's is not found. */
export function Component() {
  const { userId: id = '' } = useParams()
  const user = useAsk(getUser, { id })
  return (
    <Page narrow title="Update Profile" crumbs={[{ label: 'Dashboard', to: paths.home() }]}>
      <Loaded ask={user} skeleton={<Skeleton height="48rem" />}>
        {(user) => (
          <Tabs
            label="Your account"
            tabs={[{ id: 'profile', label: 'Profile', panel: <ProfileTab user={user} /> }]}
          />
        )}
      </Loaded>
    </Page>
  )
}
