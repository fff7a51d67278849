import { isProfileIncomplete, type User } from '@byre/contract/users'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { Banner } from '../ui/banner.tsx'
import { ButtonLink } from '../ui/button.tsx'

/** Not in the welcome flow, which asks for the same. */
export function IncompleteBanner({ me }: { me: User | undefined }) {
  const [dismissed, setDismissed] = useState(false)
  const { pathname } = useLocation()
  const isWelcomed = me?.onboarded !== 1 && (pathname === paths.home() || pathname.startsWith('/welcome/'))
  if (!me || dismissed || isWelcomed || !isProfileIncomplete(me)) return null
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
