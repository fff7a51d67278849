import { t } from '@byre/contract/words'
import { rich } from '../ui/rich.tsx'
import { IconBell, IconRefresh } from '@tabler/icons-react'
import { useId, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { listBillingEntities } from '@byre/contract/billing/billing-entities'
import { formatMoment } from '../lib/format.ts'
import { markRead, useNews, type NewsItem } from '../lib/live/news.ts'
import { useAsk } from '../lib/query.ts'
import { useSession } from '../lib/session.ts'
import { paths } from '../paths.ts'
import { clinicKind, menuPage, placesIn, siteKind, subjectKinds, type Kind } from '../products.ts'
import { noticeIcons } from '../ui/notice-icons.ts'

const pictures = { ...noticeIcons, error: noticeIcons.danger }

/** What was said and what changed lately, and how much of it nobody has looked at. */
export function Bell() {
  const { items, unread } = useNews()
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="button icon-button bell"
        data-kind="quiet"
        title={t`Updates`}
        aria-label={unread > 0 ? t`Updates, ${unread} new` : t`Updates`}
        aria-controls={id}
        popoverTarget={id}
      >
        <IconBell size={20} aria-hidden />
        {unread > 0 && (
          <span className="count" aria-hidden>
            {unread}
          </span>
        )}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        className="menu news"
        role="region"
        aria-label={t`Updates`}
        onBeforeToggle={({ newState }) => setOpen(newState === 'open')}
        onToggle={({ newState }) => newState === 'open' && markRead()}
      >
        <h2>{t`Updates`}</h2>
        {isOpen && items.length === 0 && (
          <p className="soft">{t`Nothing yet. Messages, and what others change, appear here.`}</p>
        )}
        {/* Drawn while it is open alone: the words of a toast stand on the page once. */}
        {isOpen && items.length > 0 && (
          <ul>
            {items.map((item) => (
              <Item key={item.key} item={item} onGo={() => panel.current?.hidePopover()} />
            ))}
          </ul>
        )}
      </div>
    </>
  )
}

function Item({ item, onGo }: { item: NewsItem; onGo: () => void }) {
  const Picture = item.said ? pictures[item.said.kind] : IconRefresh
  return (
    <li data-kind={item.said?.kind}>
      <Picture size={20} aria-hidden />
      <div>
        {item.said ? (
          <p>
            {item.said.text}
            {item.said.why && <span className="soft"> {item.said.why}</span>}
            {item.said.requestId && <small> {t`Request ${item.said.requestId}`}</small>}
          </p>
        ) : (
          <Changed about={item.changed} onGo={onGo} />
        )}
        <small>{formatMoment(new Date(item.at).toISOString())}</small>
      </div>
    </li>
  )
}

interface ChangedProps {
  about: NonNullable<NewsItem['changed']>
  onGo: () => void
}

/** Events say what changed and never how: the link shows it as it is now. */
function Changed({ about: { kind, id }, onGo }: ChangedProps) {
  const me = useSession()?.uuid ?? ''
  const sites = usePlaces(siteKind, kind === 'site')
  const clinics = usePlaces(clinicKind, kind === 'clinic')
  const billingEntities = useAsk(listBillingEntities, kind === 'billing_entity' ? menuPage : null).data
  const nameIn = (list: readonly { id: string; name: string }[] | undefined, otherwise: string) =>
    list?.find((one) => one.id === id)?.name ?? otherwise
  const link = (to: string, words: ReactNode) => (
    <p>{rich`${(
      <Link to={to} onClick={onGo}>
        {words}
      </Link>
    )} changed`}</p>
  )
  if (kind === 'invite') return link(paths.invites(), t`Your invites`)
  if (kind === 'account') return link(paths.updateProfile(me), t`Your account`)
  if (kind === 'billing_entity')
    return link(paths.billingEntity(id), nameIn(billingEntities?.billing_entities, t`Billing information`))
  return kind === 'clinic'
    ? link(paths.clinic(id), nameIn(clinics, t`A clinic`))
    : link(paths.site(id), nameIn(sites, t`A site`))
}

function usePlaces(kind: Kind, isAsked: boolean) {
  const reply = useAsk(kind.calls.list, isAsked && subjectKinds.includes(kind) ? menuPage : null).data
  return reply && placesIn(reply)
}
