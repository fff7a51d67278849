import { t } from '@byre/contract/words'
import type { BillingEntity } from '@byre/contract/billing/billing-entities'
import type { Plan } from '@byre/contract/billing/plans'
import type { User } from '@byre/contract/people/users'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type * as z from 'zod/mini'
import { LoadedAll } from '../ui/loaded-all.tsx'
import { currencyIn, mayPayWith } from '../billing/billing-entities.ts'
import { FormSkeleton } from '../ui/skeletons.tsx'
import { useBillingEntities, useNewBillingEntity } from '../billing/use-billing-entities.ts'
import { usePlans } from '../billing/plans/use-plans.ts'
import { useMe } from '../lib/me.ts'
import { remember } from '../lib/query.ts'
import { inWords } from '../lib/refusal.ts'
import { paths } from '../paths.ts'
import type { Kind, Place } from '../products.ts'
import { FormShell, type Fill } from '../ui/forms/form-shell.tsx'
import { LinkedNotice } from '../ui/forms/go-to-field.tsx'
import { Page } from '../ui/page.tsx'
import { Progress } from '../ui/progress.tsx'
import { NotFound } from '../ui/states.tsx'
import { AddressTold } from './address-told.tsx'
import { checkAddress } from './check-address.ts'
import { pathAfterSaving } from './domain-calls.ts'
import { besideFields, FormColumn, withLeft } from './form-column.tsx'
import { BillingInformation, PricingPlan } from './plan-and-billing-entity.tsx'
import type { CommonValues } from './place-values.ts'

/** What the form of a new place stands on. */
export interface Given {
  me: User
  billingEntities: readonly BillingEntity[]
  plans: readonly Plan[]
}

/** `/site/new`, `/clinic/new` */
export function NewPlacePage({ kind, children }: { kind: Kind; children: (given: Given) => ReactNode }) {
  const asks = { me: useMe(), billingEntities: useBillingEntities(), offered: usePlans(kind.product) }
  if (asks.me.data?.capabilities[kind.product] === false) return <NotFound home={paths.home()} />
  return (
    <Page title={t`New ${kind.title}`} crumbs={[{ label: t`Dashboard`, to: paths.home() }]}>
      <LoadedAll
        asks={asks}
        skeleton={<FormSkeleton fields={9} />}
        failed={t`There was an error while loading plans and billing information.`}
      >
        {({ me, billingEntities: { billing_entities: entities }, offered: { plans } }) =>
          children({ me, billingEntities: entities.filter(mayPayWith), plans })
        }
      </LoadedAll>
    </Page>
  )
}

interface CreatePlaceFormProps {
  kind: Kind
  given: Given
  schema: z.ZodMiniType<unknown, CommonValues>
  defaults: CommonValues
  create: (values: CommonValues, billingEntityId: string) => Promise<Place>
  /** Everything above plan and payer. */
  children: ReactNode
}

/** Its address is checked first, then who pays is made where that is new, then the place. */
export function CreatePlaceForm(props: CreatePlaceFormProps) {
  const { kind, given, schema, defaults, create, children } = props
  const navigate = useNavigate()
  const { billingEntityIn, making, withMade } = useNewBillingEntity()
  const billingEntities = withMade(given.billingEntities)

  const send = async (values: CommonValues, fill: Fill) => {
    await checkAddress(values)
    const billingEntityId = await billingEntityIn(values, fill)
    return create(values, billingEntityId).catch(
      inWords({ 'server.failed': t`An error occurred while creating the ${kind.one}.` }),
    )
  }

  const busy = making ? t`Creating billing info..` : t`Creating ${kind.one}..`
  return (
    <AddressTold>
      <FormShell
        schema={schema}
        defaults={defaults}
        send={send}
        onDone={(place) => {
          remember(kind.calls.get, { id: place.id }, place)
          void navigate(pathAfterSaving(kind, place, null), { replace: true })
        }}
        submit={t`Create`}
        busy={busy}
        cancel={paths.home()}
        draft={`${kind.one}.new`}
        lay={besideFields(
          <FormColumn
            title={t`Your ${kind.one}`}
            plans={given.plans}
            billingEntities={billingEntities}
            isNew
          />,
        )}
        go={withLeft}
        notice={<LinkedNotice />}
      >
        <Progress text={busy} />
        {children}
        <PricingPlan
          billingEntities={billingEntities}
          plans={given.plans}
          otherwise={currencyIn(given.me.country)}
          isNew
        />
        <BillingInformation kind={kind} billingEntities={billingEntities} />
      </FormShell>
    </AddressTold>
  )
}
