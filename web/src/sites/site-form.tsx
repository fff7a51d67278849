import { t } from '@byre/contract/words'
import type { Site } from '@byre/contract/places/sites'
import { addressIn, AddressFields } from '../ui/forms/address-fields.tsx'
import { AccessingYourApp } from '../places/accessing-your-app.tsx'
import { Folded } from '../ui/forms/folded.tsx'
import { FormSection } from '../ui/forms/form-shell.tsx'
import { TextArea } from '../ui/forms/text-area.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { InstallPreference } from './install-preference.tsx'

/** What the forms of a new and of an existing site share. Its address is an Owner's to change. */
export function SiteSections({ site }: { site?: Site }) {
  return (
    <>
      <FormSection title={t`Site Information`}>
        <TextField name="name" label={t`Name`} autoComplete="off" />
        <TextArea name="description" label={t`Description`} optional />
      </FormSection>
      {(site === undefined || site.role === 'Owner') && <AccessingYourApp place={site} />}
      <Folded heading title={t`Site Location`} fields={addressIn}>
        <AddressFields />
      </Folded>
      <Folded heading title={t`Install Preference`} fields={['operation_type']}>
        <InstallPreference />
      </Folded>
    </>
  )
}
