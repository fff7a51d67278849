import type { BillingEntity } from '@byre/contract/billing-entities'
import { addCard, isAmex, NewCard } from '@byre/contract/cards'
import { limits } from '@byre/contract/limits'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { inWords, Refusal } from '../lib/refusal.ts'
import { useCall } from '../lib/use-call.ts'
import { paths } from '../paths.ts'
import { FieldRow, FormShell, useFormValue } from '../ui/form-shell.tsx'
import { MaskedField } from '../ui/masked-field.tsx'
import { cardNumberMask, digitsMask } from '../ui/masks.ts'
import { SelectField } from '../ui/select-field.tsx'
import { brandOf } from './card-brands.ts'
import { BrandBadge } from './card-face.tsx'
import { problemsOf, textForm } from './form-texts.ts'
import { TestNumbers } from './test-numbers.tsx'

const names = ['number', 'exp_month', 'exp_year', 'cvc'] as const

/** Nothing of it is ever kept: no draft, and the number is gone with the page. */
export function CardForm({ entity }: { entity: BillingEntity }) {
  const navigate = useNavigate()
  const { ask } = useCall(addCard)
  const [years] = useState(yearsFromNow)
  const [isSandbox, setIsSandbox] = useState(false)
  const [schema] = useState(() =>
    textForm(names, (values) => problemsOf(NewCard, { ...values, billing_entity_id: entity.id })),
  )

  const send = async (values: Record<(typeof names)[number], string>) => {
    try {
      return await ask({ ...values, billing_entity_id: entity.id })
    } catch (error) {
      if (error instanceof Refusal && error.code === 'card.test_only') setIsSandbox(true)
      return inWords({ 'server.failed': 'An error occurred while adding a creditCard.' })(error)
    }
  }

  return (
    <FormShell
      schema={schema}
      defaults={{ number: '', exp_month: '', exp_year: '', cvc: '' }}
      send={send}
      onDone={() => void navigate(paths.billingEntity(entity.id))}
      submit="Add Card"
      busy="Adding card.."
      cancel={paths.billingEntity(entity.id)}
    >
      <div className="stack">
        <p className="soft">
          This card will pay for the sites of <strong>{entity.name}</strong>.
        </p>
        <CardNumber />
        <FieldRow>
          <SelectField
            name="exp_month"
            label="Expiry month"
            autoComplete="cc-exp-month"
            placeholder="Month"
            options={months}
          />
          <SelectField
            name="exp_year"
            label="Expiry year"
            autoComplete="cc-exp-year"
            placeholder="Year"
            options={years}
          />
        </FieldRow>
        <SecurityCode />
      </div>
      {isSandbox && <TestNumbers />}
    </FormShell>
  )
}

function CardNumber() {
  const number = useFormValue('number')
  return (
    <MaskedField
      name="number"
      label="Card number"
      mask={cardNumberMask}
      autoComplete="cc-number"
      inputMode="numeric"
      after={<BrandBadge brand={brandOf(number)} />}
      secret
    />
  )
}

const threeDigits = digitsMask(3)
const fourDigits = digitsMask(4)

function SecurityCode() {
  const amex = isAmex(useFormValue('number'))
  return (
    <MaskedField
      name="cvc"
      label="Security code (CVC)"
      mask={amex ? fourDigits : threeDigits}
      autoComplete="cc-csc"
      inputMode="numeric"
      hint={amex ? 'The 4 digits on the front of the card.' : 'The 3 digits on the back of the card.'}
      secret
    />
  )
}

const months = Array.from({ length: 12 }, (_, index) => {
  const name = new Intl.DateTimeFormat('en', { month: 'long' }).format(new Date(2000, index, 1))
  return { value: String(index + 1), label: `${String(index + 1).padStart(2, '0')} · ${name}` }
})

function yearsFromNow() {
  const first = new Date().getUTCFullYear()
  return Array.from({ length: limits.cardYearsAhead + 1 }, (_, ahead) => {
    const year = String(first + ahead)
    return { value: year, label: year }
  })
}
