import { acceptPlanProposal, type PlanProposal } from '@byre/contract/plan-proposals'
import type { Plan } from '@byre/contract/plans'
import { previewSubscriptionItem } from '@byre/contract/subscriptions'
import { formatMoney, formatPrice } from '../lib/format.ts'
import { useAsk } from '../lib/query.ts'
import { toast } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ChangeOutlook } from './change-outlook.tsx'
import { LoadedAll } from './loaded-all.tsx'
import { usePaidPlaces } from './paid.ts'

interface AcceptPlanProps {
  proposal: PlanProposal
  plan: Plan
  onClose: () => void
}

/** First what it costs, to the cent for those who see the subscription now; only then it is done. */
export function AcceptPlan({ proposal, plan, onClose }: AcceptPlanProps) {
  const { kind, place_id: id, place_name: name } = proposal
  const paid = usePaidPlaces(kind === 'site' ? { site_id: id } : { clinic_id: id })
  const item = paid.data?.[0]?.item_id
  const preview = useAsk(previewSubscriptionItem, item ? { id: item, plan_id: plan.id } : null)
  const accept = useCall(acceptPlanProposal)
  const title = `${plan.name} for ${name}`
  const isKnown = preview.data !== undefined || (paid.data !== undefined && item === undefined)
  if (!isKnown)
    return (
      <Dialog title={title} onClose={onClose}>
        <LoadedAll
          asks={[paid, preview]}
          skeleton={<Skeleton height="6rem" />}
          failed="There was an error while loading plans."
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
        total > 0 && preview.data ? `Accept and pay ${formatMoney(total, preview.data.currency)}` : 'Accept'
      }
      busy="Accepting.."
      onConfirm={async () => {
        await accept.ask({ id: proposal.id })
        toast.success('The plan was changed.')
        onClose()
      }}
      onCancel={onClose}
    >
      {preview.data ? (
        <ChangeOutlook plan={plan} preview={preview.data} />
      ) : (
        <p>
          {plan.name} begins with the next period that is yours to pay for, or at once where there is none:{' '}
          {formatPrice(plan)}, without tax.
        </p>
      )}
    </ConfirmDialog>
  )
}
