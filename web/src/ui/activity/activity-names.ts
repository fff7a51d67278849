import type { Activity } from '@byre/contract/activity'
import { listBillingEntities } from '@byre/contract/billing/billing-entities'
import { limits } from '@byre/contract/limits'
import { listPlans } from '@byre/contract/billing/plans'
import { listSpecies } from '@byre/contract/species'
import { useAsk } from '../../lib/query.ts'
import type { Names } from './activity-words.ts'

/** What the ids of these lines are called; asked for only where there are any. */
export function useNames(lines: readonly Pick<Activity, 'changes'>[]): Names {
  const tells = (field: string) =>
    lines.some(({ changes }) => changes.some((change) => change.field === field))
  const plans = useAsk(listPlans, tells('plan_id') ? { per_page: limits.perPage.max } : null)
  const billingEntities = useAsk(
    listBillingEntities,
    tells('billing_entity_id') ? { per_page: limits.perPage.billingEntities, sort: 'name' } : null,
  )
  const species = useAsk(
    listSpecies,
    tells('install_preference') ? { per_page: limits.perPage.species, sort: 'name' } : null,
  )
  return {
    plans: named(plans.data?.plans),
    billingEntities: named(billingEntities.data?.billing_entities),
    species: named(species.data?.species),
  }
}

const named = (things: readonly { id: string; name: string }[] = []) =>
  new Map(things.map(({ id, name }) => [id, name]))
