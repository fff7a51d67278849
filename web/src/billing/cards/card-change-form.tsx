import { t } from '@byre/contract/words'
import type { BillingEntity } from '@byre/contract/billing/billing-entities'
import { CardChange, cardProblems, updateCard, type Card } from '@byre/contract/billing/cards'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { inWords } from '../../lib/refusal.ts'
import { versionOf } from '../../lib/wire.ts'
import { FormShell } from '../../ui/forms/form-shell.tsx'
import { useAfterCard } from './after-card.ts'
import { useWayBack } from './card-link.tsx'
import { CardFace } from './card-face.tsx'
import { cardFieldNames, CardNumber, Expiry, SecurityCode } from './card-fields.tsx'
import { problemsOf, textForm } from '../../ui/forms/form-texts.ts'
import { BillingAddress, placeFields, placeProblems, usePlaceDefaults } from '../billing-address.tsx'
import { TestNumbers } from './test-numbers.tsx'

/** Another card, or with the number left empty the new expiry of the same one. */
const sentOf = <V extends Record<'number' | 'cvc', string>>({ number, cvc, ...rest }: V) =>
  number === '' && cvc === '' ? rest : { number, cvc, ...rest }

export function CardChangeForm({ entity, card }: { entity: BillingEntity; card: Card }) {
  const wayBack = useWayBack(entity.id)
  const after = useAfterCard(entity.id, t`Card was updated.`)
  const place = usePlaceDefaults(entity)
  const expiry = { exp_month: String(card.exp_month), exp_year: String(card.exp_year) }
  const [schema] = useState(() =>
    textForm([...cardFieldNames, ...placeFields], (values) => [
      ...problemsOf(CardChange, sentOf(values), undefined, cardProblems),
      ...placeProblems(entity, values),
    ]),
  )
  return (
    <FormShell
      schema={schema}
      defaults={{ number: '', ...expiry, cvc: '', ...place }}
      send={(values) =>
        call(updateCard, { ...sentOf(values), id: card.id }, { ifMatch: versionOf(card) }).catch(
          inWords({
            'server.failed': t`An error occurred while updating a creditCard.`,
            'card.gateway_down': t`An error occurred while updating a creditCard.`,
          }),
        )
      }
      onDone={after}
      submit={t`Update Card`}
      busy={t`Updating card..`}
      cancel={wayBack}
    >
      <div className="stack">
        <p>
          <CardFace card={card} />
        </p>
        <CardNumber hint={t`Leave it empty to change only the expiry.`} />
        <Expiry />
        <SecurityCode />
        <BillingAddress entity={entity} />
      </div>
      <TestNumbers />
    </FormShell>
  )
}
