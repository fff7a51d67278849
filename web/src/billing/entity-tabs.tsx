import type { BillingEntity } from '@byre/contract/billing-entities'
import { limits } from '@byre/contract/limits'
import { listBillingEntityUsers } from '@byre/contract/members'
import type { Plan } from '@byre/contract/plans'
import { listSites, type Site } from '@byre/contract/sites'
import { listSubscriptions, type Subscription } from '@byre/contract/subscriptions'
import { useAsk } from '../lib/query.ts'
import { payerAsPlace } from '../people/place.ts'
import { activityTab, peopleTab } from '../people/place-people.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { LoadedAll } from './loaded-all.tsx'
import { PaidPlans } from './paid-plans.tsx'
import { PaidSites } from './paid-sites.tsx'
import { usePlans } from './use-plans.ts'

/** One site that some billing information pays for; what the reader may not see of it is null. */
export interface Paid {
  subscription: Subscription
  site: Site | null
  plan: Plan | null
}

const all = limits.perPage.max

/** What some billing information pays for, who runs it, and what that comes to. */
export function EntityTabs({ entity }: { entity: BillingEntity }) {
  const subscriptions = useAsk(listSubscriptions, { billing_entity_id: entity.id, per_page: all })
  const sites = useAsk(listSites, { per_page: all, sort: 'name' })
  const plans = usePlans('sites')
  const users = useAsk(listBillingEntityUsers, { id: entity.id, per_page: 1 })
  return (
    <LoadedAll
      asks={[subscriptions, sites, plans, users]}
      skeleton={<Skeleton height="14rem" />}
      failed="There was an error while loading subscriptions."
    >
      {({ subscriptions }, { sites }, { plans }, { total }) => {
        const paid = subscriptions
          .filter(({ site_id: site, status }) => site !== null && status !== 'canceled')
          .map((subscription) => ({
            subscription,
            site: sites.find(({ id }) => id === subscription.site_id) ?? null,
            plan: plans.find(({ id }) => id === subscription.plan_id) ?? null,
          }))
        const place = payerAsPlace(entity)
        return (
          <Tabs
            label={entity.name}
            tabs={[
              { id: 'sites', label: `Operation Sites (${paid.length})`, panel: <PaidSites paid={paid} /> },
              peopleTab(place, `Users (${total})`),
              { id: 'plans', label: 'Plans', panel: <PaidPlans paid={paid} /> },
              activityTab(place),
            ]}
          />
        )
      }}
    </LoadedAll>
  )
}
