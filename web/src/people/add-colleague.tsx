import { t } from '@byre/contract/words'
import { addBillingEntityUser } from '@byre/contract/people/members'
import { InvitedRoleName } from '@byre/contract/people/invites'
import { limits } from '@byre/contract/limits'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import * as z from 'zod/mini'
import { useAsk } from '../lib/query.ts'
import { inWords } from '../lib/refusal.ts'
import { toast } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { useSession } from '../lib/session.ts'
import { clinicKind, placesIn, siteKind, subjectKinds, type Kind } from '../products.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { FormShell, useFormValue } from '../ui/forms/form-shell.tsx'
import { SelectField } from '../ui/forms/select-field.tsx'
import { FormSkeleton } from '../ui/skeletons.tsx'
import { LoadedAll } from '../ui/loaded-all.tsx'
import { isUnregistered, nameOf } from './member-names.ts'
import { memberCalls } from './place.ts'
import { RoleChoice } from './role-choice.tsx'

const Colleague = z.object({
  place: z.string().check(z.minLength(1, t`Please choose a site or clinic.`)),
  user_id: z.string().check(z.minLength(1, t`Please choose a person.`)),
  role: InvitedRoleName,
})
const listed = { per_page: limits.perPage.max, sort: 'name', page: 1, q: null } as const

/** Somebody the reader works with at a site or clinic joins billing information at once, without an invitation. */
export function AddColleague({ billingEntityId }: { billingEntityId: string }) {
  const [open, setOpen] = useState(false)
  return (
    <div>
      <Button icon={IconPlus} onClick={() => setOpen(true)}>{t`Add someone you work with`}</Button>
      {open && (
        <Dialog title={t`Add someone you work with`} onClose={() => setOpen(false)}>
          <p>{t`They join at once. Everybody else is invited.`}</p>
          <ColleagueForm billingEntityId={billingEntityId} onClose={() => setOpen(false)} />
        </Dialog>
      )}
    </div>
  )
}

function ColleagueForm({ billingEntityId, onClose }: { billingEntityId: string; onClose: () => void }) {
  const { ask } = useCall(addBillingEntityUser)
  const sites = usePlaces(siteKind)
  const clinics = usePlaces(clinicKind)
  const asks = {
    ...(subjectKinds.includes(siteKind) && { sites }),
    ...(subjectKinds.includes(clinicKind) && { clinics }),
  }
  const add = ({ user_id: userId, role }: z.input<typeof Colleague>) =>
    ask({ id: billingEntityId, userId, role }).catch(
      inWords({ 'server.failed': t`An error occurred while inviting a user.` }),
    )
  return (
    <LoadedAll asks={asks} skeleton={<FormSkeleton fields={3} />}>
      {() => (
        <FormShell
          schema={Colleague}
          defaults={{ place: '', user_id: '', role: '' }}
          send={add}
          onDone={(member) => {
            toast.success(t`${nameOf(member)} was added.`)
            onClose()
          }}
          submit={t`Add`}
          busy={t`Adding..`}
          guard={false}
          notice={false}
        >
          <PlaceChoice
            options={[
              ...optionsOf('site', sites.data && placesIn(sites.data)),
              ...optionsOf('clinic', clinics.data && placesIn(clinics.data)),
            ]}
          />
          <PersonChoice />
          <RoleChoice kind="billing_entity" />
        </FormShell>
      )}
    </LoadedAll>
  )
}

const usePlaces = (kind: Kind) => useAsk(kind.calls.list, subjectKinds.includes(kind) ? listed : null)

const optionsOf = (kind: Kind['one'], places: readonly { id: string; name: string }[] = []) =>
  places.map(({ id, name }) => ({ value: `${kind} ${id}`, label: name }))

function PlaceChoice({ options }: { options: readonly { value: string; label: string }[] }) {
  const { resetField } = useFormContext()
  return (
    <SelectField
      name="place"
      label={t`Site or clinic`}
      options={options}
      hint={t`Where you both work.`}
      onChosen={() => resetField('user_id')}
    />
  )
}

function PersonChoice() {
  const [kind, id] = useFormValue('place').split(' ')
  const me = useSession()?.uuid
  const call = memberCalls[kind === 'clinic' ? 'clinic' : 'site'].list
  const people = useAsk(call, id ? { ...listed, id } : null).data?.users ?? []
  const others = people.filter((member) => !isUnregistered(member) && member.id !== me)
  return (
    <SelectField
      name="user_id"
      label={t`Person`}
      placeholder={id && others.length === 0 ? t`Nobody else works there` : t`Choose…`}
      options={others.map((member) => ({ value: member.id, label: `${nameOf(member)}, ${member.email}` }))}
    />
  )
}
