import { t } from '@byre/contract/words'
import { rich } from '../../ui/rich.tsx'
import { acceptPlanProposal, type PlanProposal } from '@byre/contract/billing/plan-proposals'
import type { Plan } from '@byre/contract/billing/plans'
import { previewSubscriptionItem } from '@byre/contract/billing/subscriptions'
import { formatMoney, formatPrice } from '../../lib/format.ts'
import { useAsk } from '../../lib/query.ts'
import { toast } from '../../lib/toast.ts'
import { useCall } from '../../lib/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ChangeOutlook } from './change-outlook.tsx'
import { LoadedAll } from '../../ui/loaded-all.tsx'
import { usePaidPlaces } from '../paid.ts'

interface AcceptPlanProps {
  proposal: PlanProposal
  plan: Plan
  /** Nobody has answered it, and it was not taken back. */
  isOpen: boolean
  onClose: () => void
}

/** First what it costs, to the cent for those who see the subscription now; only then it is done. */
export function AcceptPlan({ proposal, plan, isOpen, onClose }: AcceptPlanProps) {
  const { kind, place_id: id, place_name: name } = proposal
  const paid = usePaidPlaces(kind === 'site' ? { site_id: id } : { clinic_id: id })
  const item = paid.data?.[0]?.item_id
  const preview = useAsk(previewSubscriptionItem, item ? { id: item, plan_id: plan.id } : null)
  const accept = useCall(acceptPlanProposal)
  const title = t`${plan.name} for ${name}`
  const isKnown = preview.data !== undefined || (paid.data !== undefined && item === undefined)
  if (!isOpen && !accept.busy)
    return (
      <Dialog title={title} onClose={onClose}>
        <p>{t`This proposal is no longer open: somebody else has answered it, or it was taken back.`}</p>
        <div className="dialog-buttons">
          <Button onClick={onClose}>{t`Close`}</Button>
        </div>
      </Dialog>
    )
  if (!isKnown)
    return (
      <Dialog title={title} onClose={onClose}>
        <LoadedAll
          asks={{ paid, preview }}
          skeleton={<Skeleton height="6rem" />}
          failed={t`There was an error while loading plans.`}
        >
          {() => null}
        </LoadedAll>
      </Dialog>
    )
  const total = preview.data?.total ?? 0
  return (
    <ConfirmDialog
      title={title}
      confirm={
        total > 0 && preview.data ? t`Accept and pay ${formatMoney(total, preview.data.currency)}` : t`Accept`
      }
      busy={t`Accepting..`}
      onConfirm={async () => {
        await accept.ask({ id: proposal.id })
        toast.success(t`The proposal was accepted.`)
        onClose()
      }}
      onCancel={onClose}
    >
      <div className="stack">
        {preview.data ? (
          <ChangeOutlook plan={plan} preview={preview.data} />
        ) : (
          <p>{rich`${(<strong>{plan.name}</strong>)} is ${formatPrice(plan)}, without tax. It begins with the first period that you pay for; if nothing is paid for ${name} now, it begins and is charged at once.`}</p>
        )}
      </div>
    </ConfirmDialog>
  )
}
