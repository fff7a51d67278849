import { limits } from '@byre/contract/limits'
import { useState } from 'react'
import { useAnswer } from '../lib/query.ts'
import { Choice } from '../ui/forms/choice.tsx'
import { useKeptFocus } from '../ui/kept-focus.ts'
import { Pages } from '../ui/pages.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { invitesOf, type SentInvite } from './place-invites.ts'
import type { PeopledSubject } from './place.ts'
import { SentInvitesTable } from './sent-invites-table.tsx'
import { TakeBack } from './take-back.tsx'

const shown = [
  { value: 'sent', label: 'Pending' },
  { value: 'accepted', label: 'Accepted' },
  { value: 'declined', label: 'Declined' },
  { value: 'revoked', label: 'Taken back' },
  { value: 'expired', label: 'Expired' },
  { value: 'all', label: 'All' },
] as const
type Shown = (typeof shown)[number]['value']

const atOnce = limits.usersTablePageSize

/** The invitations to a place: how each stands, and what can still be done about it. */
export function SentInvites({ subject }: { subject: PeopledSubject }) {
  const [status, setStatus] = useState<Shown>('sent')
  const [page, setPage] = useState(1)
  const [target, setTarget] = useState<SentInvite | null>(null)
  // The table has it first; with its last row the table goes, too.
  const section = useKeptFocus<HTMLElement>()
  const calls = invitesOf(subject)
  const wanted = { status: status === 'all' ? null : status, page, per_page: atOnce }
  const invites = useAnswer([...calls.name, wanted], (signal) => calls.list(wanted, signal), { keep: true })
  return (
    <section ref={section} tabIndex={-1} className="stack" aria-labelledby="sent-invites-title">
      <div className="people-head">
        <h3 id="sent-invites-title">Invites sent</h3>
        <Choice
          label="Which invites"
          compact
          value={status}
          options={shown}
          onChoose={(chosen) => {
            setStatus(chosen)
            setPage(1)
          }}
        />
      </div>
      <Loaded
        ask={invites}
        skeleton={<Skeleton height="4rem" />}
        failed="An error occurred while loading invites."
      >
        {({ invites, total }) => {
          const pages = Math.ceil(Math.min(total, limits.listDepth) / atOnce)
          // The last one of the last page was answered or taken back.
          if (page > 1 && page > pages) setPage(Math.max(1, pages))
          return (
            <>
              <SentInvitesTable subject={subject} invites={invites} onTakeBack={setTarget} />
              {total === 0 && (
                <p className="soft">{status === 'sent' ? 'Nobody is invited right now.' : 'None.'}</p>
              )}
              <Pages of="invites" page={page} pages={pages} onTurn={setPage} />
            </>
          )
        }}
      </Loaded>
      {target && <TakeBack subject={subject} invite={target} onClose={() => setTarget(null)} />}
    </section>
  )
}
