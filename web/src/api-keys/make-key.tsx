import { t } from '@byre/contract/words'
import { keyLimits, type ApiKey } from '@byre/contract/accounts/api-keys'
import { NewPlaceKey } from '@byre/contract/places/place-keys'
import { useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { askAgain } from '../lib/query.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { FieldRow, FormShell } from '../ui/forms/form-shell.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { KeepApiKey, leaveBy, type MadeKey } from './key-dialogs.tsx'
import { BoundsFields, missingScope } from './key-fields.tsx'

const { name, role, days, networks, calls_per_minute } = NewPlaceKey.shape

/** The key's own rules, and what it may do as one choice an area. What a kind of key has not, its form does not show. */
const KeyForm = z
  .object({
    name,
    role,
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

const defaults = {
  name: '',
  role: 'User',
  places: '',
  people: '',
  billing: '',
  days: keyLimits.defaultDays,
  networks: '',
  calls_per_minute: String(keyLimits.callsPerMinute.default),
} as const

type Texts = z.input<typeof KeyForm>

interface MakeKeyProps {
  title: string
  /** Names that such keys have. */
  hint: string
  make: (
    fields: Omit<Texts, 'places' | 'people' | 'billing'> & { scopes: string },
  ) => Promise<{ api_key: ApiKey; key: string }>
  onClose: () => void
  /** What it may do: the fields of its areas. */
  children: ReactNode
  /** What is to be said of them. */
  explained?: string
}

/** Makes a key, whosever it is to be, and shows its text this once. */
export function MakeKey({ title, hint, make, onClose, children, explained }: MakeKeyProps) {
  const [made, setMade] = useState<MadeKey | null>(null)
  if (made) return <KeepApiKey {...made} onDone={() => leaveBy(onClose)} />
  return (
    <Dialog title={title} onClose={onClose}>
      <FormShell
        schema={KeyForm}
        defaults={defaults}
        send={({ places, people, billing, ...fields }) =>
          // Also where the answer was lost and the key is there.
          make({ ...fields, scopes: [places, people, billing].filter(Boolean).join(' ') }).finally(askAgain)
        }
        onDone={({ api_key, key }) => setMade({ name: api_key.name, text: key })}
        submit={t`Make the key`}
        busy={t`Making the key..`}
        guard={false}
        aside={<Button onClick={onClose}>{t`Cancel`}</Button>}
      >
        <TextField name="name" label={t`Name`} hint={hint} maxLength={keyLimits.name} />
        <FieldRow>{children}</FieldRow>
        {explained && <p className="soft">{explained}</p>}
        <BoundsFields />
      </FormShell>
    </Dialog>
  )
}
