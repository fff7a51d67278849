import { t } from '@byre/contract/words'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { useKeptFocus } from '../ui/kept-focus.ts'
import { OwnershipTransferNote, useOffer } from './ownership-transfer-note.tsx'
import type { PeopledSubject } from './place.ts'
import { Waiting } from '../ui/skeletons.tsx'
import { dialogIn } from '../ui/fetched/dialog-in.tsx'

// Fetched when somebody wants to leave.
const Leave = dialogIn(async () => (await import('./leave.tsx')).Leave)

/** For those who do not see who else belongs to it: an offer made to them, and the way out. */
export function OwnMembership({ subject }: { subject: PeopledSubject }) {
  const [leaving, setLeaving] = useState(false)
  const own = useKeptFocus<HTMLDivElement>()
  const { isPending, data: offer } = useOffer(subject)
  return (
    <div ref={own} tabIndex={-1} role="group" aria-label={t`Your membership`} className="stack in-order">
      {isPending && <Waiting />}
      {offer && <OwnershipTransferNote subject={subject} offer={offer} />}
      <p className="soft">{t`Its Owners and Admins see the rest: what it pays for and who belongs to it.`}</p>
      <div>
        <Button kind="removal" onClick={() => setLeaving(true)}>{t`Leave`}</Button>
      </div>
      {leaving && <Leave subject={subject} onClose={() => setLeaving(false)} />}
    </div>
  )
}
