import { roleNames } from '@byre/contract/rights'
import { t, translated } from '@byre/contract/words'
import { rich } from '../ui/rich.tsx'
import type { ListedMember } from '@byre/contract/people/members'
import { useSession } from '../lib/session.ts'
import { formatDate } from '../lib/format.ts'
import { Status } from '../ui/badge.tsx'
import { Table } from '../ui/table.tsx'
import { Address } from '../ui/address.tsx'
import { useIsLastOwner } from './last-owner.ts'
import type { MemberAction } from './member-dialog.tsx'
import { InviteMenu, MemberMenu } from './member-menu.tsx'
import { isUnregistered, nameOf } from './member-names.ts'
import { isOpenTo, mayManage, type PeopledSubject } from './place.ts'

interface MembersTableProps {
  subject: PeopledSubject
  members: readonly ListedMember[]
  onAsk: (action: MemberAction) => void
}

/** A row each: who it is, their address, their role as a chip, and for those who run the place one menu. */
export function MembersTable({ subject, members, onAsk }: MembersTableProps) {
  const me = useSession()?.uuid
  const isLastOwner = useIsLastOwner(subject)
  const manages = isOpenTo(subject)
  // An Admin never touches an Owner.
  const mayTouch = ({ role }: ListedMember) => manages && (subject.role === 'Owner' || role !== 'Owner')

  const menu = (member: ListedMember) => {
    const isMe = member.id === me
    if (member.invite) return manages ? <InviteMenu subject={subject} invited={member} onAsk={onAsk} /> : null
    if (!isMe && !mayTouch(member)) return null
    return <MemberMenu member={member} isMe={isMe} isLastOwner={isLastOwner} onAsk={onAsk} />
  }
  return (
    <Table
      caption={t`Users of ${subject.name}`}
      columns={[
        { header: t`Name`, cell: (member) => name(member, member.id === me) },
        { header: t`Email`, cell: email },
        { header: t`Role`, cell: role },
        ...(mayManage(subject) ? [{ header: t`Remove`, quietHeader: true, end: true, cell: menu }] : []),
      ]}
      rows={members}
      rowKey={({ id }) => id}
      empty={null}
    />
  )
}

function name(member: ListedMember, isMe: boolean) {
  if (member.invite && member.first_name === null) return <span className="soft not-named">{t`Invited`}</span>
  return (
    <span>
      <Address>{nameOf(member)}</Address>
      {isMe && <span className="soft"> {t`(you)`}</span>}
    </span>
  )
}

function email(member: ListedMember) {
  if (isUnregistered(member)) return <span className="soft">{t`No account`}</span>
  const address = <Address>{member.email ?? ''}</Address>
  return member.invite ? (
    <span className="invited">
      {address}
      <Waiting invite={member.invite} />
    </span>
  ) : (
    address
  )
}

function role({ role, invite, email }: ListedMember) {
  if (email === null) return null
  return (
    <span className="member-chips">
      <span className="status member-role">{roleNames[role]}</span>
      {invite && <Status is="waiting">{t`Pending`}</Status>}
      {invite?.mail === 'failed' && <Status is="danger">{t`The mail failed`}</Status>}
    </span>
  )
}

/** Until when somebody is waited for, and whether their mail left. */
function Waiting({ invite }: { invite: NonNullable<ListedMember['invite']> }) {
  const { mail, mail_problem: problem, expired_at: until, inviter_name: inviter } = invite
  return (
    <small className="soft">
      {mail === 'failed' && <>{t`${translated(problem ?? '')} Copy the link and send it yourself.`} </>}
      {mail === 'queued' && <span className="where-wide">{t`Its mail is on the way.`} </span>}
      {t`Until ${formatDate(until)}`}
      <span className="where-wide">{rich`, by ${(<Address>{inviter}</Address>)}`}</span>
    </small>
  )
}
