import { createClinic } from '@byre/contract/places/clinics'
import { preselected } from '../billing/billing-entities.ts'
import { useCall } from '../lib/use-call.ts'
import { CreatePlaceForm, NewPlacePage, type Given } from '../places/new-place.tsx'
import { clinicKind } from '../products.ts'
import { ClinicSections } from './clinic-form.tsx'
import { NewClinicForm, newClinicOf, valuesForNewClinic, type ClinicValues } from './clinic-values.ts'

/** `/clinic/new` */
export function Component() {
  return <NewPlacePage kind={clinicKind}>{(given) => <CreateForm given={given} />}</NewPlacePage>
}

function CreateForm({ given }: { given: Given }) {
  const { ask } = useCall(createClinic)
  return (
    <CreatePlaceForm
      kind={clinicKind}
      given={given}
      schema={NewClinicForm}
      defaults={valuesForNewClinic(given.me, preselected(given.billingEntities))}
      create={(values, billingEntityId) => ask(newClinicOf(values as ClinicValues, billingEntityId))}
    >
      <ClinicSections />
    </CreatePlaceForm>
  )
}
