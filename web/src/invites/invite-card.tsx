import { t } from '@byre/contract/words'
import type { InviteStatus } from '@byre/contract/people/invites'
import { useEffect, useRef } from 'react'
import { formatDate } from '../lib/format.ts'
import { askAgain } from '../lib/query.ts'
import { inWords, Refusal } from '../lib/refusal.ts'
import { toast } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { Status, type StatusKind } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { placeOf, type ReceivedInvite, type ReceivedKind } from './received.ts'
import './invites.css'

interface InviteCardProps {
  kind: ReceivedKind
  invite: ReceivedInvite
  /** The one that a mail led to. */
  isMeant: boolean
  /** What the screen is for. */
  isMain: boolean
  onAnswered: (invite: ReceivedInvite, isAccepted: boolean) => void
}

const badges: Record<Exclude<InviteStatus, 'sent'>, { is: StatusKind; word: string }> = {
  accepted: { is: 'success', word: t`Accepted` },
  declined: { is: 'info', word: t`Declined` },
  revoked: { is: 'warning', word: t`Taken back` },
  expired: { is: 'waiting', word: t`Expired` },
}

export function InviteCard({ kind, invite, isMeant, isMain, onAnswered }: InviteCardProps) {
  const place = placeOf(invite)
  const isOpen = invite.status === 'sent'
  const accept = useAnswering(kind.calls.accept, t`Could not accept invite`)
  const decline = useAnswering(kind.calls.decline, t`Could not decline invite.`)

  const onAccept = () =>
    accept.answer(invite, () => {
      toast.success(t`Invite Accepted`)
      onAnswered(invite, true)
    })
  const onDecline = () =>
    decline.answer(invite, () => {
      toast.success(t`Invite Declined`)
      onAnswered(invite, false)
    })
  return (
    <Card as="li" title={<Meant is={isMeant}>{place.name}</Meant>}>
      <p>
        {t`${invite.inviter_name} invites you, as ${invite.role}.`}
        {invite.status !== 'sent' && (
          <>
            {' '}
            <Status is={badges[invite.status].is}>{badges[invite.status].word}</Status>
          </>
        )}
      </p>
      <p className="soft">
        <span className="one-piece">{t`Invited ${formatDate(invite.created_at)}`}</span>{' '}
        <span className="one-piece">{t`Expires ${formatDate(invite.expired_at)}`}</span>
      </p>
      <div className="row invite-answers">
        <Button
          disabled={!isOpen || accept.busy}
          busy={decline.busy}
          busyLabel={t`Declining..`}
          onClick={() => void onDecline()}
        >{t`Decline`}</Button>
        <Button
          kind={isMain ? 'primary' : 'plain'}
          disabled={!isOpen || decline.busy}
          busy={accept.busy}
          busyLabel={t`Accepting..`}
          onClick={() => void onAccept()}
        >{t`Accept`}</Button>
      </div>
    </Card>
  )
}

/** The name of the one that a mail led to is brought into view and marked. */
function Meant({ is, children }: { is: boolean; children: string }) {
  const name = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (is) name.current?.scrollIntoView({ block: 'center' })
  }, [is])
  return (
    <span ref={name} data-meant={is}>
      {children}
    </span>
  )
}

type Answering = ReceivedKind['calls']['accept'] | ReceivedKind['calls']['decline']

/** An answer, and in its own words that it could not be given: what stands there is then asked for again. */
function useAnswering(endpoint: Answering, couldNot: string) {
  const { ask, busy } = useCall(endpoint)
  const answer = async ({ id }: ReceivedInvite, onAnswered: () => void) => {
    try {
      await ask({ id }).catch(inWords({ not_found: couldNot, 'server.failed': couldNot }))
      onAnswered()
    } catch (error) {
      if (error instanceof Refusal && error.status < 500) askAgain()
      toast.failure(error)
    }
  }
  return { answer, busy }
}
