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
        label="Operation type"
        optional
        placeholder={species.isPending ? 'Loading…' : 'Choose…'}
        options={(species.data?.species ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        hint={species.isError ? 'The list could not be loaded.' : 'What you raise.'}
      />
      {species.isError && (
        <div>
          <Button onClick={() => void species.refetch()}>Load the list again</Button>
        </div>
      )}
      <RadioCards
        name="unit"
        label="Unit"
        columns={2}
        options={[
          { value: 'metric', title: 'Metric', detail: 'Kilograms and degrees Celsius' },
          { value: 'imperial', title: 'Imperial', detail: 'Pounds and degrees Fahrenheit' },
        ]}
      />
    </>
  )
}
