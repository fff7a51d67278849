import { getBillingEntity } from '@byre/contract/billing-entities'
import { useParams } from 'react-router'
import { useAsk } from '../lib/query.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState, Loaded } from '../ui/states.tsx'
import { CardForm } from './card-form.tsx'
import { mayPayWith } from './payers.ts'
import { FormSkeleton } from './skeletons.tsx'

/** `/billing-entities/{billingEntityId}/card/new` */
export function Component() {
  const { billingEntityId: id = '' } = useParams()
  const entity = useAsk(getBillingEntity, { id })
  const back = <ButtonLink to={paths.billingEntity(id)}>Back to Billing Information</ButtonLink>
  return (
    <Page
      narrow
      title="Add Card"
      crumbs={[
        { label: 'Dashboard', to: paths.home() },
        { label: 'Billing Information', to: paths.billingEntity(id) },
      ]}
    >
      <Loaded
        ask={entity}
        skeleton={<FormSkeleton fields={3} />}
        failed="An error occurred while loading a billingEntity."
      >
        {(entity) => {
          if (!mayPayWith(entity)) {
            return (
              <EmptyState title="Your role does not allow this." action={back}>
                Its Owners and Admins can add a card.
              </EmptyState>
            )
          }
          if (entity.last_four !== null) {
            return <EmptyState title="This billing information already has a card." action={back} />
          }
          return <CardForm entity={entity} />
        }}
      </Loaded>
    </Page>
  )
}
