import { t } from '@byre/contract/words'
import { getSpending } from '@byre/contract/billing/spending'
import type { BillingEntity } from '@byre/contract/billing/billing-entities'
import { listBillingEntityUsers } from '@byre/contract/people/members'
import { Suspense } from 'react'
import { useMe } from '../../lib/me.ts'
import { useAsk } from '../../lib/query.ts'
import { billingEntityAsPlace } from '../../people/place.ts'
import { managersTabs, peopleTab } from '../../people/place-people.tsx'
import { managedBy } from '../../products.ts'
import { fetched } from '../../ui/fetched/fetched.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TabsInAddress } from '../../ui/tabs-in-address.tsx'
import { CardExpiry, useCardOf } from '../cards/card-expiry.tsx'
import { LoadedAll } from '../../ui/loaded-all.tsx'
import { planIdsOf, useOpenInvoices, usePaidPlaces, usePlansOf } from '../paid.ts'
import { PaidPlaces } from '../plans/paid-places.tsx'
import { EntityDetails } from './entity-details.tsx'

const waiting = <Skeleton height="22rem" />
const PaidPlans = fetched(async () => (await import('../plans/paid-plans.tsx')).PaidPlans, waiting)
const Picture = fetched(async () => (await import('./picture.tsx')).Picture, waiting)
const InvoiceRecipients = fetched(
  async () => (await import('../invoices/recipients.tsx')).InvoiceRecipients,
  <Skeleton height="12rem" />,
)
const Invoices = fetched(async () => (await import('../invoices/invoices.tsx')).Invoices, waiting)

/** What some billing information pays for, who runs it, what that comes to, and what was paid. */
export function EntityTabs({ entity }: { entity: BillingEntity }) {
  const which = { billing_entity_id: entity.id }
  const paid = usePaidPlaces(which)
  const plans = usePlansOf(paid.data && planIdsOf(paid.data))
  const debts = useOpenInvoices(which)
  const spending = useAsk(getSpending, which)
  const cards = useCardOf(entity.id)
  const me = useMe()
  const users = useAsk(listBillingEntityUsers, { id: entity.id, per_page: 1 })
  return (
    <Suspense fallback={<Skeleton height="40rem" />}>
      <LoadedAll
        asks={{ me, paid, plans, debts, spending, cards, users }}
        skeleton={<Skeleton height="40rem" />}
        failed={t`There was an error while loading subscriptions.`}
      >
        {({ me, paid, plans, debts, spending, cards, users }) => (
          <>
            <CardExpiry card={cards.cards[0]} />
            <TabsInAddress
              label={entity.name}
              tabs={[
                ...managedBy(me).map((kind) => {
                  const places = paid.filter(
                    ({ site_id: site }) => (site === null) === (kind.one === 'clinic'),
                  )
                  return {
                    id: kind.product,
                    label: `${kind.tab} (${places.length})`,
                    panel: <PaidPlaces kind={kind} entity={entity} places={places} plans={plans} />,
                  }
                }),
                peopleTab(billingEntityAsPlace(entity), t`Users (${users.total})`),
                {
                  id: 'plans',
                  label: t`Plans`,
                  panel: <PaidPlans paid={paid} plans={plans} />,
                },
                {
                  id: 'invoices',
                  label: t`Invoices`,
                  panel: <Invoices entity={entity} places={paid} />,
                },
                {
                  id: 'spending',
                  label: t`Spending`,
                  panel: (
                    <Picture entity={entity} paid={paid} plans={plans} spending={spending} debts={debts} />
                  ),
                },
                {
                  id: 'details',
                  label: t`Details`,
                  panel: (
                    <div className="stack">
                      <EntityDetails entity={entity} />
                      <InvoiceRecipients entity={entity} />
                    </div>
                  ),
                },
                ...managersTabs(billingEntityAsPlace(entity)),
              ]}
            />
          </>
        )}
      </LoadedAll>
    </Suspense>
  )
}
