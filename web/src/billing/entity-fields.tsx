import { t } from '@byre/contract/words'
import { FieldRow } from '../ui/forms/form-shell.tsx'
import { PhoneField } from '../ui/forms/masked-field.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { AddressFields } from '../ui/forms/address-fields.tsx'

interface EntityFieldsProps {
  prefix?: string
  /** Where the form is about something else too: 'Organization'. */
  of?: string
  /** As of `AddressFields`. */
  isPlaced?: boolean
}

/** Billing information as it is filled in, on its own screens and within the form of a site. */
export function EntityFields({ prefix = '', of, isPlaced }: EntityFieldsProps) {
  const label = (word: string) => (of ? t`${of} ${word.toLowerCase()}` : word)
  return (
    <>
      <TextField name={`${prefix}name`} label={label(t`Name`)} autoComplete="organization" />
      <FieldRow>
        <TextField
          name={`${prefix}email`}
          label={label(t`Email`)}
          type="email"
          autoComplete="email"
          hint={t`If this is not an Owner’s or Admin’s own address, we ask it by mail first.`}
        />
        <PhoneField name={`${prefix}phone`} label={label(t`Phone`)} />
      </FieldRow>
      <AddressFields prefix={prefix} of={of} isPlaced={isPlaced} />
    </>
  )
}
