import { t } from '@byre/contract/words'
import type { BillingEntity } from '@byre/contract/billing/billing-entities'
import { LoadedAll } from '../../ui/loaded-all.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useOpenInvoices, usePaidPlaces } from '../paid.ts'
import { UnresolvedPayment } from './unresolved-payment.tsx'

/** All that some billing information does not pay for. */
export function BillingEntityUnpaid({ entity }: { entity: BillingEntity }) {
  const which = { billing_entity_id: entity.id }
  const paid = usePaidPlaces(which)
  const debts = useOpenInvoices(which)
  return (
    <LoadedAll
      asks={{ paid, debts }}
      skeleton={<Skeleton height="6rem" />}
      failed={t`There was an error while loading subscriptions.`}
    >
      {({ paid, debts }) => <UnresolvedPayment billingEntity={entity} places={paid} debts={debts} isAll />}
    </LoadedAll>
  )
}
