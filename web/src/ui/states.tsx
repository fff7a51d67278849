/*
 * EmptyState  title ('No Sites') · children? (one line: what will appear here) · action? (one button)
 * ErrorState  error (whatever was thrown) · onRetry                          what failed, Try again, the request id
 * NotFound    home (where 'Take me home' leads)                              'That page cannot be found'
 * Loaded      ask (from useAsk) · skeleton · failed? ('An error occurred while loading sites.') · onRetry? (asks again) · children (what came) => …
 *             waiting, failure, not found and stale, in one place
 */
import type { UseQueryResult } from '@tanstack/react-query'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { isNotFound, requestIdOf, reworded, sentenceOf } from '../lib/refusal.ts'
import { Button, ButtonLink } from './button.tsx'
import { PageTitle } from './page.tsx'
import { useHeld } from './skeleton.tsx'

export function EmptyState({
  title,
  children,
  action,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="state">
      <h2>{title}</h2>
      {children && <p className="soft">{children}</p>}
      {action}
    </div>
  )
}

export function ErrorState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const requestId = requestIdOf(error)
  return (
    <div className="state" role="alert">
      <IconAlertTriangle size={28} aria-hidden />
      <p>{sentenceOf(error)}</p>
      <Button onClick={onRetry}>Try again</Button>
      {requestId && <small>Request {requestId}</small>}
    </div>
  )
}

export function NotFound({ home }: { home: string }) {
  return (
    <div className="state">
      <PageTitle>That page cannot be found</PageTitle>
      <p className="soft">It may have moved, or it belongs to somebody else.</p>
      <ButtonLink to={home} kind="primary">
        Take me home
      </ButtonLink>
    </div>
  )
}

interface LoadedProps<T> {
  ask: UseQueryResult<T>
  skeleton: ReactNode
  failed?: string
  onRetry?: () => void
  children: (came: T) => ReactNode
}

/** A 404 is thrown to the route's error boundary, which shows `NotFound` for the whole page. */
export function Loaded<T>({ ask, skeleton, failed, onRetry, children }: LoadedProps<T>) {
  const waiting = useHeld(ask.isPending)
  if (isNotFound(ask.error)) throw ask.error
  if (ask.isError && ask.data === undefined) {
    const error = failed ? reworded(ask.error, { 'server.failed': failed }) : ask.error
    return <ErrorState error={error} onRetry={onRetry ?? (() => void ask.refetch())} />
  }
  if (waiting || ask.data === undefined) {
    return (
      <div aria-busy="true">
        <span className="unseen" role="status">
          Loading
        </span>
        {skeleton}
      </div>
    )
  }
  return (
    <>
      {ask.isFetching && ask.isStale && <div className="stale-line" aria-hidden />}
      {children(ask.data)}
    </>
  )
}
