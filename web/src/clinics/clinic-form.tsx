import { t } from '@byre/contract/words'
import type { Clinic } from '@byre/contract/places/clinics'
import { addressIn, AddressFields } from '../ui/forms/address-fields.tsx'
import { AccessingYourApp } from '../places/accessing-your-app.tsx'
import { Folded } from '../ui/forms/folded.tsx'
import { FieldRow, FormSection } from '../ui/forms/form-shell.tsx'
import { PhoneField } from '../ui/forms/masked-field.tsx'
import { TextArea } from '../ui/forms/text-area.tsx'
import { TextField } from '../ui/forms/text-field.tsx'

/** What the forms of a new and of an existing clinic share. Its address is an Owner's to change. */
export function ClinicSections({ clinic }: { clinic?: Clinic }) {
  return (
    <>
      <FormSection title={t`Clinic Information`}>
        <TextField name="name" label={t`Name`} autoComplete="off" />
        <TextArea name="description" label={t`Description`} optional />
      </FormSection>
      {(clinic === undefined || clinic.role === 'Owner') && <AccessingYourApp place={clinic} />}
      <FormSection title={t`Clinic Location`}>
        <FieldRow>
          <TextField name="email" label={t`Email`} type="email" autoComplete="email" />
          <PhoneField name="phone" label={t`Phone`} />
        </FieldRow>
        <Folded title={t`Where it lies`} fields={addressIn}>
          <AddressFields />
        </Folded>
      </FormSection>
    </>
  )
}
