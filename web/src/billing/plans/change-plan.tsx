import { t } from '@byre/contract/words'
import type { PaidPlace } from '@byre/contract/billing/paid-places'
import { previewSubscriptionItem } from '@byre/contract/billing/subscriptions'
import { call } from '../../lib/api.ts'
import { inWords } from '../../lib/refusal.ts'
import { toast } from '../../lib/toast.ts'
import { LoadedAll } from '../../ui/loaded-all.tsx'
import { usePlansOf } from '../paid.ts'
import { mayPayWith } from '../billing-entities.ts'
import { changePlan, nextBillingEntityOf } from './place-change.ts'
import { PlanDialog } from './plan-dialog.tsx'
import { useBillingEntities } from '../use-billing-entities.ts'
import { usePlans } from './use-plans.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

interface ChangePlanProps {
  paid: PaidPlace
  onClose: () => void
}

/** Another plan for a place that has one, or another payer. */
export function ChangePlan({ paid, onClose }: ChangePlanProps) {
  const present = {
    plan_id: paid.pending_plan_id ?? paid.plan_id,
    billing_entity_id: nextBillingEntityOf(paid),
  }
  const offered = usePlans(paid.site_id === null ? 'clinics' : 'sites')
  const own = usePlansOf([present.plan_id])
  const billingEntities = useBillingEntities()
  const title = t`Change the plan of ${paid.place_name}`
  if (!offered.data || !own.data || !billingEntities.data)
    return (
      <Dialog wide title={title} onClose={onClose}>
        <LoadedAll
          asks={{ offered, own, billingEntities }}
          skeleton={<Skeleton height="20rem" />}
          failed={t`There was an error while loading plans.`}
        >
          {() => null}
        </LoadedAll>
      </Dialog>
    )
  const former = [...own.data.values()].filter(({ id }) => id === present.plan_id)
  const plans = offered.data.plans
  return (
    <PlanDialog
      title={title}
      plans={plans.some(({ id }) => id === present.plan_id) ? plans : [...plans, ...former]}
      billingEntities={billingEntities.data.billing_entities.filter(mayPayWith)}
      present={present}
      isNews={(choice) =>
        choice.plan_id !== present.plan_id || choice.billing_entity_id !== present.billing_entity_id
      }
      look={(choice) =>
        call(previewSubscriptionItem, {
          id: paid.item_id,
          plan_id: choice.plan_id,
          billing_entity_id:
            choice.billing_entity_id === present.billing_entity_id ? null : choice.billing_entity_id,
        }).catch(inWords({ 'server.failed': t`There was an error while loading plans.` }))
      }
      go={async (choice) => {
        await changePlan(paid, choice)
        toast.success(
          choice.plan_id === present.plan_id ? t`Who pays was changed.` : t`The plan was changed.`,
        )
        onClose()
      }}
      onClose={onClose}
    />
  )
}
