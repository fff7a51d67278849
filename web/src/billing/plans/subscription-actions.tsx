import { t } from '@byre/contract/words'
import type { PaidPlace } from '@byre/contract/billing/paid-places'
import { useState, type ReactNode } from 'react'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { act, asItIs, changePlan } from './place-change.ts'
import { dialogIn } from '../../ui/fetched/dialog-in.tsx'

// A form with its carousel: fetched when somebody wants to change something.
const ChangePlan = dialogIn(async () => (await import('./change-plan.tsx')).ChangePlan)
const EndDialog = dialogIn(async () => (await import('./subscription-dialogs.tsx')).EndDialog)
const PauseDialog = dialogIn(async () => (await import('./subscription-dialogs.tsx')).PauseDialog)
const ResumeDialog = dialogIn(async () => (await import('./subscription-dialogs.tsx')).ResumeDialog)
const dialogs = { change: ChangePlan, end: EndDialog, pause: PauseDialog, resume: ResumeDialog }

interface SubscriptionActionsProps {
  paid: PaidPlace
  /** Runs whoever pays from the next period on: may stop paying. With the place too: may change what is paid for. */
  runsBillingEntity: boolean
  /** Runs whoever pays now, who may have it stay so. */
  runsPresent: boolean
}

/** What may be done about a subscription, by this reader, in the state it is in. */
export function SubscriptionActions({ paid, runsBillingEntity, runsPresent }: SubscriptionActionsProps) {
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null)
  const isOwner = paid.place_role === 'Owner'
  const isMoving = paid.pending_billing_entity_id !== null
  const undo = isOwner && (isMoving ? runsPresent : runsBillingEntity && paid.pending_plan_id !== null) && (
    <AtOnce
      done={isMoving ? t`The payer stays the same.` : t`The plan stays the same.`}
      go={() => changePlan(paid, asItIs(paid))}
    >{t`Undo`}</AtOnce>
  )
  if (!runsBillingEntity) return undo && <div className="actions">{undo}</div>
  const mayChange = isOwner
  const ends = paid.cancel_at !== null
  const rests = paid.resumes_at !== null && paid.phase === 'period'
  const Open = open && dialogs[open]
  return (
    <div className="actions">
      {mayChange && <Button onClick={() => setOpen('change')}>{t`Change Plan`}</Button>}
      {undo}
      {ends && (
        <AtOnce
          done={t`The subscription continues.`}
          go={() => act(paid, 'keep')}
        >{t`Keep Subscription`}</AtOnce>
      )}
      {rests && (
        <AtOnce done={t`The subscription continues.`} go={() => act(paid, 'keep')}>{t`Do Not Pause`}</AtOnce>
      )}
      {mayChange && paid.phase === 'paused' && (
        <Button onClick={() => setOpen('resume')}>{t`Resume Now`}</Button>
      )}
      {mayChange && paid.phase === 'period' && !rests && !ends && (
        <Button onClick={() => setOpen('pause')}>{t`Pause`}</Button>
      )}
      {!ends && (
        <Button
          kind="removal"
          className="action-last"
          onClick={() => setOpen('end')}
        >{t`End Subscription`}</Button>
      )}
      {Open && <Open paid={paid} onClose={() => setOpen(null)} />}
    </div>
  )
}

interface AtOnceProps {
  go: () => Promise<unknown>
  /** Said when it is done. */
  done: string
  children: ReactNode
}

/** What costs nothing and can be done again is not asked about. */
export function AtOnce({ go, done, children }: AtOnceProps) {
  const [busy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    try {
      await go()
      toast.success(done)
    } catch (error) {
      toast.failure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button busy={busy} onClick={() => void press()}>
      {children}
    </Button>
  )
}
