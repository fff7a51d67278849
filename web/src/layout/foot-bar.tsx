import { plural, t } from '@byre/contract/words'
import {
  IconAlertTriangle,
  IconLayoutDashboard,
  IconMail,
  IconMapPin,
  IconUser,
  type Icon,
} from '@tabler/icons-react'
import { useEffect, type ReactNode } from 'react'
import { NavLink, useMatch } from 'react-router'
import { isProfileIncomplete } from '@byre/contract/people/users'
import { PendingBadge } from '../invites/pending-badge.tsx'
import { watchKeyboard } from '../lib/keyboard.ts'
import { useMe } from '../lib/me.ts'
import { useAsk } from '../lib/query.ts'
import { useSession } from '../lib/session.ts'
import { paths } from '../paths.ts'
import { clinicKind, menuPage, placesIn, siteKind, subjectKinds, type Kind } from '../products.ts'

/** On a phone, within reach of a thumb: where one goes most, and what waits there. */
export function FootBar() {
  const person = useSession()?.uuid ?? ''
  const me = useMe().data
  const unwell = useUnwell()
  const inPlace = [useMatch('/site/*'), useMatch('/clinic/*')].some(Boolean)
  useEffect(watchKeyboard, [])
  return (
    <nav aria-label={t`Shortcuts`} className="foot-bar at-foot">
      <Stop to={paths.home()} icon={IconLayoutDashboard} name={t`Home`} />
      <Stop
        to={paths.places()}
        icon={IconMapPin}
        name={t`Places`}
        mark={
          unwell > 0 && (
            <Mark says={t`${plural(unwell, { one: '# needs attention', other: '# need attention' })}`} />
          )
        }
        isAlso={inPlace}
      />
      <Stop to={paths.invites()} icon={IconMail} name={t`Invites`} mark={<PendingBadge />} />
      <Stop
        to={paths.updateProfile(person)}
        icon={IconUser}
        name={t`You`}
        mark={me && isProfileIncomplete(me) && <Mark says={t`Your account is incomplete`} />}
      />
    </nav>
  )
}

interface StopProps {
  to: string
  icon: Icon
  name: string
  mark?: ReactNode
  /** Chosen on other screens, too. */
  isAlso?: boolean
}

const Stop = ({ to, icon: Picture, name, mark, isAlso = false }: StopProps) => (
  <NavLink to={to} end className={isAlso ? 'foot-stop active' : 'foot-stop'}>
    <Picture size={22} aria-hidden />
    <span>{name}</span>
    <span className="foot-mark">{mark}</span>
  </NavLink>
)

const Mark = ({ says }: { says: string }) => <IconAlertTriangle size={18} role="img" aria-label={says} />

/** How many places are not well, of those that the menu has asked for. */
function useUnwell(): number {
  const pageOf = (kind: Kind) => (subjectKinds.includes(kind) ? menuPage : null)
  const lists = [
    useAsk(siteKind.calls.list, pageOf(siteKind)).data,
    useAsk(clinicKind.calls.list, pageOf(clinicKind)).data,
  ]
  return lists
    .flatMap((list) => (list ? placesIn(list) : []))
    .filter(({ access_state: access, state }) => access !== 'ok' || state === 'past_due').length
}
