import { t } from '@byre/contract/words'
import { limits } from '@byre/contract/limits'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { changed, useFoldIn, usePageIn } from '../lib/in-address.ts'
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
  { value: 'sent', label: t`Pending` },
  { value: 'accepted', label: t`Accepted` },
  { value: 'declined', label: t`Declined` },
  { value: 'revoked', label: t`Taken back` },
  { value: 'expired', label: t`Expired` },
] as const

const atOnce = usersTablePageSize

/** On demand: what became of the invitations to a place. Those that wait for an answer are among its people. */
export function SentInvites({ subject }: { subject: PeopledSubject }) {
  const fold = useFoldIn('sent')
  return (
    <details className="fold" {...fold}>
      <summary>{t`Invites sent`}</summary>
      {fold.open && <Sent subject={subject} />}
    </details>
  )
}

function Sent({ subject }: { subject: PeopledSubject }) {
  const [search, setSearch] = useSearchParams()
  const status = shown.find(({ value }) => value === search.get('sent_state'))?.value ?? 'all'
  // The last one of the last page may go to another state.
  const [last, setLast] = useState(limits.listDepth / atOnce)
  const [page, turnTo] = usePageIn('sent_page', last)
  const calls = invitesOf(subject)
  const wanted = { status: status === 'all' ? null : status, page, per_page: atOnce }
  const invites = useAnswer([...calls.name, wanted], (signal) => calls.list(wanted, signal), { keep: true })
  const pages = invites.data && Math.ceil(Math.min(invites.data.total, limits.listDepth) / atOnce)
  if (pages !== undefined && pages !== last) setLast(pages)
  return (
    <div className="stack">
      <div>
        <Choice
          label={t`Which invites`}
          compact
          value={status}
          options={shown}
          onChoose={(chosen) =>
            setSearch((now) => changed(now, { sent_state: chosen === 'all' ? '' : chosen, sent_page: '' }), {
              preventScrollReset: true,
            })
          }
        />
      </div>
      <Loaded
        ask={invites}
        skeleton={<Skeleton height="4rem" />}
        failed={t`An error occurred while loading invites.`}
      >
        {({ invites, total }) => (
          <>
            <SentInvitesTable subject={subject} invites={invites} />
            {total === 0 && <p className="soft">{t`None.`}</p>}
            <Pages of={t`invites`} page={page} pages={last} onTurn={turnTo} />
          </>
        )}
      </Loaded>
    </div>
  )
}
