import { t } from '@byre/contract/words'
import { countries, postalLabel, regionLabel, regionsOf, countryName } from '@byre/contract/regions'
import { FieldRow, useFormFill, useFormValue } from './form-shell.tsx'
import { MaskedField } from './masked-field.tsx'
import { postalMaskFor } from './masks.ts'
import { SelectField } from './select-field.tsx'
import { TextField } from './text-field.tsx'

interface AddressFieldsProps {
  /** Before the names of the fields: `organization_`. */
  prefix?: string
  /** Whose address it is, where a form has two: 'Organization'. */
  of?: string
  /** Country and region are no longer for leaving open. */
  isPlaced?: boolean
}

/** Its fields that are empty unless somebody fills them in. */
export const addressIn = ['address', 'city', 'region', 'postal_code'] as const

/** Where something lies: what region and postal code are called, and how they look, goes by the country. */
export function AddressFields({ prefix = '', of, isPlaced = false }: AddressFieldsProps) {
  const country = useFormValue(`${prefix}country`)
  const fill = useFormFill()
  const label = (word: string) => (of ? t`${of} ${word.toLowerCase()}` : word)
  const filledIn = (token: string) => (of ? `billing ${token}` : token)
  return (
    <>
      <TextField
        name={`${prefix}address`}
        label={label(t`Address`)}
        optional
        autoComplete={filledIn('street-address')}
      />
      <FieldRow>
        <TextField
          name={`${prefix}city`}
          label={label(t`City`)}
          optional
          autoComplete={filledIn('address-level2')}
        />
        <CountryField
          name={`${prefix}country`}
          label={label(t`Country`)}
          optional={!isPlaced}
          autoComplete={filledIn('country-name')}
          onChosen={() => fill({ [`${prefix}region`]: '', [`${prefix}postal_code`]: '' })}
        />
      </FieldRow>
      <FieldRow>
        <RegionField
          name={`${prefix}region`}
          label={label(regionLabel(country))}
          optional={!isPlaced}
          autoComplete={filledIn('address-level1')}
          country={country}
        />
        <MaskedField
          key={country}
          name={`${prefix}postal_code`}
          label={label(postalLabel(country))}
          optional
          autoComplete={filledIn('postal-code')}
          inputMode={country === 'USA' ? 'numeric' : undefined}
          mask={postalMaskFor(country)}
        />
      </FieldRow>
    </>
  )
}

interface PartProps {
  name: string
  label: string
  optional?: boolean
  autoComplete: string
}

export const CountryField = (props: PartProps & { onChosen: () => void }) => (
  <SelectField {...props} options={countries.map((name) => ({ value: name, label: countryName(name) }))} />
)

export const RegionField = ({ country, ...props }: PartProps & { country: string }) => (
  <SelectField
    {...props}
    placeholder={country ? t`Choose…` : t`Choose the country first`}
    options={regionsOf(country).map(({ code, name }) => ({ value: code, label: name }))}
  />
)
