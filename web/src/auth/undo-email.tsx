import { t } from '@byre/contract/words'
import { rich } from '../ui/rich.tsx'
import { undoEmail } from '@byre/contract/accounts/accounts'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { useCall } from '../lib/use-call.ts'
import { paths } from '../paths.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { FailureBanner } from '../ui/failure-banner.tsx'
import { Page } from '../ui/page.tsx'

/** Where the mails to an old address lead. A press, not the visit, undoes: mail programs open links, too. */
export function Component() {
  const { hash } = useLocation()
  // After #, so that it never reaches a log.
  const [token] = useState(() => new URLSearchParams(hash.slice(1)).get('token') ?? '')
  const { ask, busy } = useCall(undoEmail)
  const [kept, setKept] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>(null)

  const keep = async () => {
    setFailure(null)
    try {
      setKept((await ask({ token })).email)
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <Page title={t`Keep your address`} narrow>
      {kept ? (
        <>
          <Banner
            is="success"
            live
          >{rich`Your account uses ${(<strong>{kept}</strong>)}, and everybody was signed out of it.`}</Banner>
          <p>{t`Whoever asked for another address was signed in. The password no longer works, and any way to sign in that was added since then is gone. Set a new password with the code or the link that we have mailed to you.`}</p>
          <p>{t`If an authenticator app or a passkey of yours was removed, it cannot be brought back: set it up again on your profile.`}</p>
          <p>
            <ButtonLink
              to={paths.confirmReset()}
              state={{ email: kept }}
              kind="primary"
            >{t`Set a new password`}</ButtonLink>
          </p>
        </>
      ) : (
        <>
          <p>{t`Somebody asked to use another address for your account. If it wasn’t you, keep the one you had. Everybody who is signed in is signed out, and the password and any way to sign in that was added since then no longer work.`}</p>
          <FailureBanner failure={failure} />
          <p>
            <Button
              kind="primary"
              busy={busy}
              busyLabel={t`Keeping it..`}
              onClick={() => void keep()}
            >{t`Keep my address`}</Button>
          </p>
        </>
      )}
    </Page>
  )
}
