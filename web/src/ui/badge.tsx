/*
 * Status  is 'success' | 'warning' | 'danger' | 'info' | 'waiting' · children (the word)   a word and an icon, never colour alone
 */
import { IconClock, type Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { noticeIcons, type NoticeKind } from './notice-icons.ts'

export type StatusKind = NoticeKind | 'waiting'

const statusIcons: Record<StatusKind, Icon> = { ...noticeIcons, waiting: IconClock }

export function Status({ is, children }: { is: StatusKind; children: ReactNode }) {
  const Picture = statusIcons[is]
  return (
    <span className="status" data-is={is}>
      <Picture size={16} aria-hidden />
      {children}
    </span>
  )
}
