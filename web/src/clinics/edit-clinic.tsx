import { t } from '@byre/contract/words'
import { getClinic, updateClinic, type Clinic } from '@byre/contract/places/clinics'
import { useParams } from 'react-router'
import { call } from '../lib/api.ts'
import { formatPhone } from '../lib/format.ts'
import { useAsk } from '../lib/query.ts'
import { EditPlacePage, UpdatePlaceForm, type EditPlaceAnswers } from '../places/edit-place.tsx'
import { clinicKind } from '../products.ts'
import { ClinicSections } from './clinic-form.tsx'
import { clinicChangesOf, ClinicChangesForm, valuesOfClinic } from './clinic-values.ts'

/** `/clinic/{clinicId}/edit` */
export function Component() {
  const { clinicId: id = '' } = useParams()
  const clinic = useAsk(getClinic, { id })
  return (
    <EditPlacePage kind={clinicKind} id={id} ask={clinic}>
      {(answers) => <UpdateForm answers={answers} />}
    </EditPlacePage>
  )
}

function UpdateForm({ answers }: { answers: EditPlaceAnswers<Clinic> }) {
  const { id } = answers.place
  return (
    <UpdatePlaceForm
      kind={clinicKind}
      answers={answers}
      schema={ClinicChangesForm}
      valuesOf={(clinic) => valuesOfClinic(clinic, answers.me)}
      update={({ changed, values, billingEntity, ifMatch }) =>
        call(updateClinic, { ...clinicChangesOf(changed, values), ...billingEntity, id }, { ifMatch })
      }
      look={() => call(getClinic, { id })}
      labels={{ email: t`Email`, phone: t`Phone` }}
      words={(field, value) => (field === 'phone' ? formatPhone(value) : value)}
    >
      <ClinicSections clinic={answers.place} />
    </UpdatePlaceForm>
  )
}
