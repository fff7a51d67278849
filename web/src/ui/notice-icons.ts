import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconInfoCircle,
  type Icon,
} from '@tabler/icons-react'

export type NoticeKind = 'success' | 'warning' | 'danger' | 'info'

/** What stands before a sentence of each kind, so that its colour never says it alone. */
export const noticeIcons: Record<NoticeKind, Icon> = {
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  danger: IconCircleX,
  info: IconInfoCircle,
}
