/*
 * EmptyState  title ('No Sites') · drawing? · children? (one line: what will appear here) · action? (one button)
 * ErrorState  error (whatever was thrown) · onRetry                          what failed, Try again, the request id
 * NotFound    home (where 'Take me home' leads)                              'That page cannot be found'
 */
import { t } from '@byre/contract/words'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Button, ButtonLink } from './button.tsx'
import { Drawing } from './drawings/drawing.tsx'
import type { DrawingName } from './drawings/drawings.ts'
import { FailureWords } from './failure-words.tsx'
import { PageTitle } from './page.tsx'

export function EmptyState({
  title,
  drawing,
  children,
  action,
}: {
  title: string
  drawing?: DrawingName
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="state">
      {drawing && <Drawing of={drawing} />}
      <h2>{title}</h2>
      {children && <p className="soft">{children}</p>}
      {action}
    </div>
  )
}

export function ErrorState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="state" role="alert">
      <IconAlertTriangle size={28} aria-hidden />
      <FailureWords of={error} />
      <Button onClick={onRetry}>{t`Try again`}</Button>
    </div>
  )
}

export function NotFound({ home }: { home: string }) {
  return (
    <div className="state">
      <Drawing of="chute" />
      <PageTitle>{t`That page cannot be found`}</PageTitle>
      <p className="soft">{t`It may have moved, or it belongs to somebody else.`}</p>
      <ButtonLink to={home} kind="primary">{t`Take me home`}</ButtonLink>
    </div>
  )
}
