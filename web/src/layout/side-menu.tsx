import { t } from '@byre/contract/words'
import { IconCreditCard, IconLayoutDashboard, IconMail } from '@tabler/icons-react'
import { NavLink } from 'react-router'
import { useMe } from '../lib/me.ts'
import { paths } from '../paths.ts'
import { managedBy, subjectKinds } from '../products.ts'
import { extra } from '../ui/fetched/extra.tsx'
import { usePatience } from '../ui/patience.ts'
import { PlaceMenu } from './place-menu.tsx'

/** Asked for after the first paint; its place is at the end of its line, so that nothing moves. */
const PendingBadge = extra(async () => (await import('../invites/pending-badge.tsx')).PendingBadge)

/**
 * Dashboard, Invites and Billing Info, then each product with its places, however many. The entry of the present path is marked.
 * `unfold` when it is folded to its icons: a product's icon then opens the menu at its places.
 */
export function SideMenu({ unfold }: { unfold?: () => void }) {
  const me = useMe()
  const may = me.data?.capabilities
  const settled = usePatience(!me.isPending)
  return (
    <nav aria-label={t`Main`} className="side-menu" data-settled={settled}>
      <ul>
        <li>
          <NavLink to={paths.home()} end className="side-item" title={t`Dashboard`}>
            <IconLayoutDashboard size={20} aria-hidden />
            <span className="side-label">{t`Dashboard`}</span>
          </NavLink>
        </li>
        <li>
          <NavLink to={paths.invites()} className="side-item" title={t`Invites`}>
            <IconMail size={20} aria-hidden />
            <span className="side-label">{t`Invites`}</span>
            <PendingBadge />
          </NavLink>
        </li>
        <li>
          <NavLink to={paths.billingEntities()} className="side-item" title={t`Billing Info`}>
            <IconCreditCard size={20} aria-hidden />
            <span className="side-label">{t`Billing Info`}</span>
          </NavLink>
        </li>
        {(me.data ? managedBy(me.data) : subjectKinds).map((kind) => (
          <PlaceMenu
            key={kind.product}
            kind={kind}
            mayCreate={me.isPending ? null : (may?.[kind.product] ?? false)}
            unfold={unfold}
          />
        ))}
      </ul>
    </nav>
  )
}
