import { t } from '@byre/contract/words'
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
      title={t`Extend the trial`}
      about={t`The trial of ${place.name} ends on ${ends ? formatDate(ends, 'UTC') : t`no day`}. It can end up to 90 days later; its Owners are mailed.`}
      schema={contract.ExtendTrial}
      defaults={{ until: '', reason: '' }}
      send={(values) => ask({ id: place.id, ...values })}
      submit={t`Extend the trial`}
      busy={t`Extending..`}
      onClose={onClose}
    >
      <TextField name="until" label={t`Last day`} hint={t`In UTC, such as 2026-12-24.`} maxLength={10} />
    </CommandDialog>
  )
}

export function RestorePlace({ place, onClose }: CommandProps) {
  const { ask } = useCall(contract.staffRestorePlace)
  return (
    <CommandDialog
      title={t`Restore it?`}
      about={t`${place.name} comes back as it was, with its people and what is left of its plan; its Owners are mailed.`}
      schema={contract.RestorePlace}
      defaults={{ subdomain: '', reason: '' }}
      send={(values) => ask({ id: place.id, ...values })}
      submit={t`Restore`}
      busy={t`Restoring..`}
      onClose={onClose}
    >
      <TextField
        name="subdomain"
        label={t`Other subdomain`}
        hint={t`Where its own is not to be had any more.`}
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
      title={t`Move this address`}
      about={t`${address} leaves ${place.name}. Be sure of both Owners first: both sides are mailed.`}
      schema={contract.MoveAddress}
      defaults={{ address, to: '', subdomain: '', reason: '' }}
      send={ask}
      submit={t`Move the address`}
      busy={t`Moving..`}
      onClose={onClose}
    >
      <TextField name="address" label={t`Address`} readOnly />
      <TextField
        name="to"
        label={t`To the site or clinic`}
        hint={t`Its id; without one the address is free for whoever chooses it.`}
        optional
      />
      {isPresent && (
        <TextField
          name="subdomain"
          label={t`Its subdomain from then on`}
          hint={t`${place.name} needs another one.`}
          maxLength={25}
        />
      )}
    </CommandDialog>
  )
}
