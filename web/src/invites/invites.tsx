import { formatList } from '../lib/format.ts'
import { t } from '@byre/contract/words'
import { rich } from '../ui/rich.tsx'
import { id } from '@byre/contract/fields'
import type { User } from '@byre/contract/people/users'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { addressIn } from '../auth/invited.ts'
import { changed } from '../lib/in-address.ts'
import { useMe } from '../lib/me.ts'
import { paths } from '../paths.ts'
import { managedBy } from '../products.ts'
import { Banner } from '../ui/banner.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { CheckBox } from '../ui/forms/check-box.tsx'
import { useKeptFocus } from '../ui/kept-focus.ts'
import { Page } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { InviteList, perPage } from './invite-list.tsx'
import { placeOf, receivedKinds, type ReceivedInvite, type ReceivedKind } from './received.ts'
import { useReceived } from './use-pending.ts'
import { WrongAccount } from './wrong-account.tsx'
import './invites.css'

/** `/invites`, and from a mail `/invites?invite={id}#to={address}` */
export function Component() {
  const me = useMe()
  return (
    <Page title={t`Invites`} crumbs={[{ label: t`Dashboard`, to: paths.home() }]}>
      <Loaded
        ask={me}
        skeleton={<Skeleton height="20rem" />}
        failed={t`An error occurred while loading user profile.`}
      >
        {(me) => <Received me={me} />}
      </Loaded>
    </Page>
  )
}

function Received({ me }: { me: User }) {
  const navigate = useNavigate()
  const { search, hash } = useLocation()
  const inAddress = new URLSearchParams(search)
  const link = inAddress.get('invite')
  const meant = id.safeParse(link).data ?? null
  const whole = useKeptFocus<HTMLDivElement>()
  const tab = inAddress.get('tab')
  const showsAll = inAddress.get('answered') === '1'
  const [joined, setJoined] = useState<{ kind: ReceivedKind; place: { id: string; name: string } } | null>(
    null,
  )

  const status = showsAll ? 'all' : 'sent'
  const open = useReceived({ status: 'sent', page: 1, per_page: perPage })
  const all = useReceived(showsAll ? { status, page: 1, per_page: perPage } : null)
  const shown = showsAll ? all : open
  const sought = useReceived(meant === null ? null : { id: meant, status: 'all', per_page: 1 })
  const isLost = link !== null && (meant === null || sought.every(({ data }) => data?.total === 0))

  const offered = receivedKinds
    .map((kind, index) => ({
      kind,
      total: open[index]?.data?.total ?? 0,
      list: shown[index]?.data,
      linkedInvite: (meant !== null && sought[index]?.data?.invites[0]) || null,
    }))
    .filter(({ kind: { tab }, list, linkedInvite }) =>
      tab === 'billing' ? list?.total || linkedInvite : me.capabilities[tab],
    )
  const first =
    offered.find(({ linkedInvite }) => linkedInvite) ?? offered.find(({ total }) => total > 0) ?? offered[0]

  const onAnswered = (kind: ReceivedKind, invite: ReceivedInvite, isAccepted: boolean) => {
    if (isAccepted) setJoined({ kind, place: placeOf(invite) })
    // What the mail led to is done.
    const next = changed(inAddress, { invite: '', tab: kind.tab })
    void navigate({ search: next.toString() }, { replace: true, preventScrollReset: true })
  }
  /** What is chosen stands in the address, and whom the mail was to stays there. */
  const choose = (values: Record<string, string>) =>
    void navigate(
      { search: changed(inAddress, { ...values, page: '' }).toString(), hash },
      { preventScrollReset: true },
    )
  const late = shown.find(({ isError, data }) => isError && data === undefined)
  const waiting = shown.find(({ data }) => data === undefined)
  return (
    <div ref={whole} tabIndex={-1} role="group" aria-label={t`Invites`} className="stack invites">
      <p>{rich`Invitations appear here. To be invited, give your own e-mail address, ${(<strong>{me.email}</strong>)}, to an administrator of the ${placesOf(me)}.`}</p>
      {joined && (
        <Banner
          is="success"
          live
          action={
            <ButtonLink
              to={joined.kind.open(joined.place.id)}
              kind="primary"
            >{t`Open ${joined.place.name}`}</ButtonLink>
          }
          onDismiss={() => setJoined(null)}
        >{rich`You now belong to ${(<strong>{joined.place.name}</strong>)}.`}</Banner>
      )}
      <CheckBox
        isOn={showsAll}
        onTurn={(isOn) => choose({ answered: isOn ? '1' : '' })}
      >{t`Show answered invites`}</CheckBox>
      <Loaded
        ask={late ?? waiting ?? shown[0]!}
        skeleton={<Skeleton height="14rem" />}
        failed={t`An error occurred while loading invites.`}
      >
        {() => (
          <div className="stack">
            {isLost && <NotHere me={me} sentTo={addressIn(hash)} />}
            <Tabs
              label={t`Invites`}
              chosen={offered.find(({ kind }) => kind.tab === tab)?.kind.tab ?? first?.kind.tab}
              onChoose={(chosen) => choose({ tab: chosen })}
              tabs={offered.map(({ kind, total, list, linkedInvite }) => ({
                id: kind.tab,
                label: `${kind.label} (${total})`,
                panel: list && (
                  <InviteList
                    kind={kind}
                    status={status}
                    first={list}
                    linkedInvite={linkedInvite}
                    isBeside={joined !== null}
                    onAnswered={(invite, isAccepted) => onAnswered(kind, invite, isAccepted)}
                  />
                ),
              }))}
            />
          </div>
        )}
      </Loaded>
    </div>
  )
}

const placesOf = (me: User) =>
  formatList(
    managedBy(me).map(({ one }) => (one === 'site' ? t`site` : t`clinic`)),
    'disjunction',
  )

/** Nobody but whom it was sent to sees an invitation: either this is somebody else, or it is gone. */
function NotHere({ me, sentTo }: { me: User; sentTo: string }) {
  if (sentTo !== '' && sentTo !== me.email.toLowerCase()) return <WrongAccount me={me} sentTo={sentTo} />
  return (
    <Banner
      is="info"
      live
    >{t`This invitation is not here any more. Please ask whoever invited you to send it again.`}</Banner>
  )
}
