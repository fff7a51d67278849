import { t } from '@byre/contract/words'
import { rich } from '../ui/rich.tsx'
import { getUser, updateUser, type User } from '@byre/contract/people/users'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { remember } from '../lib/query.ts'
import { toast } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { useHasPlaces } from './has-places.ts'
import { dropStep } from './welcome-step.ts'

/* What all steps of the welcome have in common: where one is, and the ways out. */

/** Where one is in the welcome flow, and what is asked there. */
export function StepOf({ step, children }: { step: 1 | 2 | 3; children: ReactNode }) {
  return <p className="soft">{rich`Step ${step} of 3. ${children}`}</p>
}

/** Marks the welcome as over, then goes on. */
export function useWelcomed(me: User) {
  const { ask, busy } = useCall(updateUser)
  const welcome = async (goOn: () => void | Promise<void>) => {
    try {
      const user = await ask({ id: me.id, onboarded: '1' })
      remember(getUser, { id: user.id }, user)
      dropStep(me)
      void goOn()
    } catch (error) {
      toast.failure(error)
    }
  }
  return { welcome, busy }
}

/** For whoever has a place already, or one that can be brought back: their dashboard, and no welcome any more. */
export function LeaveWelcome({ me }: { me: User }) {
  const navigate = useNavigate()
  const { welcome, busy } = useWelcomed(me)
  if (!useHasPlaces(true)) return null
  return (
    <p>
      <Button
        kind="quiet"
        busy={busy}
        busyLabel={t`Leaving..`}
        onClick={() => void welcome(() => navigate(paths.home()))}
      >{t`Skip this and go to the dashboard`}</Button>
    </p>
  )
}
