import { t } from '@byre/contract/words'
import { rich } from '../ui/rich.tsx'
import type { User } from '@byre/contract/people/users'
import { useLocation } from 'react-router'
import { keepNext } from '../lib/next.ts'
import { signOut } from '../lib/session.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'

/** An invitation opened by somebody else: its own reader signs in, and is back here afterwards. */
export function WrongAccount({ me, sentTo }: { me: User; sentTo: string }) {
  const location = useLocation()
  const switchAccount = () => {
    keepNext(location)
    signOut()
  }
  return (
    <Banner
      is="warning"
      live
      action={<Button kind="primary" onClick={switchAccount}>{t`Switch account`}</Button>}
    >{rich`This invitation was sent to ${(<strong>{sentTo}</strong>)}. You are signed in as ${(<strong>{me.email}</strong>)}.`}</Banner>
  )
}
