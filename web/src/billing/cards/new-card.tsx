import { t } from '@byre/contract/words'
import { EmptyState } from '../../ui/states.tsx'
import { BackToBillingEntity } from '../back-to-billing-entity.tsx'
import { CardForm } from './card-form.tsx'
import { CardEntry, CardPage } from './card-page.tsx'

/** `/billing-entities/{billingEntityId}/card/new` */
export function Component() {
  return (
    <CardPage title={t`Add Card`}>
      {(entity) =>
        entity.last_four !== null ? (
          <EmptyState
            title={t`This billing information already has a card.`}
            action={<BackToBillingEntity id={entity.id} />}
          />
        ) : (
          <CardEntry entity={entity} card={null} typed={<CardForm entity={entity} />} />
        )
      }
    </CardPage>
  )
}
