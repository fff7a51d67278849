import { HandOverNote } from './hand-over-note.tsx'
import { InviteForm } from './invite-form.tsx'
import { Members } from './members.tsx'
import { mayManage, type PeopledPlace } from './place.ts'
import { SentInvites } from './sent-invites.tsx'
import { WhatIsMissing } from './what-is-missing.tsx'
import './people.css'

/** Who belongs to a place, who was invited, and what the reader may do about it. */
export function People({ place }: { place: PeopledPlace }) {
  return (
    <div className="stack people">
      <HandOverNote place={place} />
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
