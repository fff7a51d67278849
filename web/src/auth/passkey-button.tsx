/* PasskeyButton  pauses (while the password is on its way)     a button below all else; and passkeys where the browser fills in the address */
import { t } from '@byre/contract/words'
import { useEffect, useState, type ReactNode } from 'react'
import { useOnline } from '../lib/online.ts'
import { toast } from '../lib/toast.ts'
import { Button } from '../ui/button.tsx'

export interface PasskeyTry {
  busy: boolean
  /** How the last one ended. */
  outcome: ReactNode
}

const part = () => import('./passkey-sign-in.tsx')
/** What the page itself needs comes first. */
const afterTheRestMs = 1000

export function PasskeyButton({ pauses }: { pauses: boolean }) {
  const [{ busy, outcome }, show] = useState<PasskeyTry>({ busy: false, outcome: null })
  const isOffered = useOnline() && !busy && !pauses
  useEffect(() => {
    if (!isOffered) return
    const offer = new AbortController()
    // Nobody asked for it: where it cannot be had, the button and the password are there.
    const soon = setTimeout(() => {
      part().then(
        ({ offerPasskeys }) => offerPasskeys(offer.signal, show),
        () => undefined,
      )
    }, afterTheRestMs)
    return () => {
      clearTimeout(soon)
      offer.abort()
    }
  }, [isOffered])
  const ask = () => part().then(({ askForPasskey }) => askForPasskey(show), toast.failure)
  return (
    <div className="form">
      {outcome}
      <div className="form-buttons">
        <Button
          busy={busy}
          busyLabel={t`Signing in..`}
          onClick={() => void ask()}
        >{t`Sign in with a passkey`}</Button>
      </div>
    </div>
  )
}
