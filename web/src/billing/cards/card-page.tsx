import { t } from '@byre/contract/words'
import { getBillingEntity, type BillingEntity } from '@byre/contract/billing/billing-entities'
import { setUpCard, type Card } from '@byre/contract/billing/cards'
import { lazy, Suspense, type ReactNode } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { call } from '../../lib/api.ts'
import { useAnswer, useAsk } from '../../lib/query.ts'
import { paths } from '../../paths.ts'
import { Page } from '../../ui/page.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { MayNot } from '../back-to-billing-entity.tsx'
import { WithDues } from './due-at-once.tsx'
import { mayPayWith } from '../billing-entities.ts'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { comebackIn } from './stripe-comeback.ts'

/** What the screens about a payer's card share: its payer, and who may. */
export function CardPage({
  title,
  children,
}: {
  title: string
  children: (entity: BillingEntity) => ReactNode
}) {
  const { billingEntityId: id = '' } = useParams()
  const entity = useAsk(getBillingEntity, { id })
  return (
    <Page
      narrow
      title={title}
      crumbs={[
        { label: t`Dashboard`, to: paths.home() },
        ...(entity.isPending
          ? []
          : [{ label: entity.data?.name ?? t`Billing Information`, to: paths.billingEntity(id) }]),
      ]}
    >
      <Loaded
        ask={entity}
        skeleton={<FormSkeleton fields={3} />}
        failed={t`An error occurred while loading a billingEntity.`}
      >
        {(entity) =>
          mayPayWith(entity) ? (
            <WithDues entity={entity}>{children(entity)}</WithDues>
          ) : (
            <MayNot id={id}>{t`Its Owners and Admins can add and change a card.`}</MayNot>
          )
        }
      </Loaded>
    </Page>
  )
}

// The processor's own fields are fetched only where there is a processor.
const StripeFrame = lazy(async () => ({ default: (await import('./stripe-frame.tsx')).StripeFrame }))

const StripeReturn = lazy(async () => ({ default: (await import('./stripe-return.tsx')).StripeReturn }))

interface CardEntryProps {
  entity: BillingEntity
  /** The card that is to be replaced. */
  card: Card | null
  /** The form for where card details come to us. */
  typed: ReactNode
}

/** Our own form, or the processor's fields, as this portal takes cards. */
export function CardEntry({ entity, card, typed }: CardEntryProps) {
  const setup = useAnswer([setUpCard.name, entity.id], (signal) =>
    call(setUpCard, { billing_entity_id: entity.id }, { signal }),
  )
  const comeback = comebackIn(useSearchParams()[0])
  const skeleton = <FormSkeleton fields={3} />
  return (
    <Loaded ask={setup} skeleton={skeleton} failed={t`An error occurred while adding a creditCard.`}>
      {(setup) =>
        setup.client_secret === null ? (
          typed
        ) : (
          <Suspense fallback={skeleton}>
            {comeback ? (
              <StripeReturn entity={entity} card={card} setup={setup} comeback={comeback} />
            ) : (
              <StripeFrame entity={entity} card={card} setup={setup} />
            )}
          </Suspense>
        )
      }
    </Loaded>
  )
}
