import { t } from '@byre/contract/words'
import {
  getBillingEntity,
  updateBillingEntity,
  type BillingEntity,
} from '@byre/contract/billing/billing-entities'
import { taxNumberLabels } from '@byre/contract/billing/tax-numbers'
import { postalLabel, regionLabel } from '@byre/contract/regions'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { call } from '../../lib/api.ts'
import { formatPhone } from '../../lib/format.ts'
import { remember, useAsk } from '../../lib/query.ts'
import { inWords } from '../../lib/refusal.ts'
import { paths } from '../../paths.ts'
import { FormShell } from '../../ui/forms/form-shell.tsx'
import { Page } from '../../ui/page.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { withPlace } from '../../ui/forms/address.ts'
import { MayNot } from '../back-to-billing-entity.tsx'
import { EntityFields } from '../entity-fields.tsx'
import { changeFormOf, isPlaced, valuesOfEntity } from '../entity-values.ts'
import { Meanwhile, useChanging } from '../../ui/forms/meanwhile.tsx'
import { mayPayWith } from '../billing-entities.ts'
import { TaxNumberFields } from './tax-number-fields.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'

/** `/billing-entities/{billingEntityId}/edit` */
export function Component() {
  const { billingEntityId: id = '' } = useParams()
  const entity = useAsk(getBillingEntity, { id })
  return (
    <Page
      narrow
      title={t`Update Billing Information`}
      crumbs={[
        { label: t`Dashboard`, to: paths.home() },
        ...(entity.isPending
          ? []
          : [{ label: entity.data?.name ?? t`Billing Information`, to: paths.billingEntity(id) }]),
      ]}
    >
      <Loaded
        ask={entity}
        skeleton={<FormSkeleton fields={6} />}
        failed={t`An error occurred while loading a billingEntity.`}
      >
        {(entity) =>
          mayPayWith(entity) ? (
            <UpdateForm entity={entity} />
          ) : (
            <MayNot id={id}>{t`Its Owners and Admins can change billing information.`}</MayNot>
          )
        }
      </Loaded>
    </Page>
  )
}

function UpdateForm({ entity }: { entity: BillingEntity }) {
  const navigate = useNavigate()
  const { id } = entity
  const [schema] = useState(() => changeFormOf(entity))
  const { send, differences } = useChanging({
    first: entity,
    valuesOf: valuesOfEntity,
    put: ({ changed, values, ifMatch }) =>
      call(updateBillingEntity, { ...withPlace(changed, values), id }, { ifMatch }),
    look: () => call(getBillingEntity, { id }),
  })
  return (
    <FormShell
      schema={schema}
      defaults={valuesOfEntity(entity)}
      send={(values, fill) =>
        send(values, fill).catch(
          inWords({ 'server.failed': t`An error occurred while updating a billingEntity.` }),
        )
      }
      onDone={(saved) => {
        remember(getBillingEntity, { id }, saved)
        void navigate(paths.billingEntity(id), { replace: true })
      }}
      submit={t`Update`}
      busy={t`Updating billing information..`}
      cancel={paths.billingEntity(id)}
      draft={`billing-entity.${id}`}
    >
      <div className="stack">
        <EntityFields isPlaced={isPlaced(entity)} />
        <TaxNumberFields />
      </div>
      <Meanwhile
        differences={differences}
        labels={{
          name: t`Name`,
          email: t`Email`,
          phone: t`Phone`,
          address: t`Address`,
          city: t`City`,
          country: t`Country`,
          region: regionLabel(entity.country),
          postal_code: postalLabel(entity.country),
          ...taxNumberLabels,
        }}
        words={(field, value) => (field === 'phone' ? formatPhone(value) : value)}
      />
    </FormShell>
  )
}
