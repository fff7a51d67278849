import { plural, t } from '@byre/contract/words'
import { formatList } from '../lib/format.ts'
import { InvitedRoleName } from '@byre/contract/people/invites'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { newKey } from '../lib/api.ts'
import { Addresses, addressesIn } from '../people/addresses.ts'
import { AddressesField } from '../people/addresses-field.tsx'
import { sendInvite } from '../people/invite-form.tsx'
import { placeWithHost } from '../people/place.ts'
import { RoleChoice } from '../people/role-choice.tsx'
import type { Kind, ListedPlace } from '../products.ts'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { FormShell } from '../ui/forms/form-shell.tsx'
import { forEachPlace, PlaceResults, type PlaceResult } from './for-each-place.tsx'

const Invitation = z.object({ email: Addresses, role: InvitedRoleName })

interface InviteToPlacesProps {
  kind: Kind
  places: readonly ListedPlace[]
  onClose: () => void
}

/** The same people to each of several places: one call an address and place. */
export function InviteToPlaces({ kind, places, onClose }: InviteToPlacesProps) {
  const [results, setResults] = useState<PlaceResult[] | null>(null)
  const [nth, setNth] = useState(1)
  const keys = useRef(new Map<string, string>())
  const keyOf = (content: string) => {
    const key = keys.current.get(content) ?? newKey()
    keys.current.set(content, key)
    return key
  }
  const send = ({ email, role }: z.input<typeof Invitation>) => {
    const chosen = InvitedRoleName.parse(role)
    const invite = async (place: ListedPlace) => {
      const addresses = addressesIn(email)
      for (const address of addresses)
        await sendInvite(
          placeWithHost(kind.one, place),
          { email: address, role: chosen },
          keyOf(`${chosen} ${address} ${place.id}`),
        )
      return t`${plural(addresses.length, { one: 'Invite sent.', other: '# invites sent.' })}`
    }
    return forEachPlace(places, invite, setNth)
  }
  return (
    <Dialog
      title={
        kind.one === 'site'
          ? t`Invite to ${plural(places.length, { one: '# site', other: '# sites' })}`
          : t`Invite to ${plural(places.length, { one: '# clinic', other: '# clinics' })}`
      }
      onClose={onClose}
    >
      {results ? (
        <PlaceResults results={results} onClose={onClose} />
      ) : (
        <>
          <p>{formatList(places.map(({ name }) => name))}</p>
          <FormShell
            schema={Invitation}
            defaults={{ email: '', role: 'User' }}
            send={send}
            onDone={setResults}
            submit={t`Send Invite`}
            busy={places.length > 1 ? t`Sending ${nth} of ${places.length}..` : t`Sending invites..`}
            notice={false}
            guard={false}
          >
            <AddressesField
              name="email"
              label={t`Email`}
              hint={t`Several at once: paste them, or separate them with commas.`}
            />
            <RoleChoice kind={kind.one} />
          </FormShell>
        </>
      )}
    </Dialog>
  )
}
