import { invitedRoles, type InvitedRole, type InviteStatus } from '@byre/contract/people/invites'
import { IconArrowBackUp, IconCopy, IconDots, IconMailForward } from '@tabler/icons-react'
import { newKey } from '../lib/api.ts'
import { copyText } from '../lib/clipboard.ts'
import { formatDate } from '../lib/format.ts'
import { toast } from '../lib/toast.ts'
import { Status, type StatusKind } from '../ui/badge.tsx'
import { Choice } from '../ui/forms/choice.tsx'
import { Menu, MenuItem } from '../ui/dialogs/menu.tsx'
import { Table } from '../ui/table.tsx'
import { Address } from './address.tsx'
import { toldInToast } from './command-results.ts'
import { sendInvite } from './invite-form.tsx'
import { invitesOf, type SentInvite } from './place-invites.ts'
import type { PeopledSubject } from './place.ts'

interface SentInvitesTableProps {
  subject: PeopledSubject
  invites: readonly SentInvite[]
  onTakeBack: (invite: SentInvite) => void
}

const roleOptions = invitedRoles.map((role) => ({ value: role, label: role }))

export function SentInvitesTable({ subject, invites, onTakeBack }: SentInvitesTableProps) {
  const calls = invitesOf(subject)
  const change = ({ id, email }: SentInvite, role: InvitedRole) =>
    toldInToast(calls.change(id, role), `${email} is now invited as ${role}.`)
  const resend = ({ id }: SentInvite) => toldInToast(calls.resend(id), 'Invite sent.')
  const anew = ({ email, role, hand_id }: SentInvite) =>
    toldInToast(sendInvite(subject, { email, role, ...(hand_id && { hand_id }) }, newKey()), 'Invite sent.')
  const copy = async ({ link }: SentInvite) => {
    if (await copyText(link)) toast.success('The link was copied.')
  }

  const roleOf = (invite: SentInvite) =>
    invite.status === 'sent' ? (
      <Choice
        label={`Role for ${invite.email}`}
        compact
        value={invite.role}
        options={roleOptions}
        onChoose={(role) => void change(invite, role)}
      />
    ) : (
      invite.role
    )
  const actionsOf = (invite: SentInvite) => {
    const isOpen = invite.status === 'sent'
    const isOver = invite.status === 'revoked' || invite.status === 'declined'
    // Whoever accepted belongs here; of an account that is gone no address is left.
    if (invite.status === 'accepted' || invite.email === '') return null
    return (
      <Menu label={`More about ${invite.email}`} face={<IconDots size={20} aria-hidden />}>
        {isOpen && (
          <MenuItem icon={IconCopy} onChoose={() => void copy(invite)}>
            Copy link
          </MenuItem>
        )}
        <MenuItem icon={IconMailForward} onChoose={() => void (isOver ? anew(invite) : resend(invite))}>
          {isOver ? 'Invite again' : 'Send again'}
        </MenuItem>
        {isOpen && (
          <MenuItem icon={IconArrowBackUp} onChoose={() => onTakeBack(invite)}>
            Take back
          </MenuItem>
        )}
      </Menu>
    )
  }
  return (
    <Table
      caption={`Invites to ${subject.name}`}
      columns={[
        { header: 'Email', cell: invited },
        { header: 'Role', cell: roleOf },
        { header: 'State', cell: standing },
        { header: 'More', quietHeader: true, cell: actionsOf },
      ]}
      rows={invites}
      rowKey={({ id }) => id}
      empty={null}
    />
  )
}

const invited = ({ email }: SentInvite) => <Address>{email}</Address>

const states: Record<InviteStatus, { is: StatusKind; word: string }> = {
  sent: { is: 'waiting', word: 'Pending' },
  accepted: { is: 'success', word: 'Accepted' },
  declined: { is: 'danger', word: 'Declined' },
  revoked: { is: 'info', word: 'Taken back' },
  expired: { is: 'warning', word: 'Expired' },
}

/** How it stands; while it waits, until when and whether its mail left. */
function standing(invite: SentInvite) {
  const { status, mail, mail_problem: problem, expired_at: until, inviter_name: inviter } = invite
  const { is, word } = states[status]
  return (
    <div className="invite-standing">
      <Status is={is}>{word}</Status>
      {status === 'sent' && mail === 'failed' && <Status is="danger">The mail failed</Status>}
      <small>
        {status === 'sent' && mail === 'failed' && `${problem ?? ''} Copy the link and send it yourself. `}
        {status === 'sent' && mail === 'queued' && 'Its mail is on the way. '}
        {status === 'sent' && `Until ${formatDate(until)}, `}by <Address>{inviter}</Address>
      </small>
    </div>
  )
}
