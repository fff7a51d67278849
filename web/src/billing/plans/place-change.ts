import { t } from '@byre/contract/words'
import type { PaidPlace } from '@byre/contract/billing/paid-places'
import { updateClinic } from '@byre/contract/places/clinics'
import { updateSite } from '@byre/contract/places/sites'
import { changeSubscriptionItem } from '@byre/contract/billing/subscriptions'
import { call } from '../../lib/api.ts'
import { inWords } from '../../lib/refusal.ts'

/** A plan, and who pays for it. */
export interface PlanChoice {
  plan_id: string
  billing_entity_id: string
}

/** Who pays from the next period on. */
export const nextBillingEntityOf = ({
  billing_entity_id: present,
  pending_billing_entity_id: next,
}: PaidPlace) => next ?? present

const failed = { 'server.failed': t`There was an error while changing the subscription.` } as const
export const inSubscriptionWords = inWords(failed)

/** `remove`, `keep` and `resume` of what is paid for. */
export const act = (paid: PaidPlace, action: 'remove' | 'keep' | 'resume') =>
  call(changeSubscriptionItem, { id: paid.item_id, action }).catch(inSubscriptionWords)

/** Another plan, or another payer together with one in its currency. */
export async function changePlan(paid: PaidPlace, choice: PlanChoice): Promise<void> {
  const { site_id: site, clinic_id: clinic, item_id: id } = paid
  const change =
    choice.billing_entity_id === nextBillingEntityOf(paid)
      ? call(changeSubscriptionItem, { id, plan_id: choice.plan_id })
      : site === null
        ? call(updateClinic, { id: clinic ?? '', ...choice })
        : call(updateSite, { id: site, ...choice })
  await change.catch(inSubscriptionWords)
}

/** What is paid for now: choosing that takes back what was to follow. */
export const asItIs = ({ plan_id, billing_entity_id }: PaidPlace): PlanChoice => ({
  plan_id,
  billing_entity_id,
})
