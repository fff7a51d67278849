import * as contract from '@byre/contract/staff/commands'
import type { StaffPlace } from '@byre/contract/staff/records'
import { formatDate } from '../lib/format.ts'
import { useCall } from '../lib/use-call.ts'
import { TextField } from '../ui/forms/text-field.tsx'
import { CommandDialog } from './command-dialog.tsx'

interface CommandProps {
  place: StaffPlace
  onClose: () => void
}

export function ExtendTrial({ place, onClose }: CommandProps) {
  const { ask } = useCall(contract.staffExtendTrial)
  const ends = place.subscription?.trial_ends_at
  return (
    <CommandDialog
      title="Extend the trial"
      about={`The trial of ${place.name} ends on ${ends ? formatDate(ends, 'UTC') : 'no day'}. It can end up to 90 days later; its Owners are mailed.`}
      schema={contract.ExtendTrial}
      defaults={{ until: '', reason: '' }}
      send={(values) => ask({ id: place.id, ...values })}
      submit="Extend the trial"
      busy="Extending.."
      onClose={onClose}
    >
      <TextField name="until" label="Last day" hint="In UTC, such as 2026-12-24." maxLength={10} />
    </CommandDialog>
  )
}

export function RestorePlace({ place, onClose }: CommandProps) {
  const { ask } = useCall(contract.staffRestorePlace)
  return (
    <CommandDialog
      title="Restore it?"
      about={`${place.name} comes back as it was, with its people and what is left of its plan; its Owners are mailed.`}
      schema={contract.RestorePlace}
      defaults={{ subdomain: '', reason: '' }}
      send={(values) => ask({ id: place.id, ...values })}
      submit="Restore"
      busy="Restoring.."
      onClose={onClose}
    >
      <TextField
        name="subdomain"
        label="Other subdomain"
        hint="Where its own is not to be had any more."
        maxLength={25}
        optional
      />
    </CommandDialog>
  )
}

export function MoveAddress({ place, address, onClose }: CommandProps & { address: string }) {
  const { ask } = useCall(contract.staffMoveAddress)
  const isPresent = address === place.subdomain && place.state !== 'deleted'
  return (
    <CommandDialog
      title="Move this address"
      about={`${address} leaves ${place.name}. Be sure of both Owners first: both sides are mailed.`}
      schema={contract.MoveAddress}
      defaults={{ address, to: '', subdomain: '', reason: '' }}
      send={ask}
      submit="Move the address"
      busy="Moving.."
      onClose={onClose}
    >
      <TextField name="address" label="Address" readOnly />
      <TextField
        name="to"
        label="To the site or clinic"
        hint="Its id; without one the address is free for whoever chooses it."
        optional
      />
      {isPresent && (
        <TextField
          name="subdomain"
          label="Its subdomain from then on"
          hint={`${place.name} needs another one.`}
          maxLength={25}
        />
      )}
    </CommandDialog>
  )
}
