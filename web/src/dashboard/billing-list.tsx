import { t } from '@byre/contract/words'
import type { BillingEntity, listBillingEntities } from '@byre/contract/billing/billing-entities'
import type { Ask } from '../lib/query.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { EmptyState } from '../ui/states.tsx'
import { PagedList } from './paged-list.tsx'

interface BillingListProps {
  total: number | undefined
  shown: Ask<typeof listBillingEntities>
}

export function BillingList({ total, shown }: BillingListProps) {
  return (
    <Loaded
      ask={shown}
      skeleton={<Skeleton height="12rem" />}
      failed={t`An error occurred while loading a billingEntity.`}
    >
      {(reply) =>
        total === 0 ? (
          <EmptyState
            title={t`No Billing Information`}
            drawing="receipt"
            action={<ButtonLink to={paths.newBillingEntity()}>{t`Add Billing Information`}</ButtonLink>}
          >{t`Whoever pays for what you manage will appear here.`}</EmptyState>
        ) : (
          <div className="stack">
            <div>
              <ButtonLink to={paths.newBillingEntity()}>{t`Add Billing Information`}</ButtonLink>
            </div>
            <PagedList noun={t`billing information`} reply={reply}>
              <ul className="grid">
                {reply.billing_entities.map((billingEntity) => (
                  <BillingEntityCard key={billingEntity.id} billingEntity={billingEntity} />
                ))}
              </ul>
            </PagedList>
          </div>
        )
      }
    </Loaded>
  )
}

function BillingEntityCard({ billingEntity }: { billingEntity: BillingEntity }) {
  return (
    <Card as="li" title={billingEntity.name} to={paths.billingEntity(billingEntity.id)}>
      {billingEntity.email && <p className="soft">{billingEntity.email}</p>}
      <p className="soft figures">
        {billingEntity.last_four ? t`Card ending in ${billingEntity.last_four}` : t`No card yet`}
      </p>
    </Card>
  )
}
