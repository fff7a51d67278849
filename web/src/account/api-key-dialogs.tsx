import {
  createApiKey,
  keyLimits,
  NewApiKey,
  revokeApiKey,
  type ApiKey,
} from '@byre/contract/accounts/api-keys'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import * as z from 'zod/mini'
import { askAgain } from '../lib/query.ts'
import { isNotFound } from '../lib/refusal.ts'
import { toast } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { Folded } from '../ui/forms/folded.tsx'
import { FieldRow, FormShell } from '../ui/forms/form-shell.tsx'
import { SelectField } from '../ui/forms/select-field.tsx'
import { TextArea } from '../ui/forms/text-area.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { focusTitle } from './focus-title.ts'

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
      error: 'Please choose what this key may do.',
    }),
  )

const seeing = (area: string) => ({ value: `${area}:read`, label: 'See' })
const changing = (area: string) => ({ value: `${area}:write`, label: 'See and change' })
const dayWords: Record<(typeof keyLimits.days)[number], string> = {
  '7': '7 days',
  '30': '30 days',
  '90': '90 days',
  '180': '180 days',
  '365': 'A year',
}
const paces = ['30', '60', '120', '300']

/** Makes a key, and shows its text this once. */
export function MakeApiKey({ onClose }: { onClose: () => void }) {
  const { ask } = useCall(createApiKey)
  const [made, setMade] = useState<{ name: string; text: string } | null>(null)
  const leave = () => {
    flushSync(onClose)
    focusTitle()
  }
  if (made) return <KeepApiKey {...made} onDone={leave} />
  return (
    <Dialog title="Make an API key" onClose={onClose}>
      <FormShell
        schema={KeyForm}
        defaults={{
          name: '',
          places: '',
          people: '',
          billing: '',
          days: keyLimits.defaultDays,
          networks: '',
          calls_per_minute: String(keyLimits.callsPerMinute.default),
        }}
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
          <SelectField
            name="places"
            label="Sites and clinics"
            placeholder="Nothing"
            options={[seeing('places'), changing('places')]}
          />
          <SelectField
            name="people"
            label="People there"
            placeholder="Nothing"
            options={[seeing('people'), changing('people')]}
          />
          <SelectField name="billing" label="Bills" placeholder="Nothing" options={[seeing('billing')]} />
        </FieldRow>
        <FieldRow>
          <SelectField
            name="days"
            label="Works for"
            options={keyLimits.days.map((value) => ({ value, label: dayWords[value] }))}
          />
          <SelectField
            name="calls_per_minute"
            label="Calls a minute, at most"
            options={paces.map((value) => ({ value, label: value }))}
          />
        </FieldRow>
        <Folded title="Only from these networks" fields={['networks']}>
          <TextArea
            name="networks"
            label="Networks"
            hint="One a line, such as 192.0.2.7 or 192.0.2.0/24. Left empty, the key works from anywhere."
          />
        </Folded>
      </FormShell>
    </Dialog>
  )
}

function KeepApiKey({ name, text, onDone }: { name: string; text: string; onDone: () => void }) {
  return (
    <Dialog title="Copy your key now" onClose={onDone}>
      <p>
        The key <strong>{name}</strong> is shown only now. Keep it as you keep a password: whoever has it can
        do what it may do.
      </p>
      <div className="secret">
        <code>{text}</code>
        <CopyButton text={text} label="Copy the key" />
      </div>
      <div className="form-buttons">
        <Button kind="primary" onClick={onDone}>
          I have copied it
        </Button>
      </div>
    </Dialog>
  )
}

export function RevokeApiKey({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { ask } = useCall(revokeApiKey)
  const revoke = async () => {
    // One that is gone already is what was wanted.
    await ask({ id }).catch((error: unknown) => {
      if (!isNotFound(error)) throw error
    })
    toast.success(`${name} was revoked.`)
    flushSync(onClose)
    focusTitle()
  }
  return (
    <ConfirmDialog confirm="Revoke" busy="Revoking.." danger onConfirm={revoke} onCancel={onClose}>
      <p>
        Programs that use <strong>{name}</strong> are refused from now on. This cannot be undone.
      </p>
    </ConfirmDialog>
  )
}
