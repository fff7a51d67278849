import { limits } from '@byre/contract/limits'
import type { Member } from '@byre/contract/people/members'
import { useState } from 'react'
import { useAsk } from '../lib/query.ts'
import { useSession } from '../lib/session.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/forms/choice.tsx'
import { Pages } from '../ui/pages.tsx'
import { SearchField } from '../ui/forms/search-field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Table } from '../ui/table.tsx'
import { Address } from './address.tsx'
import { AddUnregisteredMember } from './add-unregistered-member.tsx'
import { useIsLastOwner, whyNotLeaveId } from './last-owner.ts'
import { MemberDialog, type MemberAction } from './member-dialog.tsx'
import { isUnregistered, nameOf } from './member-names.ts'
import { isOpenTo, memberCalls, words, type PeopledSubject } from './place.ts'

const sorts = [
  { value: 'name', label: 'Name' },
  { value: 'email', label: 'Email' },
  { value: 'role', label: 'Role' },
  { value: '-created_at', label: 'Newest first' },
] as const
type Sort = (typeof sorts)[number]['value']

const atOnce = limits.usersTablePageSize

/** Who belongs to a place, five at a time; found, ordered and turned on the server. */
export function Members({ subject }: { subject: PeopledSubject }) {
  const [page, setPage] = useState(1)
  const [sort, setSort] = useState<Sort>('name')
  const [q, setQ] = useState('')
  const [action, setAction] = useState<MemberAction | null>(null)
  const { list } = memberCalls[subject.kind]
  const users = useAsk(
    list,
    { id: subject.id, page, per_page: atOnce, sort, q: q || null },
    { keep: true, every: () => askEveryMs },
  )
  const startAgain = (change: () => void) => {
    change()
    setPage(1)
  }
  return (
    <Loaded
      ask={users}
      skeleton={<Skeleton height="22rem" />}
      failed="An error occurred while loading users."
    >
      {({ users: members, total }) => {
        const pages = Math.ceil(Math.min(total, limits.listDepth) / atOnce)
        // The last one of the last page was removed.
        if (page > 1 && page > pages) setPage(Math.max(1, pages))
        const isSearched = q !== ''
        return (
          <div className="stack">
            {(isSearched || total > atOnce) && (
              <div className="people-tools">
                <SearchField label="Find in users" onSettled={(text) => startAgain(() => setQ(text))} />
                <Choice
                  label="Sort by"
                  value={sort}
                  options={sorts}
                  onChoose={(chosen) => startAgain(() => setSort(chosen))}
                />
              </div>
            )}
            <MembersTable subject={subject} members={members} onAsk={setAction} />
            {isSearched && total === 0 && <p className="soft">Nobody found. Try fewer letters.</p>}
            {!isSearched && <Alone subject={subject} total={total} />}
            <Pages of="users" page={page} pages={pages} onTurn={setPage} />
            {isOpenTo(subject) && subject.kind !== 'billing_entity' && (
              <AddUnregisteredMember kind={subject.kind} placeId={subject.id} />
            )}
            {action && <MemberDialog subject={subject} action={action} onClose={() => setAction(null)} />}
          </div>
        )
      }}
    </Loaded>
  )
}

const askEveryMs = 30_000

function Alone({ subject, total }: { subject: PeopledSubject; total: number }) {
  if (total > 1) return null
  return <p className="soft">It looks like there are no users for this {words[subject.kind]} yet.</p>
}

interface MembersTableProps {
  subject: PeopledSubject
  members: readonly Member[]
  onAsk: (action: MemberAction) => void
}

function MembersTable({ subject, members, onAsk }: MembersTableProps) {
  const me = useSession()?.uuid
  const isMe = ({ id }: Member) => id === me
  const manages = isOpenTo(subject)
  const isLastOwner = useIsLastOwner(subject)
  // An Admin never touches an Owner.
  const mayTouch = ({ role }: Member) => manages && (subject.role === 'Owner' || role !== 'Owner')

  const name = (member: Member) => (
    <span className="with-button">
      <span>
        <Address>{nameOf(member)}</Address>
        {isMe(member) && <span className="soft"> (you)</span>}
      </span>
      {isUnregistered(member) && manages && (
        <Button
          kind="quiet"
          aria-label={`Rename ${nameOf(member)}`}
          onClick={() => onAsk({ deed: 'rename', member })}
        >
          Rename
        </Button>
      )}
    </span>
  )
  const email = (member: Member) => {
    if (member.email !== null) return <Address>{member.email}</Address>
    if (!manages) return <span className="soft">No account</span>
    return (
      <Button
        aria-label={`Invite to join: ${nameOf(member)}`}
        onClick={() => onAsk({ deed: 'invite', member })}
      >
        Invite to join
      </Button>
    )
  }
  const role = (member: Member) => {
    if (isUnregistered(member)) return <span className="soft">No account</span>
    if (isMe(member) || !mayTouch(member)) return member.role
    return (
      <span className="with-button">
        <span className="member-role">{member.role}</span>
        <Button
          kind="quiet"
          aria-label={`Change the role of ${nameOf(member)}`}
          onClick={() => onAsk({ deed: 'change role', member })}
        >
          Change
        </Button>
      </span>
    )
  }
  const remove = (member: Member) => {
    if (isMe(member))
      return (
        <Button
          disabled={isLastOwner}
          aria-describedby={isLastOwner ? whyNotLeaveId : undefined}
          onClick={() => onAsk({ deed: 'leave', member })}
        >
          Leave
        </Button>
      )
    if (!mayTouch(member)) return null
    return (
      <Button aria-label={`Remove ${nameOf(member)}`} onClick={() => onAsk({ deed: 'remove', member })}>
        Remove
      </Button>
    )
  }
  return (
    <Table
      caption={`Users of ${subject.name}`}
      columns={[
        { header: 'Name', cell: name },
        { header: 'Email', cell: email },
        { header: 'Role', cell: role },
        { header: 'Remove', cell: remove },
      ]}
      rows={members}
      rowKey={({ id }) => id}
      empty={null}
    />
  )
}
