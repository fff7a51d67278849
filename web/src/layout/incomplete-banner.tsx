import { isProfileIncomplete, type User } from '@byre/contract/users'
import { useState } from 'react'
import { paths } from '../paths.ts'
import { Banner } from '../ui/banner.tsx'
import { ButtonLink } from '../ui/button.tsx'

/** Not in the welcome flow, which asks for the same. */
export function IncompleteBanner({ me }: { me: User | undefined }) {
  const [dismissed, setDismissed] = useState(false)
  if (!me || dismissed || me.onboarded !== 1 || !isProfileIncomplete(me)) return null
  return (
    <Banner
      is="warning"
      action={<ButtonLink to={paths.updateProfile()}>Update profile</ButtonLink>}
      onDismiss={() => setDismissed(true)}
    >
      Your account is incomplete. Click the button on right to update your profile
    </Banner>
  )
}
