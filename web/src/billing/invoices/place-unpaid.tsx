import { t } from '@byre/contract/words'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LoadedAll } from '../../ui/loaded-all.tsx'
import { mayPayWith } from '../billing-entities.ts'
import { useOpenInvoices, usePaidPlaces } from '../paid.ts'
import { useBillingEntities } from '../use-billing-entities.ts'
import { UnresolvedPayment } from './unresolved-payment.tsx'

/** What is not paid for a place, for those who run its payer. */
export function PlaceUnpaid({ which }: { which: { site_id: string } | { clinic_id: string } }) {
  const paid = usePaidPlaces(which)
  const debts = useOpenInvoices(which)
  const entities = useBillingEntities()
  return (
    <LoadedAll
      asks={{ paid, debts, entities }}
      skeleton={<Skeleton height="6rem" />}
      failed={t`There was an error while loading subscriptions.`}
    >
      {({ paid: places, debts, entities: { billing_entities: entities } }) => {
        const billingEntity = entities.find(
          (one) => one.id === places[0]?.billing_entity_id && mayPayWith(one),
        )
        return billingEntity ? (
          <UnresolvedPayment billingEntity={billingEntity} places={places} debts={debts} />
        ) : null
      }}
    </LoadedAll>
  )
}
