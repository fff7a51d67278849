import { isProfileIncomplete, type User } from '@byre/contract/users'
import { useState } from 'react'
import { useMatch } from 'react-router'
import { paths } from '../paths.ts'
import { Banner } from '../ui/banner.tsx'
import { ButtonLink } from '../ui/button.tsx'

/** Not in the welcome flow, which asks for the same, nor where it leads. */
export function IncompleteBanner({ me }: { me: User | undefined }) {
  const [dismissed, setDismissed] = useState(false)
  const isThere = useMatch(paths.updateProfile(':userId')) !== null
  if (!me || dismissed || isThere || me.onboarded !== 1 || !isProfileIncomplete(me)) return null
  return (
    <Banner
      is="warning"
      action={<ButtonLink to={paths.updateProfile(me.id)}>Update profile</ButtonLink>}
      onDismiss={() => setDismissed(true)}
    >
      Your account is incomplete. Click the button on right to update your profile
    </Banner>
  )
}
