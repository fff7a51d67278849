import { listBillingEntities, type BillingEntity } from '@byre/contract/billing-entities'
import { useAsk } from '../lib/query.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { EmptyState, Loaded } from '../ui/states.tsx'
import { firstPage, PagedList, useListAddress } from './paged-list.tsx'

export function BillingList() {
  const all = useAsk(listBillingEntities, firstPage)
  const shown = useAsk(listBillingEntities, useListAddress(), { keep: true })
  return (
    <Loaded ask={shown} skeleton={<Skeleton height="12rem" />}>
      {(reply) =>
        all.data?.total === 0 ? (
          <EmptyState
            title="No Billing Information"
            action={<ButtonLink to={paths.newBillingEntity()}>Add Billing Information</ButtonLink>}
          >
            Who pays for your sites will stand here.
          </EmptyState>
        ) : (
          <PagedList noun="billing information" total={all.data?.total ?? 0} reply={reply}>
            <ul className="grid">
              {reply.billing_entities.map((payer) => (
                <PayerCard key={payer.id} payer={payer} />
              ))}
            </ul>
          </PagedList>
        )
      }
    </Loaded>
  )
}

function PayerCard({ payer }: { payer: BillingEntity }) {
  return (
    <Card as="li" title={payer.name} to={paths.billingEntity(payer.id)}>
      {payer.email && <p className="soft">{payer.email}</p>}
      <p className="soft figures">{payer.last_four ? `Card ending in ${payer.last_four}` : 'No card yet'}</p>
    </Card>
  )
}
