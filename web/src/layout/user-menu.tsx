import { t } from '@byre/contract/words'
import { IconCreditCard, IconLogout, IconUser } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { useMe } from '../lib/me.ts'
import { useSession } from '../lib/session.ts'
import { paths } from '../paths.ts'
import { Menu, MenuItem, MenuLine, MenuLink } from '../ui/dialogs/menu.tsx'

/** First name, else e-mail, else an ellipsis, with the initial; opens what belongs to the person. */
export function UserMenu() {
  const me = useMe().data
  const session = useSession()
  const navigate = useNavigate()
  const name = me?.first_name || me?.email || '…'
  return (
    // A new element for a new name: one that grew in place would count as moved.
    <Menu
      key={name}
      face={
        <>
          <span className="unseen">{t`Your account:`} </span>
          <span className="user-name" data-waiting={name === '…'}>
            {name}
          </span>
          <span className="avatar" aria-hidden>
            {name === '…' ? '' : [...name][0]?.toUpperCase()}
          </span>
        </>
      }
    >
      {session && <MenuLink to={paths.updateProfile(session.uuid)} icon={IconUser}>{t`Account`}</MenuLink>}
      <MenuLink to={paths.billingEntities()} icon={IconCreditCard}>{t`Billing Info`}</MenuLink>
      <MenuLine />
      <MenuItem
        icon={IconLogout}
        onChoose={() => void navigate(paths.logOut(), { state: { isRequested: true } })}
      >{t`Logout`}</MenuItem>
    </Menu>
  )
}
