import type { Member } from '@byre/contract/people/members'
import { call } from '../lib/api.ts'
import { inWords } from '../lib/refusal.ts'
import { toast } from '../lib/toast.ts'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { unlessGone } from './command-results.ts'
import { InviteHand, RenameHand } from './unregistered-member-dialogs.tsx'
import { Leave } from './leave.tsx'
import { isHand, nameOf } from './member-names.ts'
import { handCalls, memberCalls, words, type AboutMember, type PeopledPlace } from './place.ts'
import { RoleDialog } from './role-dialog.tsx'

/** What is about to be done to whom. */
export interface Asked {
  deed: 'change role' | 'remove' | 'leave' | 'rename' | 'invite'
  member: Member
}

interface MemberDialogProps {
  place: PeopledPlace
  asked: Asked
  onClose: () => void
}

export function MemberDialog({ place, asked: { deed, member }, onClose }: MemberDialogProps) {
  const given = { place, member, onClose }
  if (deed === 'change role') return <RoleDialog {...given} />
  if (deed === 'remove') return <RemoveMember {...given} />
  if (deed === 'rename') return <RenameHand {...given} />
  if (deed === 'invite') return <InviteHand {...given} />
  return <Leave place={place} onClose={onClose} />
}

function RemoveMember({ place, member, onClose }: AboutMember) {
  const remove = async () => {
    const { id } = place
    const command =
      isHand(member) && place.kind !== 'billing_entity'
        ? call(handCalls[place.kind].remove, { id, handId: member.id })
        : call(memberCalls[place.kind].remove, { id, userId: member.id })
    await unlessGone(command).catch(inWords({ 'server.failed': 'An error occurred while removing users.' }))
    toast.success(`${nameOf(member)} was removed.`)
    onClose()
  }
  return (
    <ConfirmDialog confirm="Remove" busy="Removing.." danger onConfirm={remove} onCancel={onClose}>
      <p>
        Are you sure you want to remove <strong>{nameOf(member)}</strong> from this {words[place.kind]}?
      </p>
    </ConfirmDialog>
  )
}
