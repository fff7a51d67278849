import { listSubscriptions } from '@byre/contract/subscriptions'
import { IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import { CardFace } from '../billing/card-face.tsx'
import { Fact, Facts } from '../billing/facts.tsx'
import { LoadedAll } from '../billing/loaded-all.tsx'
import { mayPayWith } from '../billing/payers.ts'
import { standingOf } from '../billing/subscription-words.ts'
import { useBillingEntities } from '../billing/use-payers.ts'
import { useAsk } from '../lib/query.ts'
import { paths } from '../paths.ts'
import type { Place, Kind } from '../products.ts'
import { Status } from '../ui/badge.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { NoBilling, PlanFact, usePlanOf } from './present-plan.tsx'

/** Who pays for a place, how, and for what. */
export function PlaceBilling({ kind, place }: { kind: Kind; place: Place }) {
  const entities = useBillingEntities()
  const plan = usePlanOf(place)
  const subscriptions = useAsk(
    listSubscriptions,
    kind.one === 'site' ? { site_id: place.id } : { clinic_id: place.id },
  )
  const payer = entities.data?.billing_entities.find(({ id }) => id === place.billing_entity_id)
  const mayAddCard = payer && mayPayWith(payer) && payer.last_four === null
  return (
    <Card title="Billing">
      {place.billing === null ? (
        <NoBilling />
      ) : (
        <Facts>
          <Fact name="Paid by">
            {payer ? (
              <Link className="wide-target" to={paths.billingEntity(payer.id)}>
                {payer.name}
              </Link>
            ) : (
              place.billing.name
            )}
          </Fact>
          <Fact name="Card">
            <CardFace card={place.billing} />
          </Fact>
        </Facts>
      )}
      <LoadedAll
        asks={[plan, subscriptions, entities]}
        skeleton={<Skeleton height={heightOf(place)} />}
        failed="There was an error while loading subscriptions."
      >
        {(plan, { subscriptions: [subscription] }) => (
          <>
            <Facts>
              <PlanFact plan={plan} />
              {subscription && (
                <Fact name="Status">
                  <Status is={standingOf(subscription).is}>{standingOf(subscription).words}</Status>
                </Fact>
              )}
            </Facts>
            {mayAddCard && (
              <div>
                <ButtonLink to={paths.newCard(payer.id)} icon={IconPlus}>
                  Add Card
                </ButtonLink>
              </div>
            )}
          </>
        )}
      </LoadedAll>
    </Card>
  )
}

/** Of what will probably come: a plan, how it stands, and the way to add a card. */
function heightOf({ role, billing }: Place): string {
  if (role === 'User') return '1.5rem'
  return billing?.last_four === null ? '7.25rem' : '3.75rem'
}
