import { t } from '@byre/contract/words'
import { getBillingEntity, type BillingEntity } from '@byre/contract/billing/billing-entities'
import { IconPencil } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { useAsk } from '../../lib/query.ts'
import { paths } from '../../paths.ts'
import { OwnMembership } from '../../people/own-membership.tsx'
import { billingEntityAsPlace } from '../../people/place.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { BillingEmailState } from './billing-email.tsx'
import { BillingHead } from './billing-head.tsx'
import { DeleteEntity } from './delete-entity.tsx'
import { EntityDetails } from './entity-details.tsx'
import { EntityTabs } from './entity-tabs.tsx'
import { KeptCard } from '../cards/kept-card.tsx'
import { Named, NamedPage } from '../../people/named-page.tsx'
import { mayPayWith } from '../billing-entities.ts'
import { BillingEntityProposals } from '../plans/plan-proposals.tsx'
import { DetailSkeleton, HeadRoom } from '../../ui/skeletons.tsx'
import { useUnpaid } from '../../lib/unpaid.ts'
import { useUnpaidDrawn } from '../unpaid-drawing.ts'

const BillingEntityUnpaid = lazy(async () => ({
  default: (await import('../invoices/billing-entity-unpaid.tsx')).BillingEntityUnpaid,
}))

/** `/billing-entities/{billingEntityId}` */
export function Component() {
  const { billingEntityId: id = '' } = useParams()
  const entity = useAsk(getBillingEntity, { id })
  return (
    <NamedPage
      fallback={t`Billing Information`}
      crumbs={[
        { label: t`Dashboard`, to: paths.home() },
        { label: t`Billing Information`, to: paths.billingEntities() },
      ]}
      head={
        entity.isLoadingError
          ? undefined
          : {
              actions: entity.data && <EntityActions entity={entity.data} />,
              room: { actions: <HeadRoom /> },
            }
      }
    >
      {(name) => (
        <Loaded
          ask={entity}
          skeleton={<DetailSkeleton />}
          failed={t`An error occurred while loading a billingEntity.`}
        >
          {(entity) => (
            <>
              <Named as={entity.name} tell={name} />
              <Entity entity={entity} />
            </>
          )}
        </Loaded>
      )}
    </NamedPage>
  )
}

function EntityActions({ entity }: { entity: BillingEntity }) {
  if (!mayPayWith(entity)) return null
  return (
    <div className="actions">
      <ButtonLink to={paths.editBillingEntity(entity.id)} icon={IconPencil}>{t`Edit`}</ButtonLink>
      {entity.role === 'Owner' && <DeleteEntity entity={entity} />}
    </div>
  )
}

function Entity({ entity }: { entity: BillingEntity }) {
  const sees = mayPayWith(entity)
  const unpaid = useUnpaid()
  const owing = unpaid.data?.unpaid.find(({ billing_entity_id: id }) => id === entity.id)
  const isDrawn = useUnpaidDrawn({ billing_entity_id: entity.id }, owing, unpaid.isPending)
  if (!isDrawn) return <DetailSkeleton />
  return (
    <Suspense fallback={<DetailSkeleton />}>
      {owing && <BillingEntityUnpaid entity={entity} />}
      {sees && <BillingEmailState entity={entity} />}
      {sees && <BillingEntityProposals billingEntityId={entity.id} />}
      {sees ? (
        <>
          <BillingHead entity={entity} />
          <EntityTabs entity={entity} />
        </>
      ) : (
        <>
          <div className="halves">
            <EntityDetails entity={entity} />
            <KeptCard entity={entity} />
          </div>
          <OwnMembership subject={billingEntityAsPlace(entity)} />
        </>
      )}
    </Suspense>
  )
}
