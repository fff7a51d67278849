import { resendConfirmation } from '@byre/contract/auth'
import { limits } from '@byre/contract/limits'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { requestIdOf, sentenceOf } from '../lib/refusal.ts'
import { toast } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { Button } from '../ui/button.tsx'

/**
 * 'Send another code', and until that is possible again, when it will be. The last time stays with
 * the page's entry in the history, so that a reload does not forget it.
 */
export function ResendCode({ email }: { email: string }) {
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  const { ask, busy } = useCall(resendConfirmation)
  const sentAt = (state as { sentAt?: number } | null)?.sentAt ?? 0
  const left = useSecondsUntil(sentAt + limits.resendAfterSeconds * 1000)

  const resend = async () => {
    try {
      await ask({ email })
      toast.info('If a record with this e-mail address exists, a code was sent to it.')
      void navigate(pathname, { replace: true, state: { sentAt: Date.now() } })
    } catch (error) {
      toast.error(sentenceOf(error), requestIdOf(error))
    }
  }
  return (
    <p>
      <Button
        disabled={left > 0}
        busy={busy || left > 0}
        busyLabel={left > 0 ? `Send another code in ${left} s` : 'Sending..'}
        onClick={() => void resend()}
      >
        Send another code
      </Button>
    </p>
  )
}

function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(Date.now)
  const left = Math.max(0, Math.ceil((time - now) / 1000))
  useEffect(() => {
    if (left === 0) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [left])
  return left
}
