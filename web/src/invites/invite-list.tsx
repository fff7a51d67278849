import { t } from '@byre/contract/words'
import type { ReplyOf } from '@byre/contract/endpoint'
import { limits } from '@byre/contract/limits'
import { useNavigate, useSearchParams, useLocation } from 'react-router'
import { changed, pageIn } from '../lib/in-address.ts'
import { Button } from '../ui/button.tsx'
import { useKeptFocus } from '../ui/kept-focus.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { EmptyState } from '../ui/states.tsx'
import { InviteCard } from './invite-card.tsx'
import type { ReceivedInvite, ReceivedKind } from './received.ts'
import { useReceivedPage } from './use-pending.ts'
import './invites.css'

/** Full rows in one, two, three and four columns. */
export const perPage = 24

interface InviteListProps {
  kind: ReceivedKind
  status: 'sent' | 'all'
  /** What its first page says. */
  first: ReplyOf<ReceivedKind['calls']['list']>
  /** The one that a mail led to, when it is of this kind: on top, unless it is in sight anyway. */
  linkedInvite: ReceivedInvite | null
  /** What comes after an answer is offered above. */
  isBeside: boolean
  onAnswered: (invite: ReceivedInvite, isAccepted: boolean) => void
}

/** The invitations of one kind, a page more each time somebody asks for it. */
export function InviteList(props: InviteListProps) {
  const { kind, status, first, linkedInvite, isBeside, onAnswered } = props
  const pages = Math.ceil(Math.min(first.total, limits.listDepth) / perPage)
  const [search] = useSearchParams()
  const { hash } = useLocation()
  const navigate = useNavigate()
  const shown = pageIn(search, 'page', pages)
  const showMore = () => {
    const more = changed(search, { page: String(shown + 1) })
    void navigate({ search: more.toString(), hash }, { replace: true, preventScrollReset: true })
  }
  const onTop = linkedInvite && !first.invites.some(({ id }) => id === linkedInvite.id) ? linkedInvite : null
  const isOnly = first.total + (onTop ? 1 : 0) === 1
  const mainId = isBeside ? null : (linkedInvite ?? (isOnly ? first.invites[0] : null))?.id
  if (first.total === 0 && onTop === null) return <EmptyState title={t`No Invites`} drawing="gate" />
  return (
    <div className="stack">
      {onTop && <Cards invites={[onTop]} {...{ kind, linkedInvite, mainId, onAnswered }} />}
      {Array.from({ length: shown }, (_, index) => (
        <InvitePage
          key={index}
          page={index + 1}
          {...{ kind, status, linkedInvite, mainId, onTop, onAnswered }}
        />
      ))}
      {shown < pages && (
        <div className="row">
          <Button onClick={showMore}>{t`Show more`}</Button>
          <span
            role="status"
            className="soft figures"
          >{t`${shown * perPage} of ${first.total_capped ? t`more than 10,000` : first.total}`}</span>
        </div>
      )}
    </div>
  )
}

/** The one of `mainId` is what the screen is for. */
type Shown = Pick<InviteListProps, 'kind' | 'linkedInvite' | 'onAnswered'> & {
  mainId: string | null | undefined
}

interface InvitePageProps extends Shown {
  page: number
  status: 'sent' | 'all'
  onTop: ReceivedInvite | null
}

function InvitePage({ page, status, onTop, ...shown }: InvitePageProps) {
  const invites = useReceivedPage(shown.kind, { status, page, per_page: perPage })
  return (
    <Loaded
      ask={invites}
      skeleton={<Skeleton height="14rem" />}
      failed={t`An error occurred while loading invites.`}
    >
      {({ invites }) => (
        <Cards invites={(invites as ReceivedInvite[]).filter(({ id }) => id !== onTop?.id)} {...shown} />
      )}
    </Loaded>
  )
}

function Cards({
  invites,
  kind,
  linkedInvite,
  mainId,
  onAnswered,
}: Shown & { invites: readonly ReceivedInvite[] }) {
  const list = useKeptFocus<HTMLUListElement>()
  return (
    <ul ref={list} tabIndex={-1} className="grid">
      {invites.map((invite) => (
        <InviteCard
          key={invite.id}
          kind={kind}
          invite={invite}
          isMeant={invite.id === linkedInvite?.id}
          isMain={invite.id === mainId}
          onAnswered={onAnswered}
        />
      ))}
    </ul>
  )
}
