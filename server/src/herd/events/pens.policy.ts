import { timeOf, type HerdEvent, type Stored } from '@byre/rules/fold-events'

/* Events that are of a pen, not of animals: feed that is begun and stopped there, and what takes these back. */

type Find<T> = (id: string) => T | undefined

/** The pen that an event is of. */
export function penOf(event: HerdEvent, find: Find<HerdEvent>): string | undefined {
  if (event.kind === 'counted') return event.body.pen
  const counted = event.kind === 'void' ? find(event.body.event) : undefined
  if (counted?.kind === 'counted') return counted.body.pen
  const start = startOf(event, find)
  return start?.kind === 'feed_started' ? start.body.pen : undefined
}

/** The event that began the feed which an event is of. */
function startOf(event: HerdEvent, find: Find<HerdEvent>): HerdEvent | undefined {
  if (event.kind === 'feed_started') return event
  if (event.kind !== 'feed_stopped' && event.kind !== 'void') return undefined
  const spoken = find(event.kind === 'void' ? event.body.event : event.body.feed)
  const isFurther =
    spoken?.kind === 'feed_started' || (spoken?.kind === 'feed_stopped' && event.kind === 'void')
  return isFurther ? startOf(spoken, find) : undefined
}

/** Pens in which an event says that its animals stand. */
export const stoodIn = ({ kind, body }: Pick<HerdEvent, 'kind' | 'body'>): string[] => {
  const { pen } = body as { pen?: string }
  return (kind === 'moved' || kind === 'entered') && pen !== undefined ? [pen] : []
}

/** A pen of which the feed changes from a time on, or from ever. */
export interface FedPen {
  pen: string
  from: string
}

/** Pens of which events change the feed, each from when that may have begun: whoever stood there since may have eaten of it. */
export function fedPens(
  events: readonly HerdEvent[],
  find: Find<HerdEvent>,
  receivedAt: (id: string) => string,
): FedPen[] {
  return events.flatMap((event) => {
    const start = startOf(event, find)
    if (start?.kind !== 'feed_started') return []
    return [{ pen: start.body.pen, from: soonest({ event: start, received_at: receivedAt(start.id) }) }]
  })
}

const hourMs = 3_600_000

/** No later than it may have begun, wherever on earth its days begin. */
function soonest({ event, received_at }: Pick<Stored, 'event' | 'received_at'>): string {
  if (event.precision === 'day') {
    const day = Date.parse(event.day!)
    const isAhead = day + 38 * hourMs - Date.parse(received_at) > 48 * hourMs
    return isAhead ? '-infinity' : new Date(day - 14 * hourMs).toISOString()
  }
  const { at, isDistrusted } = timeOf({ event, received_at, n: 0, person: '' }, 'UTC')
  return isDistrusted ? '-infinity' : new Date(at - hourMs).toISOString()
}
