import { keyLimits } from '@byre/contract/accounts/api-keys'
import { NewPlaceKey, type PlaceKey } from '@byre/contract/places/place-keys'
import { useState } from 'react'
import * as z from 'zod/mini'
import { askAgain } from '../lib/query.ts'
import { useCall } from '../lib/use-call.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { FieldRow, FormShell } from '../ui/forms/form-shell.tsx'
import { SelectField } from '../ui/forms/select-field.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { KeepApiKey, leaveBy, RevokeKey, type MadeKey } from './key-dialogs.tsx'
import { AreaField, BoundsFields, keyDefaults, missingScope } from './key-fields.tsx'
import { placeKeyCalls, type KeyPlace } from './place-key-calls.ts'

const { name, role, days, networks, calls_per_minute } = NewPlaceKey.shape

/** The key's own rules, and what it may do as one choice an area. */
const PlaceKeyForm = z
  .object({
    name,
    role,
    places: z.enum(['', 'places:read', 'places:write']),
    people: z.enum(['', 'people:read', 'people:write']),
    days,
    networks,
    calls_per_minute,
  })
  .check(
    z.refine(({ places, people }) => Boolean(places || people), { path: ['places'], error: missingScope }),
  )

/** Makes a key of a place, and shows its text this once. */
export function MakePlaceKey({ place, onClose }: { place: KeyPlace; onClose: () => void }) {
  const { ask } = useCall(placeKeyCalls[place.kind].create)
  const [made, setMade] = useState<MadeKey | null>(null)
  if (made) return <KeepApiKey {...made} onDone={() => leaveBy(onClose)} />
  return (
    <Dialog title={`Make a key of this ${place.kind}`} onClose={onClose}>
      <FormShell
        schema={PlaceKeyForm}
        defaults={{ ...keyDefaults, role: 'User', places: '', people: '' }}
        send={({ places, people, ...fields }) =>
          // Also where the answer was lost and the key is there.
          ask({ id: place.id, ...fields, scopes: [places, people].filter(Boolean).join(' ') }).finally(
            askAgain,
          )
        }
        onDone={({ api_key, key }) => setMade({ name: api_key.name, text: key })}
        submit="Make the key"
        busy="Making the key.."
        guard={false}
        aside={<Button onClick={onClose}>Cancel</Button>}
      >
        <TextField
          name="name"
          label="Name"
          hint="So that everybody here knows it again: 'Scale house', or 'Payroll'."
          maxLength={keyLimits.name}
        />
        <FieldRow>
          <AreaField name="places" label={`This ${place.kind}`} />
          <AreaField name="people" label="Its people" />
          <SelectField
            name="role"
            label="With the rights of"
            options={[
              { value: 'User', label: 'A User' },
              { value: 'Admin', label: 'An Admin' },
            ]}
          />
        </FieldRow>
        <p className="soft">
          A User changes nothing, and does not see the activity or who is invited; an Admin does.
        </p>
        <BoundsFields />
      </FormShell>
    </Dialog>
  )
}

interface RevokePlaceKeyProps {
  place: KeyPlace
  apiKey: PlaceKey
  onClose: () => void
}

export function RevokePlaceKey({ place, apiKey: { id, name }, onClose }: RevokePlaceKeyProps) {
  const { ask } = useCall(placeKeyCalls[place.kind].revoke)
  return <RevokeKey name={name} revoke={() => ask({ id: place.id, keyId: id })} onClose={onClose} />
}
