import { t } from '@byre/contract/words'
import { limits } from '@byre/contract/limits'
import { useState } from 'react'
import { useAnswer } from '../lib/query.ts'
import { Choice } from '../ui/forms/choice.tsx'
import { Pages } from '../ui/pages.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { usersTablePageSize } from './people-address.ts'
import { invitesOf } from './place-invites.ts'
import type { PeopledSubject } from './place.ts'
import { SentInvitesTable } from './sent-invites-table.tsx'
import '../ui/fold.css'

const shown = [
  { value: 'all', label: t`All` },
  { value: 'accepted', label: t`Accepted` },
  { value: 'declined', label: t`Declined` },
  { value: 'revoked', label: t`Taken back` },
  { value: 'expired', label: t`Expired` },
] as const
type Shown = (typeof shown)[number]['value']

const atOnce = usersTablePageSize

/** On demand: what became of the invitations to a place. Those that wait for an answer are among its people. */
export function SentInvites({ subject }: { subject: PeopledSubject }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="fold" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t`Invites sent`}</summary>
      {isOpen && <Sent subject={subject} />}
    </details>
  )
}

function Sent({ subject }: { subject: PeopledSubject }) {
  const [status, setStatus] = useState<Shown>('all')
  const [page, setPage] = useState(1)
  const calls = invitesOf(subject)
  const wanted = { status: status === 'all' ? null : status, page, per_page: atOnce }
  const invites = useAnswer([...calls.name, wanted], (signal) => calls.list(wanted, signal), { keep: true })
  return (
    <div className="stack">
      <div>
        <Choice
          label={t`Which invites`}
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
        failed={t`An error occurred while loading invites.`}
      >
        {({ invites, total }) => {
          const pages = Math.ceil(Math.min(total, limits.listDepth) / atOnce)
          // The last one of the last page went to another state.
          if (page > 1 && page > pages) setPage(Math.max(1, pages))
          return (
            <>
              <SentInvitesTable subject={subject} invites={invites} />
              {total === 0 && <p className="soft">{t`None.`}</p>}
              <Pages of={t`invites`} page={page} pages={pages} onTurn={setPage} />
            </>
          )
        }}
      </Loaded>
    </div>
  )
}
