import { t } from '@byre/contract/words'
import type { PlaceKey } from '@byre/contract/places/place-keys'
import { useCall } from '../lib/use-call.ts'
import { SelectField } from '../ui/forms/select-field.tsx'
import { RevokeKey } from './key-dialogs.tsx'
import { AreaField } from './key-fields.tsx'
import { MakeKey } from './make-key.tsx'
import { placeKeyCalls, type KeyPlace } from './place-key-calls.ts'

/** Makes a key of a place, in a role that is chosen for it. */
export function MakePlaceKey({ place, onClose }: { place: KeyPlace; onClose: () => void }) {
  const { ask } = useCall(placeKeyCalls[place.kind].create)
  return (
    <MakeKey
      title={t`Make a key of this ${place.kind}`}
      hint={t`So that everybody here knows it again: 'Scale house', or 'Payroll'.`}
      make={(fields) => ask({ id: place.id, ...fields })}
      onClose={onClose}
      explained={t`A User changes nothing, and does not see the activity or who is invited; an Admin does.`}
    >
      <AreaField name="places" label={t`This ${place.kind}`} />
      <AreaField name="people" label={t`Its people`} />
      <SelectField
        name="role"
        label={t`With the rights of`}
        options={[
          { value: 'User', label: t`A User` },
          { value: 'Admin', label: t`An Admin` },
        ]}
      />
    </MakeKey>
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
