import { lazy, Suspense } from 'react'
import { useKeptFocus } from '../ui/kept-focus.ts'
import { OwnershipTransferNote, useOffer } from './ownership-transfer-note.tsx'
import { InviteForm } from './invite-form.tsx'
import { Members } from './members.tsx'
import { mayManage, words, type PeopledSubject } from './place.ts'
import { SentInvites } from './sent-invites.tsx'
import { WhatIsMissing } from './what-is-missing.tsx'
import './people.css'

const AddColleague = lazy(async () => ({ default: (await import('./add-colleague.tsx')).AddColleague }))

/** Who belongs to a place, who was invited, and what the reader may do about it. */
export function People({ subject }: { subject: PeopledSubject }) {
  const people = useKeptFocus<HTMLDivElement>()
  const offer = useOffer(subject)
  return (
    <div ref={people} tabIndex={-1} role="group" aria-label="Users" className="stack people">
      {offer && <OwnershipTransferNote subject={subject} offer={offer} />}
      <Members subject={subject} />
      {mayManage(subject) && (
        <>
          <section className="stack" aria-labelledby="invite-title">
            <h3 id="invite-title">Invite</h3>
            {subject.access === 'ok' ? <InviteForm subject={subject} /> : <Shut subject={subject} />}
            {subject.kind === 'billing_entity' && (
              <Suspense>
                <AddColleague billingEntityId={subject.id} />
              </Suspense>
            )}
          </section>
          {subject.access !== 'stopped' && <SentInvites subject={subject} />}
        </>
      )}
      <WhatIsMissing subject={subject} />
    </div>
  )
}

function Shut({ subject: { kind, access } }: { subject: PeopledSubject }) {
  return (
    <p className="soft">
      {access === 'stopped'
        ? `Nobody can be invited while this ${words[kind]} is stopped, and what was sent is shown again when it is open.`
        : `Nobody can be invited while this ${words[kind]} is read-only.`}
    </p>
  )
}
