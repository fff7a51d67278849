import { t } from '@byre/contract/words'
import { roleNames, roles, type Role } from '@byre/contract/rights'
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
import { ownershipTransferCalls, memberCalls } from './place.ts'
import { rightsOf } from './role-words.ts'

/** An offer is no role yet: it becomes one when it is accepted. */
const ownershipTransfer = 'hand over'
const Chosen = z.object({ role: z.enum([...roles, ownershipTransfer]) })

const gone = { not_found: t`This person does not belong here any more.` } as const

/** Gives a member another role, or offers them the place. */
export function RoleDialog({ subject, member, onClose }: AboutMember) {
  const change = useCall(memberCalls[subject.kind].changeRole)
  const offer = useCall(ownershipTransferCalls[subject.kind].offer)
  const rights = rightsOf(subject.kind)
  const name = nameOf(member)
  const isOwners = subject.role === 'Owner'
  const option = (role: Role) => ({ value: role, title: roleNames[role], detail: rights[role] })

  const send = async ({ role }: z.input<typeof Chosen>) => {
    try {
      if (role === ownershipTransfer) await offer.ask({ id: subject.id, user_id: member.id })
      else await change.ask({ id: subject.id, userId: member.id, role })
    } catch (error) {
      if (isNotFound(error)) askAgain()
      throw error
    }
  }
  return (
    <Dialog title={t`Role of ${name}`} onClose={onClose}>
      <FormShell
        schema={Chosen}
        defaults={{ role: member.role }}
        send={(values) => send(values).catch(inWords(gone))}
        onDone={(_, { role }) => {
          toast.success(
            role === ownershipTransfer
              ? t`${name} was asked to become the Owner.`
              : t`${name} is now ${role}.`,
          )
          onClose()
        }}
        submit={t`Save`}
        busy={t`Saving..`}
        guard={false}
        notice={false}
      >
        <RadioCards
          name="role"
          label={t`Role`}
          quietLabel
          options={[
            option('User'),
            option('Admin'),
            ...(isOwners ? [option('Owner')] : []),
            ...(isOwners && member.role !== 'Owner'
              ? [
                  {
                    value: ownershipTransfer,
                    title: t`Hand over to them`,
                    detail: t`${name} will be asked, and becomes the Owner by accepting within seven days. You then become an Admin.`,
                  },
                ]
              : []),
          ]}
        />
      </FormShell>
    </Dialog>
  )
}
