/*
 * ResendCode  resend () => Promise · said (what is said when it was asked for)     'Resend code', and until that is possible again, when
 *
 * The last time stays with the page's entry in the history (`{ sentAt }` of its state), so that a reload does not forget it.
 */
import { t } from '@byre/contract/words'
import { limits } from '@byre/contract/limits'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { toast } from '../../lib/toast.ts'
import { Button } from '../button.tsx'

interface ResendCodeProps {
  resend: () => Promise<unknown>
  said: string
}

export function ResendCode({ resend, said }: ResendCodeProps) {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const sentAt = (state as { sentAt?: number } | null)?.sentAt ?? 0
  const left = useSecondsUntil(sentAt + limits.resendAfterSeconds * 1000)

  const ask = async () => {
    setBusy(true)
    try {
      await resend()
      toast.info(said)
      const options = { replace: true, preventScrollReset: true, state: { sentAt: Date.now() } }
      void navigate({ pathname, search }, options)
    } catch (error) {
      toast.failure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      disabled={left > 0}
      busy={busy || left > 0}
      busyLabel={left > 0 ? t`Resend code in ${left} s` : t`Sending..`}
      onClick={() => void ask()}
    >{t`Resend code`}</Button>
  )
}

/** How long a press has to wait until a time. */
export function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(Date.now)
  const left = Math.max(0, Math.ceil((time - now) / 1000))
  useEffect(() => {
    if (left === 0) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [left])
  return left
}
