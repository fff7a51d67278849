import { t } from '@byre/contract/words'
import { countries, countryName, regionLabel, regionsOf } from '@byre/contract/regions'
import { FieldRow, useFormFill, useFormValue } from '../ui/forms/form-shell.tsx'
import { PhoneField } from '../ui/forms/masked-field.tsx'
import { SelectField } from '../ui/forms/select-field.tsx'
import { TextField } from '../ui/forms/text-field.tsx'

/** What people say of themselves: at the welcome, and on their profile. */
export function AccountFieldset() {
  return (
    <>
      <FieldRow>
        <TextField name="first_name" label={t`First name`} autoComplete="given-name" optional />
        <TextField name="last_name" label={t`Last name`} autoComplete="family-name" optional />
      </FieldRow>
      <Place />
      <PhoneField name="phone" label={t`Phone`} optional />
    </>
  )
}

function Place() {
  const country = useFormValue('country')
  const fill = useFormFill()
  const regions = regionsOf(country)
  return (
    <>
      <TextField name="city" label={t`City`} autoComplete="address-level2" optional />
      <FieldRow>
        <SelectField
          name="country"
          label={t`Country`}
          autoComplete="country-name"
          options={countries.map((name) => ({ value: name, label: countryName(name) }))}
          onChosen={() => fill({ region: '' })}
          optional
        />
        <SelectField
          name="region"
          label={regionLabel(country)}
          autoComplete="address-level1"
          options={regions.map(({ code, name }) => ({ value: code, label: countryName(name) }))}
          placeholder={regions.length === 0 ? t`Choose a country first` : t`Choose…`}
          optional
        />
      </FieldRow>
    </>
  )
}
