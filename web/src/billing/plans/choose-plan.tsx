import { t } from '@byre/contract/words'
import type { BillingEntity } from '@byre/contract/billing/billing-entities'
import { createSubscriptionItem, previewNewItem } from '@byre/contract/billing/subscriptions'
import { call } from '../../lib/api.ts'
import { inWords } from '../../lib/refusal.ts'
import { toast } from '../../lib/toast.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { preselected } from '../billing-entities.ts'
import { PlanDialog } from './plan-dialog.tsx'
import { usePlans } from './use-plans.ts'

interface ChoosePlanProps {
  place: { site_id: string } | { clinic_id: string }
  name: string
  /** Those that the reader may pay with; not none. */
  billingEntities: readonly BillingEntity[]
  /** Who pays for the place, as far as it was ever said. */
  billingEntityId: string
  onClose: () => void
}

/** The first plan of a place, or another after one has ended. */
export function ChoosePlan({ place, name, billingEntities, billingEntityId, onClose }: ChoosePlanProps) {
  const offered = usePlans('site_id' in place ? 'sites' : 'clinics')
  const title = t`Choose a plan for ${name}`
  if (!offered.data)
    return (
      <Dialog wide title={title} onClose={onClose}>
        <Loaded
          ask={offered}
          skeleton={<Skeleton height="20rem" />}
          failed={t`There was an error while loading plans.`}
        >
          {() => null}
        </Loaded>
      </Dialog>
    )
  const isTheirs = billingEntities.some(({ id }) => id === billingEntityId)
  return (
    <PlanDialog
      title={title}
      plans={offered.data.plans}
      billingEntities={billingEntities}
      present={{ plan_id: '', billing_entity_id: isTheirs ? billingEntityId : preselected(billingEntities) }}
      isNews={() => true}
      look={(choice) =>
        call(previewNewItem, { ...choice, ...place }).catch(
          inWords({ 'server.failed': t`There was an error while loading plans.` }),
        )
      }
      go={async (choice) => {
        await call(createSubscriptionItem, { ...choice, ...place }).catch(
          inWords({ 'server.failed': t`There was an error while creating the subscription.` }),
        )
        toast.success(t`The plan was chosen.`)
        onClose()
      }}
      onClose={onClose}
    />
  )
}
