import { localeHere } from '../../lib/format.ts'
import { t } from '@byre/contract/words'
import { cardYearsAhead, isAmex } from '@byre/contract/billing/cards'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { FieldRow, useFormValue } from '../../ui/forms/form-shell.tsx'
import { MaskedField } from '../../ui/forms/masked-field.tsx'
import { digitsMask } from '../../ui/forms/masks.ts'
import { cardNumberMask } from './card-number-mask.ts'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { brandOf } from './card-brands.ts'
import { BrandBadge } from './card-face.tsx'

/** The fields of a form about a card, in the order they stand on one. */
export const cardFieldNames = ['number', 'exp_month', 'exp_year', 'cvc'] as const
export type CardValues = Record<(typeof cardFieldNames)[number], string>

export function CardNumber({ hint }: { hint?: string }) {
  const number = useFormValue('number')
  return (
    <MaskedField
      name="number"
      label={t`Card number`}
      hint={hint}
      mask={cardNumberMask}
      autoComplete="cc-number"
      inputMode="numeric"
      after={<BrandBadge brand={brandOf(number)} />}
      secret
    />
  )
}

export function Expiry() {
  const [years] = useState(yearsFromNow)
  const { getValues, trigger } = useFormContext<CardValues>()
  // Whether a card is expired is said at the year, and goes by the month as well.
  const judgeYear = () => void (getValues('exp_year') !== '' && trigger('exp_year'))
  return (
    <FieldRow>
      <SelectField
        name="exp_month"
        label={t`Expiry month`}
        autoComplete="cc-exp-month"
        placeholder={t`Month`}
        options={months}
        onChosen={judgeYear}
      />
      <SelectField
        name="exp_year"
        label={t`Expiry year`}
        autoComplete="cc-exp-year"
        placeholder={t`Year`}
        options={years}
      />
    </FieldRow>
  )
}

const threeDigits = digitsMask(3)
const fourDigits = digitsMask(4)

export function SecurityCode() {
  const amex = isAmex(useFormValue('number'))
  return (
    <MaskedField
      name="cvc"
      label={t`Security code (CVC)`}
      mask={amex ? fourDigits : threeDigits}
      autoComplete="cc-csc"
      inputMode="numeric"
      hint={amex ? t`The 4 digits on the front of the card.` : t`The 3 digits on the back of the card.`}
      secret
    />
  )
}

const months = Array.from({ length: 12 }, (_, index) => {
  const name = new Intl.DateTimeFormat(localeHere(), { month: 'long' }).format(new Date(2000, index, 1))
  return { value: String(index + 1), label: `${String(index + 1).padStart(2, '0')} · ${name}` }
})

function yearsFromNow() {
  const first = new Date().getUTCFullYear()
  return Array.from({ length: cardYearsAhead + 1 }, (_, ahead) => {
    const year = String(first + ahead)
    return { value: year, label: year }
  })
}
