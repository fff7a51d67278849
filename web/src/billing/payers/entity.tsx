import { getBillingEntity, type BillingEntity } from '@byre/contract/billing/billing-entities'
import { taxNumbersOf } from '@byre/contract/billing/tax-numbers'
import { IconPencil } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { formatDate, formatPhone } from '../../lib/format.ts'
import { useAsk } from '../../lib/query.ts'
import { paths } from '../../paths.ts'
import { OwnMembership } from '../../people/own-membership.tsx'
import { billingEntityAsPlace } from '../../people/place.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { addressInWords } from '../../ui/forms/address.ts'
import { BillingEmailState } from './billing-email.tsx'
import { DeleteEntity } from './delete-entity.tsx'
import { EntityTabs } from './entity-tabs.tsx'
import { Fact, Facts, MissingFacts } from '../../ui/facts.tsx'
import { KeptCard } from '../cards/kept-card.tsx'
import { Named, NamedPage } from '../../people/named-page.tsx'
import { currencyOf, mayPayWith } from '../billing-entities.ts'
import { BillingEntityProposals } from '../plans/plan-proposals.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
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
      fallback="Billing Information"
      crumbs={[
        { label: 'Dashboard', to: paths.home() },
        { label: 'Billing Information', to: paths.billingEntities() },
      ]}
    >
      {(name) => (
        <Loaded
          ask={entity}
          skeleton={<DetailSkeleton />}
          failed="An error occurred while loading a billingEntity."
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

function Entity({ entity }: { entity: BillingEntity }) {
  const sees = mayPayWith(entity)
  const phone = formatPhone(entity.phone)
  const address = addressInWords(entity)
  const unpaid = useUnpaid()
  const owing = unpaid.data?.unpaid.find(({ billing_entity_id: id }) => id === entity.id)
  const isDrawn = useUnpaidDrawn({ billing_entity_id: entity.id }, owing, unpaid.isPending)
  if (!isDrawn) return <DetailSkeleton />
  return (
    <Suspense fallback={<DetailSkeleton />}>
      {sees && (
        <div className="actions">
          <ButtonLink to={paths.editBillingEntity(entity.id)} icon={IconPencil}>
            Edit
          </ButtonLink>
          {entity.role === 'Owner' && <DeleteEntity entity={entity} />}
        </div>
      )}
      {owing && <BillingEntityUnpaid entity={entity} />}
      {sees && <BillingEmailState entity={entity} />}
      {sees && <BillingEntityProposals billingEntityId={entity.id} />}
      <div className="halves">
        <Card title="Details">
          <Facts>
            {sees && (
              <>
                {entity.email && <Fact name="Email">{entity.email}</Fact>}
                {phone && <Fact name="Phone">{phone}</Fact>}
                {address && <Fact name="Address">{address}</Fact>}
                {taxNumbersOf(entity).map((held) => (
                  <Fact key={held.name} name={held.name}>
                    {held.number}
                  </Fact>
                ))}
              </>
            )}
            {(sees || entity.currency) && (
              <Fact name="Pays in">{currencyOf(entity) === 'usd' ? 'US dollars' : 'Canadian dollars'}</Fact>
            )}
            <Fact name="Your role">{entity.role}</Fact>
            <Fact name="Created">{formatDate(entity.created_at)}</Fact>
          </Facts>
          <MissingFacts
            of={{ email: entity.email, phone, address }}
            to={sees ? paths.editBillingEntity(entity.id) : null}
          />
        </Card>
        <KeptCard entity={entity} />
      </div>
      {sees ? <EntityTabs entity={entity} /> : <OwnMembership subject={billingEntityAsPlace(entity)} />}
    </Suspense>
  )
}
