import { t } from '@byre/contract/words'
import type { BillingEntity } from '@byre/contract/billing/billing-entities'
import type { PaidPlace } from '@byre/contract/billing/paid-places'
import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CardLink } from '../cards/card-link.tsx'
import { CardExpiry, useCardOf } from '../cards/card-expiry.tsx'
import { Facts } from '../../ui/facts.tsx'
import { LoadedAll } from '../../ui/loaded-all.tsx'
import { planIdsOf, usePaidPlaces, usePlansOf } from '../paid.ts'
import { mayPayWith } from '../billing-entities.ts'
import { nextBillingEntityOf } from '../plans/place-change.ts'
import { PlaceProposal } from '../plans/plan-proposals.tsx'
import { SubscriptionActions } from '../plans/subscription-actions.tsx'
import { SubscriptionFacts } from '../plans/subscription-facts.tsx'
import { dialogIn } from '../../ui/fetched/dialog-in.tsx'

const ChoosePlan = dialogIn(async () => (await import('../plans/choose-plan.tsx')).ChoosePlan)

type Which = { site_id: string } | { clinic_id: string }

interface PlaceSubscriptionProps {
  which: Which
  place: {
    name: string
    role: BillingEntity['role']
    billing_entity_id: string
    plan_id: string | null
    billing: { last_four: string | null } | null
  }
  /** All billing information that the reader belongs to. */
  billingEntities: readonly BillingEntity[]
  /** The way to add a card stands on this screen already. */
  isCardAsked?: boolean
}

/** What a place subscribes to, for those who run it: its plan, how it stands, and what may be done about it. */
export function PlaceSubscription({ which, place, billingEntities, isCardAsked }: PlaceSubscriptionProps) {
  const paid = usePaidPlaces(which)
  const plans = usePlansOf(paid.data && planIdsOf(paid.data))
  const presentBillingEntity = paid.data?.[0]?.billing_entity_id
  const billingEntity = billingEntities.find((one) => one.id === presentBillingEntity && mayPayWith(one))
  const cards = useCardOf(billingEntity?.id ?? null)
  return (
    <LoadedAll
      asks={{ paid, plans, ...(billingEntity && { cards }) }}
      skeleton={<Skeleton height="10rem" />}
      failed={t`There was an error while loading subscriptions.`}
    >
      {({ paid: [subscription], plans }) =>
        subscription ? (
          <>
            {billingEntity && <CardExpiry card={cards.data?.cards[0]} />}
            {!isCardAsked && <TrialWithoutCard paid={subscription} billingEntity={billingEntity} />}
            <Facts>
              <SubscriptionFacts
                paid={subscription}
                plans={plans}
                hasCard={place.billing && place.billing.last_four !== null}
              />
            </Facts>
            <SubscriptionActions
              paid={subscription}
              runsBillingEntity={mayCharge(billingEntities, nextBillingEntityOf(subscription))}
              runsPresent={billingEntity !== undefined}
            />
            <PlaceProposal
              which={which}
              place={place}
              mayChoose={mayCharge(billingEntities, nextBillingEntityOf(subscription))}
              planId={subscription.pending_plan_id ?? subscription.plan_id}
              isPaidFor
            />
          </>
        ) : (
          <>
            <NoPlan which={which} place={place} billingEntities={billingEntities.filter(mayPayWith)} />
            <PlaceProposal
              which={which}
              place={place}
              mayChoose={mayCharge(billingEntities, place.billing_entity_id)}
              planId={place.plan_id}
              isPaidFor={false}
            />
          </>
        )
      }
    </LoadedAll>
  )
}

const mayCharge = (billingEntities: readonly BillingEntity[], id: string) =>
  billingEntities.some((one) => one.id === id && mayPayWith(one))

/** Said from the first day, so that the end of a trial surprises nobody. */
function TrialWithoutCard({
  paid,
  billingEntity,
}: {
  paid: PaidPlace
  billingEntity: BillingEntity | undefined
}) {
  if (!billingEntity || billingEntity.last_four !== null || paid.phase !== 'trial' || paid.cancel_at !== null)
    return null
  return (
    <Banner
      is="info"
      action={<CardLink billingEntityId={billingEntity.id}>{t`Add Card`}</CardLink>}
    >{t`The free trial needs no card. If you have not added one by the time it ends, nothing is charged, and everything is read-only until you do.`}</Banner>
  )
}

function NoPlan({ which, place, billingEntities }: PlaceSubscriptionProps) {
  const [choosing, setChoosing] = useState(false)
  const mayChoose = place.role === 'Owner' && billingEntities.length > 0
  return (
    <>
      <Banner
        is="warning"
        action={mayChoose && <Button onClick={() => setChoosing(true)}>{t`Choose a Plan`}</Button>}
      >
        {t`No plan has been chosen. Without one, everything is read-only once the free trial ends.`}
        {!mayChoose && <> {t`An Owner who runs billing information can choose one.`}</>}
      </Banner>
      {choosing && (
        <ChoosePlan
          place={which}
          name={place.name}
          billingEntities={billingEntities}
          billingEntityId={place.billing_entity_id}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  )
}
