import {
  createApiKey,
  keyLimits,
  NewApiKey,
  revokeApiKey,
  type ApiKey,
} from '@byre/contract/accounts/api-keys'
import { useState } from 'react'
import * as z from 'zod/mini'
import { KeepApiKey, leaveBy, RevokeKey, type MadeKey } from '../api-keys/key-dialogs.tsx'
import { AreaField, BoundsFields, keyDefaults, missingScope } from '../api-keys/key-fields.tsx'
import { askAgain } from '../lib/query.ts'
import { useCall } from '../lib/use-call.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { FieldRow, FormShell } from '../ui/forms/form-shell.tsx'
import { TextField } from '../ui/forms/text-field.tsx'

const { name, days, networks, calls_per_minute } = NewApiKey.shape

/** The key's own rules, and what it may do as one choice an area. */
const KeyForm = z
  .object({
    name,
    places: z.enum(['', 'places:read', 'places:write']),
    people: z.enum(['', 'people:read', 'people:write']),
    billing: z.enum(['', 'billing:read']),
    days,
    networks,
    calls_per_minute,
  })
  .check(
    z.refine(({ places, people, billing }) => Boolean(places || people || billing), {
      path: ['places'],
      error: missingScope,
    }),
  )

/** Makes a key, and shows its text this once. */
export function MakeApiKey({ onClose }: { onClose: () => void }) {
  const { ask } = useCall(createApiKey)
  const [made, setMade] = useState<MadeKey | null>(null)
  if (made) return <KeepApiKey {...made} onDone={() => leaveBy(onClose)} />
  return (
    <Dialog title="Make an API key" onClose={onClose}>
      <FormShell
        schema={KeyForm}
        defaults={{ ...keyDefaults, places: '', people: '', billing: '' }}
        send={({ places, people, billing, ...fields }) =>
          // Also where the answer was lost and the key is there.
          ask({ ...fields, scopes: [places, people, billing].filter(Boolean).join(' ') }).finally(askAgain)
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
          hint="So that you know it again: 'Barn office', or 'Accounting'."
          maxLength={keyLimits.name}
        />
        <FieldRow>
          <AreaField name="places" label="Sites and clinics" />
          <AreaField name="people" label="People there" />
          <AreaField name="billing" label="Bills" isToSeeAlone />
        </FieldRow>
        <BoundsFields />
      </FormShell>
    </Dialog>
  )
}

export function RevokeApiKey({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { ask } = useCall(revokeApiKey)
  return <RevokeKey name={name} revoke={() => ask({ id })} onClose={onClose} />
}
