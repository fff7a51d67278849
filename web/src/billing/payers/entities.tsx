import { t } from '@byre/contract/words'
import type { BillingEntity } from '@byre/contract/billing/billing-entities'
import { IconPlus } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { CardFace } from '../cards/card-face.tsx'
import { useBillingEntities } from '../use-billing-entities.ts'

/** `/billing-entities`: everything that pays. */
export function Component() {
  const entities = useBillingEntities()
  const add = (
    <ButtonLink
      to={paths.newBillingEntity()}
      kind="primary"
      icon={IconPlus}
    >{t`Add Billing Information`}</ButtonLink>
  )
  return (
    <Page
      title={t`Billing Information`}
      crumbs={[{ label: t`Dashboard`, to: paths.home() }]}
      actions={entities.data?.total !== 0 && add}
    >
      <Loaded
        ask={entities}
        skeleton={<Skeleton height="20rem" />}
        failed={t`An error occurred while loading a billingEntity.`}
      >
        {({ billing_entities: all }) =>
          all.length === 0 ? (
            <EmptyState
              title={t`No Billing Information`}
              drawing="receipt"
              action={add}
            >{t`Whoever pays for what you manage will appear here.`}</EmptyState>
          ) : (
            <ul className="grid">
              {all.map((entity) => (
                <EntityCard key={entity.id} entity={entity} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Page>
  )
}

function EntityCard({ entity }: { entity: BillingEntity }) {
  return (
    <Card as="li" title={entity.name} to={paths.billingEntity(entity.id)}>
      <CardFace card={entity} />
      <p className="soft">{entity.email ?? t`You are a ${entity.role} here`}</p>
    </Card>
  )
}
