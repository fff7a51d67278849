import { email, optionalText, requiredText, uuid, code } from '@byre/contract/fields'
import { newPassword, passwordRules } from '@byre/contract/passwords'
import { phone } from '@byre/contract/phones'
import { subdomain, subdomainWarning } from '@byre/contract/places/subdomains'
import { countries, postalLabel, regionLabel, regionsOf } from '@byre/contract/regions'
import { NewCard } from '@byre/contract/billing/cards'
import { useState } from 'react'
import * as z from 'zod/mini'
import { Refusal } from '../lib/refusal.ts'
import { toast } from '../lib/toast.ts'
import { CheckBox } from '../ui/forms/check-box.tsx'
import { CodeField } from '../ui/forms/code-field.tsx'
import { FieldRow, FormSection, FormShell, useFormFill, useFormValue } from '../ui/forms/form-shell.tsx'
import { MaskedField, PhoneField } from '../ui/forms/masked-field.tsx'
import { cardNumberMask } from '../billing/cards/card-number-mask.ts'
import { subdomainMask } from '../places/subdomain-mask.ts'
import { digitsMask, postalMaskFor } from '../ui/forms/masks.ts'
import { PasswordField } from '../ui/forms/password-field.tsx'
import { adviceBy } from '../ui/forms/password-rules.tsx'
import { RadioCards } from '../ui/forms/radio-cards.tsx'
import { SelectField } from '../ui/forms/select-field.tsx'
import { TextArea } from '../ui/forms/text-area.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { Exhibit } from './exhibit.tsx'

const Place = z.object({
  name: requiredText(255, 'Name'),
  description: optionalText(2000, 'Description', true),
  subdomain: subdomain(),
  email: email(),
  phone: phone(),
  country: optionalText(10, 'Country'),
  region: optionalText(10, 'Region'),
  postal_code: optionalText(20, 'Postal Code'),
  billing_entity_id: z.union([uuid, z.literal('-1')], 'Please select billing information.'),
})

const emptyPlace = {
  name: '',
  description: '',
  subdomain: '',
  email: '',
  phone: '4035550123',
  country: 'Canada',
  region: '',
  postal_code: '',
  billing_entity_id: '',
}

const later = () => new Promise<void>((resolve) => setTimeout(resolve, 1200))

/** Answers as the server would: what it refuses is put onto its field. */
async function sendPlace({ subdomain: wanted }: { subdomain: string }) {
  await later()
  if (wanted === 'api') throw refused([{ field: 'subdomain', message: 'This subdomain is not available.' }])
  if (wanted === 'busy') throw refused([])
}

function refused(fieldErrors: { field: string; message: string }[]) {
  const message = fieldErrors[0]?.message ?? 'We are busy right now. Please try again in a moment.'
  return new Refusal({
    code: 'gallery',
    message,
    status: 400,
    fieldErrors,
    requestId: '01JD2Q7V3M',
    retryAfterMs: null,
    answer: null,
  })
}

export function Forms() {
  return (
    <>
      <Exhibit name="FormShell">
        <FormShell
          schema={Place}
          defaults={emptyPlace}
          send={sendPlace}
          onDone={() => toast.success('Site created.')}
          submit="Create"
          busy="Creating site.."
          cancel="/"
          draft="gallery"
        >
          <FormSection title="Site Information" hint="How your people will know it.">
            <TextField name="name" label="Name" autoComplete="off" />
            <TextArea name="description" label="Description" optional />
            <MaskedField
              name="subdomain"
              label="Subdomain"
              mask={subdomainMask}
              warn={subdomainWarning}
              after=".byre.example"
              hint="Try api, or busy, to be refused."
            />
          </FormSection>
          <FormSection title="Location">
            <FieldRow>
              <TextField name="email" label="E-mail" type="email" autoComplete="email" />
              <PhoneField name="phone" label="Phone" />
            </FieldRow>
            <Address />
          </FormSection>
          <FormSection title="Select Billing Information">
            <RadioCards
              name="billing_entity_id"
              label="Billing information"
              quietLabel
              options={[
                {
                  value: '01935b6e-0000-7000-8000-000000000001',
                  title: 'Cottonwood Creek',
                  detail: 'Visa ending in 4242',
                },
                {
                  value: '-1',
                  title: 'Create new Billing Information',
                  detail: 'Somebody else pays for this one',
                },
              ]}
            />
          </FormSection>
        </FormShell>
      </Exhibit>
      <Exhibit name="Passwords and codes">
        <FormShell
          schema={z.object({ current: requiredText(100, 'Current password'), password: newPassword(), code })}
          defaults={{ current: '', password: 'cows', code: '' }}
          send={later}
          onDone={() => toast.success('Your password was updated.')}
          submit="Update"
          busy="Updating.."
          guard={false}
        >
          <PasswordField name="current" label="Current password" autoComplete="current-password" />
          <PasswordField
            name="password"
            label="New password"
            autoComplete="new-password"
            advice={adviceBy(passwordRules)}
          />
          <CodeField name="code" label="Confirmation code" hint="We sent six digits to alice@example.com." />
        </FormShell>
      </Exhibit>
      <Exhibit name="CheckBox">
        <ChosenOrNot />
      </Exhibit>
      <Exhibit name="Card fields">
        <FormShell
          schema={NewCard}
          defaults={{
            billing_entity_id: '01935b6e-0000-7000-8000-000000000001',
            number: '',
            exp_month: '',
            exp_year: '',
            cvc: '',
            country: '',
            region: '',
          }}
          send={later}
          onDone={() => toast.info('Nothing was charged.')}
          submit="Add Card"
          busy="Adding card.."
          guard={false}
        >
          <MaskedField
            name="number"
            label="Card number"
            mask={cardNumberMask}
            inputMode="numeric"
            autoComplete="cc-number"
            secret
          />
          <FieldRow>
            <SelectField name="exp_month" label="Month" options={months} autoComplete="cc-exp-month" />
            <SelectField name="exp_year" label="Year" options={years} autoComplete="cc-exp-year" />
            <MaskedField
              name="cvc"
              label="CVC"
              mask={cvcMask}
              inputMode="numeric"
              autoComplete="cc-csc"
              secret
            />
          </FieldRow>
        </FormShell>
      </Exhibit>
    </>
  )
}

const cvcMask = digitsMask(4)
const months = Array.from({ length: 12 }, (_, index) => ({
  value: `${index + 1}`,
  label: `${index + 1}`.padStart(2, '0'),
}))
const years = Array.from({ length: 21 }, (_, index) => `${new Date().getFullYear() + index}`).map((year) => ({
  value: year,
  label: year,
}))

function Address() {
  const country = useFormValue('country')
  const fill = useFormFill()
  return (
    <FieldRow>
      <SelectField
        name="country"
        label="Country"
        options={countries.map((name) => ({ value: name, label: name }))}
        onChosen={() => fill({ region: '', postal_code: '' })}
        autoComplete="country-name"
        optional
      />
      <SelectField
        name="region"
        label={regionLabel(country)}
        options={regionsOf(country).map(({ code: value, name }) => ({ value, label: name }))}
        autoComplete="address-level1"
        optional
      />
      <MaskedField
        name="postal_code"
        label={postalLabel(country)}
        mask={postalMaskFor(country)}
        autoComplete="postal-code"
        optional
      />
    </FieldRow>
  )
}

function ChosenOrNot() {
  const [isOn, setOn] = useState(true)
  return (
    <CheckBox isOn={isOn} onTurn={setOn}>
      Show answered invites
    </CheckBox>
  )
}
