/*
 * Banner  is 'info' | 'warning' | 'danger' | 'success' · action? · onDismiss? · live? (announce it when it appears) · children
 */
import { t } from '@byre/contract/words'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { noticeIcons, type NoticeKind } from './notice-icons.ts'

interface BannerProps {
  is: NoticeKind
  action?: ReactNode
  onDismiss?: () => void
  live?: boolean
  children: ReactNode
}

export function Banner({ is, action, onDismiss, live = false, children }: BannerProps) {
  const Picture = noticeIcons[is]
  return (
    <div className="banner" data-is={is} role={live ? (is === 'danger' ? 'alert' : 'status') : undefined}>
      <div className="banner-words">
        <Picture size={20} aria-hidden />
        <div>{children}</div>
      </div>
      {action}
      {onDismiss && <IconButton label={t`Dismiss`} icon={IconX} onClick={onDismiss} />}
    </div>
  )
}
