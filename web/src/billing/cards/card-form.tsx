import { t } from '@byre/contract/words'
import { rich } from '../../ui/rich.tsx'
import type { BillingEntity } from '@byre/contract/billing/billing-entities'
import { addCard, cardProblems, NewCard } from '@byre/contract/billing/cards'
import { useState } from 'react'
import { inWords } from '../../lib/refusal.ts'
import { useCall } from '../../lib/use-call.ts'
import { FormShell } from '../../ui/forms/form-shell.tsx'
import { useAfterCard } from './after-card.ts'
import { useWayBack } from './card-link.tsx'
import { cardFieldNames, CardNumber, Expiry, SecurityCode } from './card-fields.tsx'
import { problemsOf, textForm } from '../../ui/forms/form-texts.ts'
import { BillingAddress, placeFields, placeProblems, usePlaceDefaults } from '../billing-address.tsx'
import { TestNumbers } from './test-numbers.tsx'

/** Nothing of it is ever kept: no draft, and the number is gone with the page. */
export function CardForm({ entity }: { entity: BillingEntity }) {
  const { ask } = useCall(addCard)
  const wayBack = useWayBack(entity.id)
  const after = useAfterCard(entity.id, t`Card was added.`)
  const place = usePlaceDefaults(entity)
  const [schema] = useState(() =>
    textForm([...cardFieldNames, ...placeFields], (values) => [
      ...problemsOf(NewCard, { ...values, billing_entity_id: entity.id }, undefined, cardProblems),
      ...placeProblems(entity, values),
    ]),
  )
  return (
    <FormShell
      schema={schema}
      defaults={{ number: '', exp_month: '', exp_year: '', cvc: '', ...place }}
      send={(values) =>
        ask({ ...values, billing_entity_id: entity.id }).catch(
          inWords({ 'server.failed': t`An error occurred while adding a creditCard.` }),
        )
      }
      onDone={after}
      submit={t`Add Card`}
      busy={t`Adding card..`}
      cancel={wayBack}
    >
      <div className="stack">
        <CardPurpose entity={entity} />
        <CardNumber />
        <Expiry />
        <SecurityCode />
        <BillingAddress entity={entity} />
      </div>
      <TestNumbers />
    </FormShell>
  )
}

export const CardPurpose = ({ entity }: { entity: BillingEntity }) => (
  <p className="soft">{rich`This card pays for what belongs to ${(<strong>{entity.name}</strong>)}.`}</p>
)
