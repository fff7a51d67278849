import { countries, regionLabel, regionsOf } from '@byre/contract/places'
import { AccountFields, getUser, updateUser, type User } from '@byre/contract/users'
import { useNavigate } from 'react-router'
import { remember } from '../lib/query.ts'
import { inWords } from '../lib/refusal.ts'
import { toast } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { paths } from '../paths.ts'
import { FieldRow, FormShell, useFormFill, useFormValue } from '../ui/form-shell.tsx'
import { PhoneField } from '../ui/masked-field.tsx'
import { Page } from '../ui/page.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { StepOf } from './step-of.tsx'

const inProfileWords = inWords({ 'server.failed': 'An error occurred while updating user profile.' })

/** Step 2 of the welcome flow, and for now also where a profile is completed later. */
export function UpdateAccount({ me }: { me: User }) {
  const navigate = useNavigate()
  const { ask } = useCall(updateUser)
  const welcoming = me.onboarded !== 1
  return (
    <Page title={welcoming ? 'Tell us who you are' : 'Update Profile'} narrow>
      {welcoming && <StepOf step={2}>Fill in what you like; it can wait, too.</StepOf>}
      <div className="field">
        <span className="label">Email</span>
        <span>{me.email}</span>
      </div>
      <FormShell
        schema={AccountFields}
        defaults={me}
        send={(values) => ask({ ...values, id: me.id }).catch(inProfileWords)}
        onDone={(user) => {
          remember(getUser, { id: user.id }, user)
          if (!welcoming) toast.success('Your profile was updated.')
          void navigate(welcoming ? paths.welcome(3) : paths.home())
        }}
        submit="Continue & Update Account"
        busy="Updating account.."
        draft="account"
      >
        <FieldRow>
          <TextField name="first_name" label="First name" autoComplete="given-name" optional />
          <TextField name="last_name" label="Last name" autoComplete="family-name" optional />
        </FieldRow>
        <Place />
        <PhoneField name="phone" label="Phone" optional />
      </FormShell>
    </Page>
  )
}

function Place() {
  const country = useFormValue('country')
  const fill = useFormFill()
  const regions = regionsOf(country)
  return (
    <>
      <TextField name="city" label="City" autoComplete="address-level2" optional />
      <FieldRow>
        <SelectField
          name="country"
          label="Country"
          autoComplete="country-name"
          options={countries.map((name) => ({ value: name, label: name }))}
          onChosen={() => fill({ region: '' })}
          optional
        />
        <SelectField
          name="region"
          label={regionLabel(country)}
          autoComplete="address-level1"
          options={regions.map(({ code, name }) => ({ value: code, label: name }))}
          placeholder={regions.length === 0 ? 'Choose a country first' : 'Choose…'}
          optional
        />
      </FieldRow>
    </>
  )
}
