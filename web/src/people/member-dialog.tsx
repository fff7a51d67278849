import { t } from '@byre/contract/words'
import { rich } from '../ui/rich.tsx'
import type { Member } from '@byre/contract/people/members'
import { call } from '../lib/api.ts'
import { inWords } from '../lib/refusal.ts'
import { toast } from '../lib/toast.ts'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { unlessGone } from './command-results.ts'
import { InviteUnregisteredMember, RenameUnregisteredMember } from './unregistered-member-dialogs.tsx'
import { Leave } from './leave.tsx'
import { isUnregistered, nameOf } from './member-names.ts'
import {
  unregisteredMemberCalls,
  memberCalls,
  words,
  type AboutMember,
  type PeopledSubject,
} from './place.ts'
import { RoleDialog } from './role-dialog.tsx'
import { TakeBack } from './take-back.tsx'
import { extra } from '../ui/fetched/extra.tsx'

const KeysLeft = extra(async () => (await import('./keys-left.tsx')).KeysLeft)

/** What is about to be done to whom. */
export interface MemberAction {
  deed: 'change role' | 'remove' | 'leave' | 'rename' | 'invite' | 'take back'
  member: Member
}

interface MemberDialogProps {
  subject: PeopledSubject
  action: MemberAction
  onClose: () => void
}

export function MemberDialog({ subject, action: { deed, member }, onClose }: MemberDialogProps) {
  const given = { subject, member, onClose }
  if (deed === 'change role') return <RoleDialog {...given} />
  if (deed === 'remove') return <RemoveMember {...given} />
  if (deed === 'rename') return <RenameUnregisteredMember {...given} />
  if (deed === 'invite') return <InviteUnregisteredMember {...given} />
  if (deed === 'take back') return <TakeBack {...given} />
  return <Leave subject={subject} onClose={onClose} />
}

/** For a minute: with the role they had. Who is there by name alone is put on the list again. */
const putBack = ({ kind, id }: PeopledSubject, member: Member): Promise<Member> =>
  isUnregistered(member) && kind !== 'billing_entity'
    ? call(unregisteredMemberCalls[kind].add, { id, name: nameOf(member) })
    : call(memberCalls[kind].changeRole, { id, userId: member.id, role: member.role, action: 'put_back' })

function RemoveMember({ subject, member, onClose }: AboutMember) {
  const remove = async () => {
    const { id } = subject
    const command =
      isUnregistered(member) && subject.kind !== 'billing_entity'
        ? call(unregisteredMemberCalls[subject.kind].remove, { id, handId: member.id })
        : call(memberCalls[subject.kind].remove, { id, userId: member.id })
    const isMine = await unlessGone(command).catch(
      inWords({ 'server.failed': t`An error occurred while removing users.` }),
    )
    const undo = () =>
      void putBack(subject, member).then(() => toast.success(t`${nameOf(member)} is back.`), toast.failure)
    toast.success(t`${nameOf(member)} was removed.`, isMine ? undo : undefined)
    onClose()
  }
  return (
    <ConfirmDialog confirm={t`Remove`} busy={t`Removing..`} danger onConfirm={remove} onCancel={onClose}>
      <p>{rich`Are you sure you want to remove ${(<strong>{nameOf(member)}</strong>)} from this ${words[subject.kind]}?`}</p>
      <p>{rich`They leave the list of ${(<strong>{subject.name}</strong>)}.`}</p>
      {subject.kind !== 'billing_entity' && member.role !== 'User' && (
        <KeysLeft kind={subject.kind} placeId={subject.id} maker={nameOf(member)} />
      )}
    </ConfirmDialog>
  )
}
