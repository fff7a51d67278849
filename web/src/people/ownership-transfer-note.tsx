import { t } from '@byre/contract/words'
import { rich } from '../ui/rich.tsx'
import type { OwnershipTransfer } from '@byre/contract/people/ownership-transfers'
import { useState } from 'react'
import { formatDate } from '../lib/format.ts'
import { useAsk } from '../lib/query.ts'
import { useSession } from '../lib/session.ts'
import { toast } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { toldInToast } from './command-results.ts'
import { ownershipTransferCalls, words, type PeopledSubject } from './place.ts'

/** The open offer of a place; it is gone once it is answered, and what it stands in is drawn anew. */
export const useOffer = ({ kind, id }: PeopledSubject) => useAsk(ownershipTransferCalls[kind].get, { id })

/** Its Owners can take the offer back, whoever it is made to answers it. */
export function OwnershipTransferNote({ subject, offer }: OfferProps) {
  const me = useSession()?.uuid
  return offer.to_user_id === me ? (
    <Offered subject={subject} offer={offer} />
  ) : (
    <Offering subject={subject} offer={offer} />
  )
}

interface OfferProps {
  subject: PeopledSubject
  offer: OwnershipTransfer
}

function Offered({ subject, offer }: OfferProps) {
  const calls = ownershipTransferCalls[subject.kind]
  const accept = useCall(calls.accept)
  const decline = useCall(calls.decline)
  const [asking, setAsking] = useState(false)
  const take = async () => {
    await accept.ask({ id: subject.id })
    toast.success(t`You are now the Owner of ${subject.name}.`)
    setAsking(false)
  }
  const leaveIt = () =>
    toldInToast(decline.ask({ id: subject.id }), t`${subject.name} stays with ${offer.from_name}.`)
  return (
    <Banner
      is="info"
      live
      action={
        <div className="row">
          <Button
            busy={decline.busy}
            busyLabel={t`Declining..`}
            onClick={() => void leaveIt()}
          >{t`Decline`}</Button>
          <Button onClick={() => setAsking(true)}>{t`Become the Owner`}</Button>
        </div>
      }
    >
      {rich`${(<strong>{offer.from_name}</strong>)} offers you this ${words[subject.kind]}, until ${formatDate(offer.expires_at)}. You become its Owner, and ${offer.from_name} an Admin.`}
      {asking && (
        <ConfirmDialog
          title={t`Become the Owner of ${subject.name}?`}
          confirm={t`Become the Owner`}
          busy={t`Taking over..`}
          onConfirm={take}
          onCancel={() => setAsking(false)}
        >
          <p>{t`From then on you are responsible for it. ${offer.from_name} stays as an Admin.`}</p>
        </ConfirmDialog>
      )}
    </Banner>
  )
}

function Offering({ subject, offer }: OfferProps) {
  const { ask, busy } = useCall(ownershipTransferCalls[subject.kind].withdraw)
  const takeBack = () => toldInToast(ask({ id: subject.id }), t`The offer was taken back.`)
  return (
    <Banner
      is="info"
      action={
        <Button
          busy={busy}
          busyLabel={t`Taking back..`}
          onClick={() => void takeBack()}
        >{t`Take the offer back`}</Button>
      }
    >{rich`Offered to ${(<strong>{offer.to_name}</strong>)}, until ${formatDate(offer.expires_at)}. Nothing changes until they accept.`}</Banner>
  )
}
