import { t } from '@byre/contract/words'
import { getUser } from '@byre/contract/people/users'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { useAsk } from '../lib/query.ts'
import { paths } from '../paths.ts'
import { Page } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { MailTab } from './preferences.tsx'
import { ProfileTab } from './profile-form.tsx'
import { SecurityTab } from './security-tab.tsx'

/** `/users/{id}/profile`; somebody else's is not found. */
export function Component() {
  const { userId: id = '' } = useParams()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const user = useAsk(getUser, { id })
  const wanted = search.get('tab')
  const tab = wanted === 'security' || wanted === 'mail' ? wanted : 'profile'
  const tabOf = { profile: paths.updateProfile(id), mail: paths.mail(id), security: paths.security(id) }
  return (
    <Page
      narrow={tab !== 'security'}
      title={t`Update Profile`}
      crumbs={[{ label: t`Dashboard`, to: paths.home() }]}
    >
      <Loaded
        ask={user}
        skeleton={<Skeleton height="48rem" />}
        failed={t`An error occurred while loading user profile.`}
      >
        {(user) => (
          <Tabs
            label={t`Your account`}
            tabs={[
              { id: 'profile', label: t`Profile`, panel: <ProfileTab user={user} /> },
              { id: 'mail', label: t`Mail`, panel: <MailTab userId={user.id} /> },
              { id: 'security', label: t`Security`, panel: <SecurityTab /> },
            ]}
            chosen={tab}
            onChoose={(chosen) =>
              void navigate(tabOf[chosen as keyof typeof tabOf], { preventScrollReset: true })
            }
          />
        )}
      </Loaded>
    </Page>
  )
}
