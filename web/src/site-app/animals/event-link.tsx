import type { TimelineEvent } from '@byre/contract/herd/animals'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

export const eventAnchor = (id: string) => `event-${id}`
/** The event that the end of an address names. */
export const eventIn = (hash: string): string | null => /^#event-(.+)$/.exec(hash)?.[1] ?? null

interface EventLinkProps {
  /** Those on this page of the timeline. */
  events: readonly TimelineEvent[]
  id: string
  className?: string
  children: ReactNode
  /** What stands there where the event is on another page. */
  otherwise?: ReactNode
}

/** Leads down to an event of this page. */
export function EventLink({ events, id, className, children, otherwise = null }: EventLinkProps) {
  const { search } = useLocation()
  if (!events.some((event) => event.id === id)) return otherwise
  return (
    <Link className={className} to={{ search, hash: `#${eventAnchor(id)}` }}>
      {children}
    </Link>
  )
}
