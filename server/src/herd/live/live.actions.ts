import type { followSite as FollowSite, SiteNews } from '@byre/contract/herd/live'
import type { Readable } from 'node:stream'
import { visited } from '../../platform/authentication/visitors.ts'
import type { Db } from '../../platform/database/db.ts'
import type { IdempotentCommand } from '../../platform/idempotency/idempotency.ts'
import type { EventBatch, Listener, LiveSource, LiveStreams } from '../../platform/live/live.ts'
import type { ServeSite, SiteAccess, SiteCall } from '../../tenants/index.ts'
import { cursorOf, newsAfter, newsBetween, newsLately, countsOf, type Counts } from './live.policy.ts'
import { findCounts, listCounts, listVisitors, noteChange } from './live.queries.ts'

/** Somebody who listens to their site, as what they were when they began to. */
export interface SiteListener extends Listener {
  site_id: string
  host_name: string
  role: string
  standing: string
  /** Where their site stood when they were told last; null before the first word. */
  told: Counts | null
}

/** With `since` what changed since then; else a stream that begins after `after`, or some seconds back. */
export async function followSite(
  { db, caller, query: { since, after } }: SiteCall<typeof FollowSite, 'herd'>,
  streams: LiveStreams<SiteListener>,
): Promise<SiteNews | Readable> {
  const read = async () => visited(await findCounts(db, caller))[0]
  const row = await read()
  if (since !== undefined) return newsOf(row, since)
  const { visitor_id, visited_id, session_id, host_name, role, standing } = row
  const listener: SiteListener = {
    user_id: visitor_id,
    session_id,
    site_id: visited_id,
    host_name,
    role: role ?? '',
    standing,
    told: null,
  }
  return streams.open(listener, async () => {
    const now = await read()
    listener.told ??= countsOf(now)
    return newsOf(now, after)
  })
}

type Row = Awaited<ReturnType<typeof findCounts>>[number]

const newsOf = (row: Row, cursor: string | undefined): SiteNews => ({
  events: cursor === undefined ? newsLately(row) : newsAfter(cursor, row),
  cursor: cursorOf(row),
})

/** Sites as their people listen to them: each by where it stands, which is read once for all streams of a process. */
export function siteSource(db: Db<'herd'>): LiveSource<SiteListener> {
  const ended = (listeners: readonly SiteListener[]) => endedOf(db, listeners)
  return {
    // Each listener knows by itself what it was told.
    present: async () => '',
    async look(listeners) {
      const site_ids = [...new Set(listeners.map(({ site_id }) => site_id))]
      const counts = new Map((await listCounts(db, { site_ids })).map((row) => [row.site_id, row]))
      const behind = listeners.flatMap((listener) => {
        const now = counts.get(listener.site_id)
        if (!now || !listener.told) return []
        const events = newsBetween(listener.told, now)
        return events.length > 0 ? [{ listener, now, events }] : []
      })
      // Nobody is told what happened after they were removed.
      const lost = behind.length > 0 ? await ended(behind.map(({ listener }) => listener)) : new Set()
      const batches = new Map<SiteListener, EventBatch>()
      for (const { listener, now, events } of behind) {
        const endsStream = lost.has(listener)
        batches.set(listener, { events: endsStream ? [] : events, endsStream })
        if (!endsStream) listener.told = countsOf(now)
      }
      return { cursor: '', batchFor: (listener) => batches.get(listener) }
    },
    ended,
    cursorFor: (listener) => cursorOf({ ...listener, ...(listener.told ?? { recorded: '0', changed: '0' }) }),
  }
}

/** Those who are no member any more, or of another role, whose session is over, or whose place is paid for otherwise now. */
async function endedOf(db: Db<'herd'>, listeners: readonly SiteListener[]): Promise<Set<SiteListener>> {
  const session_ids = [...new Set(listeners.map(({ session_id }) => session_id))]
  const nameOf = (of: { session_id: string; host_name: string; role: string | null; standing: string }) =>
    [of.session_id, of.host_name, of.role, of.standing].join(' ')
  const there = new Set((await listVisitors(db, { session_ids })).map(nameOf))
  return new Set(listeners.filter((listener) => !there.has(nameOf(listener))))
}

/** Commands leave word of themselves in their own transaction, which open screens are told of. */
export const telling =
  (serve: ServeSite<'herd'>): ServeSite<'herd'> =>
  (call, handler) =>
    serve(call, (asked) => {
      const { command, access } = asked as { command?: IdempotentCommand<'herd'>; access?: SiteAccess }
      if (command && access) command.also(async (db) => void (await noteChange(db, access)))
      return handler(asked)
    })
