import { roleNames } from '@byre/contract/rights'
import { t } from '@byre/contract/words'
import { rich } from '../ui/rich.tsx'
import type { InviteStatus } from '@byre/contract/people/invites'
import { IconDots, IconMailForward } from '@tabler/icons-react'
import { newKey } from '../lib/api.ts'
import { formatDate } from '../lib/format.ts'
import { Status, type StatusKind } from '../ui/badge.tsx'
import { Menu, MenuItem } from '../ui/dialogs/menu.tsx'
import { Table } from '../ui/table.tsx'
import { Address } from '../ui/address.tsx'
import { toldInToast } from './command-results.ts'
import { sendInvite } from './invite-form.tsx'
import { invitesOf, type SentInvite } from './place-invites.ts'
import type { PeopledSubject } from './place.ts'

interface SentInvitesTableProps {
  subject: PeopledSubject
  invites: readonly SentInvite[]
}

/** What became of invitations; one that still waits has its own row among the people. */
export function SentInvitesTable({ subject, invites }: SentInvitesTableProps) {
  const resend = ({ id }: SentInvite) => toldInToast(invitesOf(subject).resend(id), t`Invite sent.`)
  const anew = ({ email, role, hand_id }: SentInvite) =>
    toldInToast(sendInvite(subject, { email, role, ...(hand_id && { hand_id }) }, newKey()), t`Invite sent.`)

  const actionsOf = (invite: SentInvite) => {
    const { status, email } = invite
    // Whoever accepted belongs here; of an account that is gone no address is left.
    if (status === 'sent' || status === 'accepted' || email === '') return null
    const isExpired = status === 'expired'
    return (
      <Menu label={t`More about the invite to ${email}`} face={<IconDots size={20} aria-hidden />}>
        <MenuItem icon={IconMailForward} onChoose={() => void (isExpired ? resend(invite) : anew(invite))}>
          {isExpired ? t`Send again` : t`Invite again`}
        </MenuItem>
      </Menu>
    )
  }
  return (
    <Table
      caption={t`Invites to ${subject.name}`}
      columns={[
        { header: t`Email`, cell: invited },
        { header: t`Role`, cell: ({ role }) => roleNames[role] },
        { header: t`State`, cell: standing },
        { header: t`More`, quietHeader: true, end: true, cell: actionsOf },
      ]}
      rows={invites}
      rowKey={({ id }) => id}
      empty={null}
    />
  )
}

const invited = ({ email }: SentInvite) => <Address>{email}</Address>

const states: Record<InviteStatus, { is: StatusKind; word: string }> = {
  sent: { is: 'waiting', word: t`Pending` },
  accepted: { is: 'success', word: t`Accepted` },
  declined: { is: 'danger', word: t`Declined` },
  revoked: { is: 'info', word: t`Taken back` },
  expired: { is: 'warning', word: t`Expired` },
}

function standing({ status, expired_at: until, inviter_name: inviter }: SentInvite) {
  const { is, word } = states[status]
  return (
    <div className="invite-standing">
      <span className="invite-chips">
        <Status is={is}>{word}</Status>
      </span>
      <small className="soft">
        {status === 'sent' || status === 'expired'
          ? rich`Until ${formatDate(until)}, sent by ${(<Address>{inviter}</Address>)}`
          : rich`sent by ${(<Address>{inviter}</Address>)}`}
      </small>
    </div>
  )
}
