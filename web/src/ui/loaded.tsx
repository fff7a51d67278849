/*
 * Loaded      ask (from useAsk) · skeleton · failed? ('An error occurred while loading sites.') · onRetry? (asks again) · children (what came) => …
 *             waiting, failure, not found and stale, in one place; what failed is said where it would stand, and nowhere else
 */
import { t } from '@byre/contract/words'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo, useState, type ReactNode } from 'react'
import { askFailedAgain } from '../lib/query.ts'
import { failedAs, isNotFound } from '../lib/refusal.ts'
import { useHeld } from './skeleton.tsx'
import { ErrorState } from './states.tsx'

interface LoadedProps<T> {
  ask: UseQueryResult<T>
  skeleton: ReactNode
  failed?: string
  onRetry?: () => void
  children: (came: T) => ReactNode
}

/** What nobody answers is asked again by itself (`lib/query.ts`). */
const tryingAgain = t`We could not reach the server, trying again.`

/** Why nothing has come, and how to forget it when somebody tries again. It stands while it is asked again by itself. */
export function useFailure<T>(ask: UseQueryResult<T>, failed: string | undefined) {
  const { error, data, isError, isSuccess } = ask
  const failure = useMemo(() => {
    if (!isError || data !== undefined || isNotFound(error)) return null
    return failed ? failedAs(failed, error, tryingAgain) : error
  }, [isError, data, error, failed])
  const [held, setHeld] = useState<unknown>(null)
  // That it is asked anew is known a moment later: until then the same failure is no news.
  const [forgotten, setForgotten] = useState<unknown>(null)
  const fresh = failure === forgotten ? null : failure
  if (fresh !== null && held !== fresh) setHeld(fresh)
  // Another question has not failed yet.
  const isOver = isSuccess || ask.errorUpdateCount === 0
  if (isOver && held !== null) setHeld(null)
  const forget = () => {
    setForgotten(failure)
    setHeld(null)
  }
  return { failure: fresh ?? held, forget }
}

/** A 404 is thrown to the route's error boundary, which shows `NotFound` for the whole page. */
export function Loaded<T>({ ask, skeleton, failed, onRetry, children }: LoadedProps<T>) {
  const waiting = useHeld(ask.isPending)
  const { failure, forget } = useFailure(ask, failed)
  if (isNotFound(ask.error)) throw ask.error
  if (failure !== null && ask.data === undefined) {
    const retry = () => {
      forget()
      if (onRetry) onRetry()
      else askFailedAgain()
    }
    return <ErrorState error={failure} onRetry={retry} />
  }
  if (waiting || ask.data === undefined) {
    return (
      <div aria-busy="true">
        <span className="unseen" role="status">{t`Loading`}</span>
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
