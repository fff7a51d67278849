import { t } from '@byre/contract/words'
import { IconUserPlus } from '@tabler/icons-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { changed } from '../lib/in-address.ts'
import { useWidth } from '../lib/width.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { AddUnregisteredMember } from './add-unregistered-member.tsx'
import { InviteForm } from './invite-form.tsx'
import { words, type PeopledSubject } from './place.ts'
import { extra } from '../ui/fetched/extra.tsx'

const AddColleague = extra(async () => (await import('./add-colleague.tsx')).AddColleague)

/** Beside the people where there is room for both, else behind a button; `?invite=1` brings one there. */
export function InviteHere({ subject }: { subject: PeopledSubject }) {
  const isBeside = useWidth('(width >= 1100px)')
  const isOpen = subject.access === 'ok'
  return (
    <section className="stack invite-here" aria-labelledby="invite-title">
      <h3 id="invite-title" className={isBeside || !isOpen ? undefined : 'unseen'}>{t`Invite`}</h3>
      {!isOpen && <Shut subject={subject} />}
      {isOpen && isBeside && <Beside subject={subject} />}
      <div className="invite-buttons">
        {isOpen && !isBeside && <BehindButton subject={subject} />}
        {isOpen && subject.kind !== 'billing_entity' && (
          <AddUnregisteredMember kind={subject.kind} placeId={subject.id} />
        )}
        {subject.kind === 'billing_entity' && <AddColleague billingEntityId={subject.id} />}
      </div>
    </section>
  )
}

function useWanted() {
  const [search, setSearch] = useSearchParams()
  const want = (isWanted: boolean) =>
    setSearch((now) => changed(now, { invite: isWanted ? '1' : '' }), {
      replace: !isWanted,
      preventScrollReset: true,
    })
  return { isWanted: search.has('invite'), want }
}

function Beside({ subject }: { subject: PeopledSubject }) {
  const { isWanted, want } = useWanted()
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isWanted) return
    form.current?.querySelector('textarea')?.focus()
    want(false)
  })
  return (
    <div ref={form}>
      <InviteForm subject={subject} />
    </div>
  )
}

function BehindButton({ subject }: { subject: PeopledSubject }) {
  const { isWanted, want } = useWanted()
  const close = () => want(false)
  return (
    <div>
      <Button icon={IconUserPlus} onClick={() => want(true)}>{t`Invite`}</Button>
      {isWanted && (
        <Dialog title={t`Invite to ${subject.name}`} onClose={close}>
          <Focused>
            <InviteForm subject={subject} onSent={close} />
          </Focused>
        </Dialog>
      )}
    </div>
  )
}

/** A dialog begins at what it is for. */
function Focused({ children }: { children: ReactNode }) {
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  return <div ref={form}>{children}</div>
}

function Shut({ subject: { kind, access } }: { subject: PeopledSubject }) {
  return (
    <p className="soft">
      {access === 'stopped'
        ? t`Nobody can be invited while this ${words[kind]} is stopped. Invites already sent are shown again once it is open.`
        : t`Nobody can be invited while this ${words[kind]} is read-only.`}
    </p>
  )
}
