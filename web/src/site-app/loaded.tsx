/*
 * Loaded  ask (from useAppAsk) · skeleton · failed ('The pens could not be loaded.') · with? (what is asked again with it) · children (what came) => …
 *         waiting, slow, failed, not found and old, each said once and where it stands: no toast covers what can still be used
 */
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { isNotFound, Refusal } from '../lib/refusal.ts'
import { useFailure } from '../ui/loaded.tsx'
import { useHeld } from '../ui/skeleton.tsx'
import { ErrorState } from '../ui/states.tsx'

interface LoadedProps<T> {
  ask: UseQueryResult<T>
  skeleton: ReactNode
  failed: string
  /** What was left out because this failed. */
  with?: UseQueryResult<unknown>
  children: (came: T) => ReactNode
}

/** A 404 is thrown to the boundary around the screen, which shows that nothing is there. */
export function Loaded<T>({ ask, skeleton, failed, with: other, children }: LoadedProps<T>) {
  const isWaiting = useHeld(ask.isPending)
  const { failure, forget } = useFailure(ask, failed)
  if (isNotFound(ask.error)) throw ask.error
  if (failure !== null && ask.data === undefined) {
    const again = () => {
      forget()
      void ask.refetch()
      if (other && hasFailed(other)) void other.refetch()
    }
    return <ErrorState error={failure} onRetry={again} />
  }
  if (isWaiting || ask.data === undefined) return <Coming>{skeleton}</Coming>
  return (
    <>
      {ask.isFetching && ask.isStale && <div className="stale-line" aria-hidden />}
      {/* That nobody answers is said of the whole page already. */}
      {ask.error instanceof Refusal && (
        <div role="status" className="offline-bar" data-shown="true">
          This could not be brought up to date. What you see may be old.
        </div>
      )}
      {children(ask.data)}
    </>
  )
}

const slowMs = 5000

/** A skeleton, with words once it takes long. */
export function Coming({ children }: { children: ReactNode }) {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div aria-busy="true" className="coming">
      <span className={isSlow ? 'coming-words' : 'unseen'} role="status">
        {isSlow ? 'Still loading. The connection is slow.' : 'Loading'}
      </span>
      {children}
    </div>
  )
}

/** Whether nothing of it can be shown, also while it is asked again: what goes with it is left out, and its failing said once. */
export const hasFailed = ({ errorUpdateCount, data }: UseQueryResult<unknown>): boolean =>
  data === undefined && errorUpdateCount > 0
