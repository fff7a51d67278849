import { t } from '@byre/contract/words'
import { isProfileIncomplete, type User } from '@byre/contract/people/users'
import { useState } from 'react'
import { useLocation, useMatch } from 'react-router'
import { paths } from '../paths.ts'
import { Banner } from '../ui/banner.tsx'
import { ButtonLink } from '../ui/button.tsx'

const keyOf = (person: string) => `byre.incomplete.${person}`

/** Not in the welcome flow, which asks for the same (at `/` it says so itself), nor where it leads. Once dismissed, it stays so in this browser. */
export function IncompleteBanner({ me }: { me: User | undefined }) {
  const [dismissed, setDismissed] = useState(false)
  const { pathname } = useLocation()
  const isThere = useMatch(paths.updateProfile(':userId')) !== null
  const isWelcomed = pathname.startsWith('/welcome/')
  if (
    !me ||
    dismissed ||
    localStorage.getItem(keyOf(me.id)) ||
    isThere ||
    isWelcomed ||
    !isProfileIncomplete(me)
  )
    return null
  return (
    <Banner
      is="warning"
      action={<ButtonLink to={paths.updateProfile(me.id)}>{t`Update profile`}</ButtonLink>}
      onDismiss={() => {
        localStorage.setItem(keyOf(me.id), '1')
        setDismissed(true)
      }}
    >{t`Your account is incomplete. Click the button on right to update your profile`}</Banner>
  )
}
