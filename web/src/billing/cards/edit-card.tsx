import { t } from '@byre/contract/words'
import type { BillingEntity } from '@byre/contract/billing/billing-entities'
import { getCard, listCards } from '@byre/contract/billing/cards'
import { useAsk } from '../../lib/query.ts'
import { isNotFound } from '../../lib/refusal.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { CardChangeForm } from './card-change-form.tsx'
import { CardEntry, CardPage } from './card-page.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'

const failed = t`An error occurred while loading a creditCard.`

/** `/billing-entities/{billingEntityId}/card/edit` */
export function Component() {
  return <CardPage title={t`Update Card`}>{(entity) => <KeptCardOf entity={entity} />}</CardPage>
}

function KeptCardOf({ entity }: { entity: BillingEntity }) {
  const cards = useAsk(listCards, { billing_entity_id: entity.id })
  return (
    <Loaded ask={cards} skeleton={<FormSkeleton fields={3} />} failed={failed}>
      {({ cards: [card] }) => (card ? <Change entity={entity} id={card.id} /> : <NoCard entity={entity} />)}
    </Loaded>
  )
}

/** Asked for alone: only then it comes with the version that a change is meant for. */
function Change({ entity, id }: { entity: BillingEntity; id: string }) {
  const card = useAsk(getCard, { id })
  // Deleted meanwhile, in another window: the list may hear of it later.
  if (isNotFound(card.error)) return <NoCard entity={entity} />
  return (
    <Loaded ask={card} skeleton={<FormSkeleton fields={3} />} failed={failed}>
      {(card) => (
        <CardEntry entity={entity} card={card} typed={<CardChangeForm entity={entity} card={card} />} />
      )}
    </Loaded>
  )
}

const NoCard = ({ entity }: { entity: BillingEntity }) => (
  <EmptyState
    title={t`No card yet`}
    action={<ButtonLink to={paths.newCard(entity.id)} kind="primary">{t`Add Card`}</ButtonLink>}
  />
)
