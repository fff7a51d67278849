import { t } from '@byre/contract/words'
import { rich } from '../ui/rich.tsx'
import { subdomain } from '@byre/contract/places/subdomains'
import * as z from 'zod/mini'
import { useCall } from '../lib/use-call.ts'
import type { Kind, Place } from '../products.ts'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { FormShell } from '../ui/forms/form-shell.tsx'
import { SubdomainField } from './subdomain-field.tsx'

const Elsewhere = z.object({ subdomain: subdomain(t`Subdomain is required`) })

interface RestoreElsewhereProps {
  kind: Kind
  place: Place
  onDone: () => void
  onClose: () => void
}

/** The name of a deleted place has been given away meanwhile: it comes back under another. */
export function RestoreElsewhere({ kind, place, onDone, onClose }: RestoreElsewhereProps) {
  const { ask } = useCall(kind.calls.restore)
  return (
    <Dialog title={t`Restore ${place.name}`} onClose={onClose}>
      <p>{rich`The subdomain ${(<strong>{place.subdomain}</strong>)} now belongs to another place. Which one should this ${kind.one} come back?`}</p>
      <FormShell
        schema={Elsewhere}
        defaults={{ subdomain: '' }}
        send={(values) => ask({ id: place.id, ...values })}
        onDone={onDone}
        submit={t`Restore`}
        busy={t`Restoring..`}
        guard={false}
      >
        <SubdomainField />
      </FormShell>
    </Dialog>
  )
}
