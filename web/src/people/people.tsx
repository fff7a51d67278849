import { t } from '@byre/contract/words'
import { useKeptFocus } from '../ui/kept-focus.ts'
import { OwnershipTransferNote, useOffer } from './ownership-transfer-note.tsx'
import { InviteHere } from './invite-here.tsx'
import { Members } from './members.tsx'
import { mayManage, type PeopledSubject } from './place.ts'
import { SentInvites } from './sent-invites.tsx'
import { WhatIsMissing } from './what-is-missing.tsx'
import './people.css'
import { Waiting } from '../ui/skeletons.tsx'

/** Who belongs to a place or is invited, first, and what the reader may do about it. */
export function People({ subject }: { subject: PeopledSubject }) {
  const people = useKeptFocus<HTMLDivElement>()
  const { isPending, data: offer } = useOffer(subject)
  return (
    <div ref={people} tabIndex={-1} role="group" aria-label={t`Users`} className="stack people in-order">
      {isPending && <Waiting />}
      {offer && <OwnershipTransferNote subject={subject} offer={offer} />}
      <div className="people-columns" data-parted={mayManage(subject)}>
        <Members subject={subject} />
        {mayManage(subject) && <InviteHere subject={subject} />}
      </div>
      <div className="people-more">
        {mayManage(subject) && subject.access !== 'stopped' && <SentInvites subject={subject} />}
        <WhatIsMissing subject={subject} />
      </div>
    </div>
  )
}
