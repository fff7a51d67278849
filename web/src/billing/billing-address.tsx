import { t } from '@byre/contract/words'
import { billingAddressProblems } from '@byre/contract/addresses'
import type { BillingEntity } from '@byre/contract/billing/billing-entities'
import type { FieldError } from '@byre/contract/errors'
import { regionLabel } from '@byre/contract/regions'
import { useMe } from '../lib/me.ts'
import { FieldRow, useFormFill, useFormValue } from '../ui/forms/form-shell.tsx'
import { CountryField, RegionField } from '../ui/forms/address-fields.tsx'

type Placed = Pick<BillingEntity, 'country' | 'region'>

const isKnown = ({ country, region }: Placed) => country !== null && region !== null

/** What the form of a card holds besides; it is shown, and asked for, unless it is known. */
export const placeFields = ['country', 'region'] as const

/** What is known of it, else the country of whoever gives the card. */
export function usePlaceDefaults(entity: Placed) {
  const me = useMe()
  return { country: entity.country ?? me.data?.country ?? '', region: entity.region ?? '' }
}

export const placeProblems = (entity: Placed, values: Readonly<Record<string, string>>): FieldError[] =>
  isKnown(entity) ? [] : billingAddressProblems(values)

export function BillingAddress({ entity }: { entity: Placed & { name: string } }) {
  const country = useFormValue('country')
  const fill = useFormFill()
  if (isKnown(entity)) return null
  return (
    <>
      <p className="soft">{t`Taxes depend on where ${entity.name} is.`}</p>
      <FieldRow>
        <CountryField
          name="country"
          label={t`Country`}
          autoComplete="billing country-name"
          onChosen={() => fill({ region: '' })}
        />
        <RegionField
          name="region"
          label={regionLabel(country)}
          autoComplete="billing address-level1"
          country={country}
        />
      </FieldRow>
    </>
  )
}
