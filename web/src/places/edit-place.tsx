import { t } from '@byre/contract/words'
import type { BillingEntity } from '@byre/contract/billing/billing-entities'
import type { Plan } from '@byre/contract/billing/plans'
import type { User } from '@byre/contract/people/users'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type * as z from 'zod/mini'
import { LoadedAll } from '../ui/loaded-all.tsx'
import { useChanging } from '../ui/forms/meanwhile.tsx'
import { mayPayWith } from '../billing/billing-entities.ts'
import { FormSkeleton } from '../ui/skeletons.tsx'
import { useBillingEntities, useNewBillingEntity } from '../billing/use-billing-entities.ts'
import { usePlans } from '../billing/plans/use-plans.ts'
import { useMe } from '../lib/me.ts'
import { remember } from '../lib/query.ts'
import { inWords } from '../lib/refusal.ts'
import { paths } from '../paths.ts'
import { UntilGone } from '../people/until-gone.tsx'
import type { Kind, Place } from '../products.ts'
import { ButtonLink } from '../ui/button.tsx'
import { FormShell, type Texts } from '../ui/forms/form-shell.tsx'
import { LinkedNotice } from '../ui/forms/go-to-field.tsx'
import { Page } from '../ui/page.tsx'
import { Progress } from '../ui/progress.tsx'
import { EmptyState } from '../ui/states.tsx'
import { ChangedMeanwhile, type OwnFields } from './changed-meanwhile.tsx'
import { AddressTold } from './address-told.tsx'
import { checkAddress } from './check-address.ts'
import { pathAfterSaving } from './domain-calls.ts'
import { besideFields, FormColumn, withLeft } from './form-column.tsx'
import { ForOwners, OwnersOnly } from './owner-parts.tsx'
import type { CommonValues } from './place-values.ts'

/** What came of all that the form of a place asks for. */
export interface EditPlaceAnswers<P extends Place> {
  place: P
  me: User
  billingEntities: readonly BillingEntity[]
  plans: readonly Plan[]
}

interface EditPlacePageProps<P extends Place> {
  kind: Kind
  id: string
  ask: UseQueryResult<P>
  children: (answers: EditPlaceAnswers<P>) => ReactNode
}

/** `/site/{siteId}/edit`, `/clinic/{clinicId}/edit` */
export function EditPlacePage<P extends Place>({ kind, id, ask, children }: EditPlacePageProps<P>) {
  const [gone, setGone] = useState<string | null>(null)
  const asks = {
    place: ask,
    me: useMe(),
    billingEntities: useBillingEntities(),
    offered: usePlans(kind.product),
  }
  return (
    <Page
      title={t`Update ${kind.title}`}
      crumbs={[
        { label: t`Dashboard`, to: paths.home() },
        ...(ask.isPending ? [] : [{ label: ask.data?.name ?? kind.title, to: kind.paths.open(id) }]),
      ]}
      actions={gone !== id && <ButtonLink to={kind.paths.open(id)}>{t`Back to ${kind.title}`}</ButtonLink>}
    >
      <UntilGone key={id} known={ask.data?.name ?? null} onGone={() => setGone(id)}>
        <LoadedAll
          asks={asks}
          skeleton={<FormSkeleton fields={9} />}
          failed={t`An error occurred while loading the ${kind.one}.`}
        >
          {({ place, me, billingEntities: { billing_entities: entities }, offered: { plans } }) =>
            place.role === 'User' ? (
              <EmptyState
                title={t`Your role does not allow this.`}
              >{t`Owners and Admins of ${place.name} can change it.`}</EmptyState>
            ) : (
              children({ place, me, billingEntities: entities.filter(mayPayWith), plans })
            )
          }
        </LoadedAll>
      </UntilGone>
    </Page>
  )
}

interface PlaceEdit {
  /** The fields that were edited, and all of them. */
  changed: Texts
  values: Texts
  /** Who is to pay, where that was edited. */
  billingEntity: { billing_entity_id?: string }
  ifMatch: string | undefined
}

interface UpdatePlaceFormProps<P extends Place> extends OwnFields {
  kind: Kind
  answers: EditPlaceAnswers<P>
  schema: z.ZodMiniType<unknown, CommonValues>
  valuesOf: (place: P) => CommonValues
  update: (edit: PlaceEdit) => Promise<P>
  /** The place as it is now. */
  look: () => Promise<P>
  /** Everything above plan and payer. */
  children: ReactNode
}

/** Only what was edited is sent: its address is checked first, then a new payer is made, then the place is changed. */
export function UpdatePlaceForm<P extends Place>(props: UpdatePlaceFormProps<P>) {
  const { kind, answers, schema, valuesOf, update, look, labels, words, children } = props
  // As it was when the form was opened: what others change meanwhile is shown, never slipped in.
  const [place] = useState(answers.place)
  const navigate = useNavigate()
  const { billingEntityIn, making, withMade } = useNewBillingEntity()
  const billingEntities = withMade(answers.billingEntities)

  const { send, differences } = useChanging({
    first: place,
    valuesOf,
    look,
    put: async ({ changed, values, fill, ifMatch }) => {
      await checkAddress(changed, place.id)
      const billingEntity = changed['billing_entity_id']
        ? { billing_entity_id: await billingEntityIn(values as CommonValues, fill) }
        : {}
      return update({ changed, values, billingEntity, ifMatch })
    },
  })

  const busy = making ? t`Creating billing info..` : t`Updating ${kind.one}..`
  return (
    <AddressTold>
      <FormShell
        schema={schema}
        defaults={valuesOf(place)}
        send={(values, fill) =>
          send(values, fill).catch(
            inWords({ 'server.failed': t`An error occurred while updating the ${kind.one}.` }),
          )
        }
        onDone={(saved) => {
          remember(kind.calls.get, { id: saved.id }, saved)
          void navigate(pathAfterSaving(kind, saved, place.domain), { replace: true })
        }}
        submit={t`Update`}
        busy={busy}
        cancel={kind.paths.open(place.id)}
        draft={`${kind.one}.${place.id}`}
        lay={
          place.role === 'Owner'
            ? besideFields(
                <FormColumn title={place.name} plans={answers.plans} billingEntities={billingEntities} />,
              )
            : undefined
        }
        go={withLeft}
        notice={<LinkedNotice />}
      >
        <Progress text={busy} />
        {children}
        {place.role === 'Owner' ? (
          <ForOwners kind={kind} place={place} billingEntities={billingEntities} plans={answers.plans} />
        ) : (
          <OwnersOnly kind={kind} place={place} />
        )}
        <ChangedMeanwhile
          differences={differences}
          plans={answers.plans}
          billingEntities={billingEntities}
          country={place.country}
          labels={labels}
          words={words}
        />
      </FormShell>
    </AddressTold>
  )
}
