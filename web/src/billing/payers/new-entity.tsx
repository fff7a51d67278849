import { t } from '@byre/contract/words'
import { createBillingEntity, getBillingEntity } from '@byre/contract/billing/billing-entities'
import { useNavigate } from 'react-router'
import { useMe } from '../../lib/me.ts'
import { remember } from '../../lib/query.ts'
import { inWords } from '../../lib/refusal.ts'
import { useCall } from '../../lib/use-call.ts'
import { paths } from '../../paths.ts'
import { FormShell } from '../../ui/forms/form-shell.tsx'
import { Page } from '../../ui/page.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { EntityFields } from '../entity-fields.tsx'
import { EntityForm, valuesForNewEntity } from '../entity-values.ts'
import { TaxNumberFields } from './tax-number-fields.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'

/** `/billing-entities/new` */
export function Component() {
  const me = useMe()
  const navigate = useNavigate()
  const { ask } = useCall(createBillingEntity)
  return (
    <Page
      narrow
      title={t`New Billing Information`}
      crumbs={[
        { label: t`Dashboard`, to: paths.home() },
        { label: t`Billing Information`, to: paths.billingEntities() },
      ]}
    >
      <Loaded
        ask={me}
        skeleton={<FormSkeleton fields={6} />}
        failed={t`An error occurred while loading user profile.`}
      >
        {(me) => (
          <FormShell
            schema={EntityForm}
            defaults={valuesForNewEntity(me)}
            send={(values) =>
              ask(values).catch(
                inWords({ 'server.failed': t`An error occurred while adding a billingEntity.` }),
              )
            }
            onDone={(entity) => {
              remember(getBillingEntity, { id: entity.id }, entity)
              void navigate(paths.billingEntity(entity.id), { replace: true })
            }}
            submit={t`Create`}
            busy={t`Creating billing information..`}
            cancel={paths.billingEntities()}
            draft="billing-entity.new"
          >
            <div className="stack">
              <EntityFields />
              <TaxNumberFields />
            </div>
          </FormShell>
        )}
      </Loaded>
    </Page>
  )
}
