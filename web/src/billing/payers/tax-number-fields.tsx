import { t } from '@byre/contract/words'
import { taxNumberKeys, taxNumberLabels, taxNumbersAsked } from '@byre/contract/billing/tax-numbers'
import { useEffect } from 'react'
import { FieldRow, useFormFill, useFormValue } from '../../ui/forms/form-shell.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'

const hints = {
  gst_hst_number: t`Your own, as on your letters from the CRA: 123456782 RT0001.`,
  qst_number: t`Your own, as on your letters from Revenu Québec: 1234567890 TQ0001.`,
  ein: t`Your own, as on your letters from the IRS: 12-3456789.`,
}

/** The tax numbers that a payer there can have; one that is for elsewhere is emptied, as a postal code is. */
export function TaxNumberFields() {
  const [country, region] = [useFormValue('country'), useFormValue('region')]
  const [gst, qst, ein] = [useFormValue('gst_hst_number'), useFormValue('qst_number'), useFormValue('ein')]
  const fill = useFormFill()
  const fitting = taxNumbersAsked({ country, region })
  const filledIn = { gst_hst_number: gst, qst_number: qst, ein }
  const gone = taxNumberKeys.filter((key) => filledIn[key] !== '' && !fitting.includes(key)).join()
  useEffect(() => {
    if (gone !== '') fill(Object.fromEntries(gone.split(',').map((key) => [key, ''])))
  })
  if (fitting.length === 0) return null
  return (
    <FieldRow>
      {fitting.map((key) => (
        <TextField
          key={key}
          name={key}
          label={taxNumberLabels[key]}
          hint={hints[key]}
          optional
          autoComplete="off"
        />
      ))}
    </FieldRow>
  )
}
