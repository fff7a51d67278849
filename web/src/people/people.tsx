import { useKeptFocus } from '../ui/kept-focus.ts'
import { HandOverNote, useOffer } from './ownership-transfer-note.tsx'
import { InviteForm } from './invite-form.tsx'
import { Members } from './members.tsx'
import { mayManage, type PeopledPlace } from './place.ts'
import { SentInvites } from './sent-invites.tsx'
import { WhatIsMissing } from './what-is-missing.tsx'
import './people.css'

/** Who belongs to a place, who was invited, and what the reader may do about it. */
export function People({ place }: { place: PeopledPlace }) {
  const people = useKeptFocus<HTMLDivElement>()
  const offer = useOffer(place)
  return (
    <div ref={people} tabIndex={-1} role="group" aria-label="Users" className="stack people">
      {offer && <HandOverNote place={place} offer={offer} />}
      <Members place={place} />
      {mayManage(place) && (
        <>
          <section className="stack" aria-labelledby="invite-title">
            <h3 id="invite-title">Invite</h3>
            <InviteForm place={place} />
          </section>
          <SentInvites place={place} />
        </>
      )}
      <WhatIsMissing place={place} />
    </div>
  )
}
