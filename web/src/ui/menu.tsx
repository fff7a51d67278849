/*
 * Menu      label · face (what the button shows) · children
 * MenuLink  to · icon? · children
 * MenuItem  onChoose · icon? · children
 * MenuLine  a divider
 */
import { Menu as Base } from '@base-ui/react/menu'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

export function Menu({ label, face, children }: { label: string; face: ReactNode; children: ReactNode }) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger className="button menu-button" data-kind="quiet" aria-label={label}>
        {face}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={6} align="end" collisionPadding={8}>
          <Base.Popup className="menu">{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

interface ItemProps {
  icon?: Icon
  children: ReactNode
}

export function MenuLink({ to, icon: Picture, children }: ItemProps & { to: string }) {
  return (
    <Base.LinkItem className="menu-item" closeOnClick render={<Link to={to} />}>
      {Picture && <Picture size={20} aria-hidden />}
      {children}
    </Base.LinkItem>
  )
}

export function MenuItem({ onChoose, icon: Picture, children }: ItemProps & { onChoose: () => void }) {
  return (
    <Base.Item className="menu-item" onClick={onChoose}>
      {Picture && <Picture size={20} aria-hidden />}
      {children}
    </Base.Item>
  )
}

export const MenuLine = () => <Base.Separator className="menu-line" />
