/*
 * Menu      label? (where the face does not say it) · face (what the button shows) · children (MenuLink, MenuItem, MenuLine)
 * MenuLink  to · icon? · children
 * MenuItem  onChoose · icon? · danger? (takes away: last, below a MenuLine) · any other <button> attribute · children
 * MenuLine  a divider
 *
 * The browser's own popover: Escape and a press elsewhere close it and give the focus back, Tab goes from the button into it.
 */
import type { Icon } from '@tabler/icons-react'
import {
  createContext,
  useCallback,
  useContext,
  useId,
  useRef,
  type ComponentProps,
  type ReactNode,
} from 'react'
import { Link } from 'react-router'

const CloseMenu = createContext<() => void>(() => undefined)

export function Menu({ label, face, children }: { label?: string; face: ReactNode; children: ReactNode }) {
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const close = useCallback(() => list.current?.hidePopover(), [])
  return (
    <>
      <button
        type="button"
        className="button menu-button"
        data-kind="quiet"
        aria-label={label}
        aria-controls={id}
        popoverTarget={id}
      >
        {face}
      </button>
      <ul ref={list} id={id} popover="auto" className="menu">
        <CloseMenu value={close}>{children}</CloseMenu>
      </ul>
    </>
  )
}

interface ItemProps {
  icon?: Icon
  children: ReactNode
}

export function MenuLink({ to, icon: Picture, children }: ItemProps & { to: string }) {
  return (
    <li>
      <Link to={to} className="menu-item" onClick={useContext(CloseMenu)}>
        {Picture && <Picture size={20} aria-hidden />}
        {children}
      </Link>
    </li>
  )
}

type MenuItemProps = ItemProps &
  Omit<ComponentProps<'button'>, 'onClick'> & { onChoose: () => void; danger?: boolean }

export function MenuItem({ onChoose, icon: Picture, danger, children, ...rest }: MenuItemProps) {
  const close = useContext(CloseMenu)
  const choose = () => {
    close()
    onChoose()
  }
  return (
    <li>
      <button type="button" {...rest} className="menu-item" data-danger={danger} onClick={choose}>
        {Picture && <Picture size={20} aria-hidden />}
        {children}
      </button>
    </li>
  )
}

export const MenuLine = () => <li className="menu-line" aria-hidden />
