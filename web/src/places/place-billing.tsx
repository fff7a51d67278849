import { t } from '@byre/contract/words'
import { Link } from 'react-router'
import { CardFace } from '../billing/cards/card-face.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { mayPayWith } from '../billing/billing-entities.ts'
import { PlaceSubscription } from '../billing/payers/place-subscription.tsx'
import { useBillingEntities } from '../billing/use-billing-entities.ts'
import { paths } from '../paths.ts'
import type { Kind, Place } from '../products.ts'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { NoBilling, PlanFact, usePlanOf } from './present-plan.tsx'

/** Who pays for a place, how, and for what. */
export function PlaceBilling({
  kind,
  place,
  isCardAsked,
}: {
  kind: Kind
  place: Place
  isCardAsked: boolean
}) {
  const entities = useBillingEntities()
  const skeleton = <Skeleton height={place.role === 'User' ? '1.5rem' : '12rem'} />
  return (
    <Card title={t`Billing`}>
      {place.billing === null && <NoBilling kind={kind} />}
      <Facts>
        <Fact name={t`Paid by`}>
          <BillingEntityName
            place={place}
            isKnown={entities.data?.billing_entities.some(isBillingEntityOf(place)) ?? false}
          />
        </Fact>
        {place.role !== 'User' && <CardFact place={place} />}
      </Facts>
      <Loaded ask={entities} skeleton={skeleton} failed={t`An error occurred while loading a billingEntity.`}>
        {({ billing_entities: billingEntities }) =>
          place.role === 'User' && !billingEntities.filter(mayPayWith).some(isBillingEntityOf(place)) ? (
            <PlanAlone place={place} />
          ) : (
            <>
              {place.role === 'User' && (
                <Facts>
                  <CardFact place={place} />
                </Facts>
              )}
              <PlaceSubscription
                which={kind.one === 'site' ? { site_id: place.id } : { clinic_id: place.id }}
                place={place}
                billingEntities={billingEntities}
                isCardAsked={isCardAsked}
              />
            </>
          )
        }
      </Loaded>
    </Card>
  )
}

/** For those who run the place or its payer. */
const CardFact = ({ place }: { place: Place }) => (
  <Fact name={t`Card`}>{place.billing ? <CardFace card={place.billing} /> : t`Unknown`}</Fact>
)

const isBillingEntityOf =
  ({ billing_entity_id: billingEntity }: Place) =>
  ({ id }: { id: string }) =>
    id === billingEntity

function BillingEntityName({ place, isKnown }: { place: Place; isKnown: boolean }) {
  if (place.billing === null) return t`Unknown`
  if (!isKnown) return place.billing.name
  return (
    <Link className="wide-target" to={paths.billingEntity(place.billing_entity_id)}>
      {place.billing.name}
    </Link>
  )
}

/** What a User of a place may know of it. */
function PlanAlone({ place }: { place: Place }) {
  const plan = usePlanOf(place)
  return (
    <Loaded ask={plan} skeleton={<Skeleton height="1.5rem" />}>
      {(plan) => (
        <Facts>
          <PlanFact plan={plan} />
        </Facts>
      )}
    </Loaded>
  )
}
