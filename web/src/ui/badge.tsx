/*
 * Status  is 'success' | 'warning' | 'danger' | 'info' | 'waiting' · children (the word)   a word and an icon, never colour alone
 * Count   of (number) · label ("3 pending invites")                                        a small figure beside a menu item
 */
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconInfoCircle,
  type Icon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'

export type StatusKind = 'success' | 'warning' | 'danger' | 'info' | 'waiting'

export const statusIcons: Record<StatusKind, Icon> = {
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  danger: IconCircleX,
  info: IconInfoCircle,
  waiting: IconClock,
}

export function Status({ is, children }: { is: StatusKind; children: ReactNode }) {
  const Picture = statusIcons[is]
  return (
    <span className="status" data-is={is}>
      <Picture size={16} aria-hidden />
      {children}
    </span>
  )
}

export function Count({ of, label }: { of: number; label: string }) {
  return (
    <span className="count" role="img" aria-label={label}>
      {of > 99 ? '99+' : of}
    </span>
  )
}
