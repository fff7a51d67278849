import { roles, type Role } from '@byre/contract/rights'
import * as z from 'zod/mini'
import { askAgain } from '../lib/query.ts'
import { inWords, isNotFound } from '../lib/refusal.ts'
import { toast } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { FormShell } from '../ui/forms/form-shell.tsx'
import { RadioCards } from '../ui/forms/radio-cards.tsx'
import type { AboutMember } from './place.ts'
import { nameOf } from './member-names.ts'
import { handOverCalls, memberCalls } from './place.ts'
import { rightsOf } from './role-words.ts'

/** An offer is no role yet: it becomes one when it is accepted. */
const handOver = 'hand over'
const Chosen = z.object({ role: z.enum([...roles, handOver]) })

const gone = { not_found: 'This person does not belong here any more.' } as const

/** Gives a member another role, or offers them the place. */
export function RoleDialog({ place, member, onClose }: AboutMember) {
  const change = useCall(memberCalls[place.kind].changeRole)
  const offer = useCall(handOverCalls[place.kind].offer)
  const rights = rightsOf(place.kind)
  const name = nameOf(member)
  const isOwners = place.role === 'Owner'
  const option = (role: Role) => ({ value: role, title: role, detail: rights[role] })

  const send = async ({ role }: z.input<typeof Chosen>) => {
    try {
      if (role === handOver) await offer.ask({ id: place.id, user_id: member.id })
      else await change.ask({ id: place.id, userId: member.id, role })
    } catch (error) {
      if (isNotFound(error)) askAgain()
      throw error
    }
  }
  return (
    <Dialog title={`Role of ${name}`} onClose={onClose}>
      <FormShell
        schema={Chosen}
        defaults={{ role: member.role }}
        send={(values) => send(values).catch(inWords(gone))}
        onDone={(_, { role }) => {
          toast.success(
            role === handOver ? `${name} was asked to become the Owner.` : `${name} is now ${role}.`,
          )
          onClose()
        }}
        submit="Save"
        busy="Saving.."
        guard={false}
        notice={false}
      >
        <RadioCards
          name="role"
          label="Role"
          quietLabel
          options={[
            option('User'),
            option('Admin'),
            ...(isOwners ? [option('Owner')] : []),
            ...(isOwners && member.role !== 'Owner'
              ? [
                  {
                    value: handOver,
                    title: 'Hand over to them',
                    detail: `${name} is asked, and becomes the Owner on accepting within seven days. You are then an Admin.`,
                  },
                ]
              : []),
          ]}
        />
      </FormShell>
    </Dialog>
  )
}
