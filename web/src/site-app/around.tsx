/*
 * SideWays  me    beside the page, or above it where there is no room beside
 * FootWays  me    at the foot of a phone
 */
import { IconArrowLeft, IconDots, IconLogout } from '@tabler/icons-react'
import type { Me } from '@byre/contract/herd/settings'
import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { watchKeyboard } from '../lib/keyboard.ts'
import { Menu, MenuItem, MenuLine, MenuLink } from '../ui/dialogs/menu.tsx'
import { ways } from './ways.ts'

interface Known {
  /** Whoever is here, once that is known: the ways out are theirs. */
  me: Me | undefined
}

/** The screens there are; out of here at their end. */
export function SideWays({ me }: Known) {
  return (
    <nav aria-label="Main" className="site-side">
      <div className="site-nav">
        {ways.map(({ label, path, icon: Picture }) => (
          <NavLink key={path} to={path} end={path === '/'} className="side-item">
            <Picture size={20} aria-hidden />
            <span className="side-label">{label}</span>
          </NavLink>
        ))}
      </div>
      {me && (
        <div className="site-out">
          <a href={me.portal} className="side-item" title="Back to the portal">
            <IconArrowLeft size={20} aria-hidden />
            <span className="side-label">Back to the portal</span>
          </a>
          <form method="post" action="/sign-out">
            <input type="hidden" name="token" value={me.sign_out_token} />
            <button type="submit" className="side-item" title="Sign out">
              <IconLogout size={20} aria-hidden />
              <span className="side-label">Sign out</span>
            </button>
          </form>
        </div>
      )}
    </nav>
  )
}

/** Beside 'More': five stand next to each other on the narrowest phone. */
const atFoot = 4

/** Within reach of a thumb: where one goes most, and the rest behind one press. */
export function FootWays({ me }: Known) {
  const { pathname } = useLocation()
  const signOut = useRef<HTMLFormElement>(null)
  useEffect(watchKeyboard, [])
  const rest = ways.slice(atFoot)
  const isInRest = rest.some(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
  return (
    <nav aria-label="Main" className="foot-bar at-foot">
      {ways.slice(0, atFoot).map(({ label, path, icon: Picture }) => (
        <NavLink key={path} to={path} end={path === '/'} className="foot-stop">
          <Picture size={22} aria-hidden />
          <span>{label}</span>
        </NavLink>
      ))}
      <div className="foot-more" data-chosen={isInRest}>
        <Menu
          face={
            <span className="foot-stop">
              <IconDots size={22} aria-hidden />
              <span>More</span>
            </span>
          }
        >
          {rest.map(({ label, path, icon }) => (
            <MenuLink key={path} to={path} icon={icon}>
              {label}
            </MenuLink>
          ))}
          {rest.length > 0 && <MenuLine />}
          {me && (
            <>
              <MenuLink to={me.portal} icon={IconArrowLeft}>
                Back to the portal
              </MenuLink>
              <MenuItem icon={IconLogout} onChoose={() => signOut.current?.requestSubmit()}>
                Sign out
              </MenuItem>
            </>
          )}
        </Menu>
        {me && (
          <form ref={signOut} method="post" action="/sign-out" hidden>
            <input type="hidden" name="token" value={me.sign_out_token} />
          </form>
        )}
      </div>
    </nav>
  )
}
