import { t, translated } from '@byre/contract/words'
import { Button } from '../ui/button.tsx'
import { RadioCards } from '../ui/forms/radio-cards.tsx'
import { SelectField } from '../ui/forms/select-field.tsx'
import { useSpecies } from './species.ts'

/** What the app is set up for. A library that cannot be reached leaves the rest of the form as it is. */
export function InstallPreference() {
  const species = useSpecies()
  return (
    <>
      <SelectField
        name="operation_type"
        label={t`Operation type`}
        optional
        placeholder={species.isPending ? t`Loading…` : t`Choose…`}
        options={(species.data?.species ?? []).map(({ id, name }) => ({
          value: id,
          label: translated(name),
        }))}
        hint={species.isError ? t`The list could not be loaded.` : t`What you raise.`}
      />
      {species.isError && (
        <div>
          <Button onClick={() => void species.refetch()}>{t`Load the list again`}</Button>
        </div>
      )}
      <RadioCards
        name="unit"
        label={t`Unit`}
        columns={2}
        options={[
          { value: 'metric', title: t`Metric`, detail: t`Kilograms and degrees Celsius` },
          { value: 'imperial', title: t`Imperial`, detail: t`Pounds and degrees Fahrenheit` },
        ]}
      />
    </>
  )
}
