import type { QueryOf } from '@byre/contract/endpoint'
import type { followEvents as followEventsCall, LiveEvent, LiveEvents } from '@byre/contract/events'
import type { Readable } from 'node:stream'
import { answered, findActor, type Caller } from '../../platform/authentication/authenticate.ts'
import { platformOf, type Db } from '../../platform/database/db.ts'
import {
  endedSessions,
  type EventBatch,
  type Listener,
  type LiveSource,
  type LiveStreams,
} from '../../platform/live/live.ts'
import { keyPurpose, type Secrets } from '../../platform/secrets.ts'
import type { TrailReading } from '../../platform/audit/trail-reading.ts'
import { newsQueries, type NewsQueries } from './events.queries.ts'

/** How this process reads the trail, and seals where it stands. */
export interface NewsReading {
  trail: TrailReading
  queries: NewsQueries
  secrets: Secrets
}

export const newsReading = (trail: TrailReading, secrets: Secrets): NewsReading => ({
  trail,
  queries: newsQueries(trail),
  secrets,
})

/** With `since` what changed since then; else a stream that begins after `after`, or some seconds back. */
export async function followEvents(
  db: Db<'customers'>,
  caller: Caller,
  { since, after }: QueryOf<typeof followEventsCall>,
  { streams, reading }: { streams: LiveStreams; reading: NewsReading },
): Promise<LiveEvents | Readable> {
  if (since !== undefined) return ownNews(db, caller, since, reading)
  const { actor } = await findActor(platformOf(db), caller)
  return streams.open(actor, () => ownNews(db, caller, after, reading))
}

async function ownNews(
  db: Db<'customers'>,
  caller: Caller,
  cursor: string | undefined,
  reading: NewsReading,
): Promise<LiveEvents> {
  const { queries, secrets, trail } = reading
  const since = cursor === undefined ? undefined : opened(reading, cursor)
  const rows = answered(
    await allNumbered(db, trail, () =>
      since === undefined ? queries.listLateNews(db, caller) : queries.listOwnNews(db, { ...caller, since }),
    ),
  )
  const { caller_id } = rows[0]
  return {
    events: eventBatchesOf(rows, [caller_id]).get(caller_id)?.events ?? [],
    cursor: sealed(secrets, rows[0].cursor),
  }
}

/** Reads again where lines had to be made readable first. */
async function allNumbered<R extends { is_unnumbered: boolean }>(
  db: Db<'customers'>,
  trail: TrailReading,
  read: () => Promise<R[]>,
): Promise<R[]> {
  const rows = await read()
  return rows[0]?.is_unnumbered && (await trail.number(platformOf(db))) ? read() : rows
}

/** The audit trail as what all streams of a process listen to. */
export function auditSource(
  db: Db<'customers'>,
  { trail, queries, secrets }: NewsReading,
): LiveSource<Listener> {
  let last = { cursor: '', sealed: '' }
  return {
    async present() {
      await trail.number(platformOf(db))
      return (await queries.findCursor(db, {}))[0]!.cursor
    },
    async look(listeners, since) {
      const user_ids = [...new Set(listeners.map(({ user_id }) => user_id))]
      const rows = await allNumbered(db, trail, () => queries.listNews(db, { user_ids, since }))
      const eventBatches = eventBatchesOf(rows, user_ids)
      return { cursor: rows[0]!.cursor, batchFor: ({ user_id }) => eventBatches.get(user_id) }
    },
    ended: (listeners) => endedSessions(platformOf(db), listeners),
    // One for all that are told at once.
    cursorFor(_, cursor) {
      if (last.cursor !== cursor) last = { cursor, sealed: sealed(secrets, cursor) }
      return last.sealed
    },
  }
}

type Row = Awaited<ReturnType<NewsQueries['listNews']>>[number]

function eventBatchesOf(rows: Row[], userIds: string[]): Map<string, EventBatch & { events: LiveEvent[] }> {
  if (rows[0]?.is_too_much) return new Map(userIds.map((id) => [id, everythingFor(id)]))
  const eventBatches = new Map<string, EventBatch & { events: LiveEvent[] }>()
  for (const { user_id, kind, id, at, is_lost } of rows) {
    if (user_id === null || kind === null || id === null || at === null) continue
    const batch = eventBatches.get(user_id) ?? { events: [], endsStream: false }
    batch.events.push({ kind, id, at })
    batch.endsStream ||= is_lost === true
    eventBatches.set(user_id, batch)
  }
  return eventBatches
}

const everythingFor = (id: string) => ({
  events: [{ kind: 'everything' as const, id, at: new Date().toISOString() }],
  endsStream: false,
})

// Sealed: it counts everybody's transactions, or lines, which is nobody's business.
const sealing = keyPurpose('live-cursor')

const sealed = (secrets: Secrets, cursor: string) =>
  secrets.seal(sealing, '', Buffer.from(cursor)).toString('base64url')

/** A cursor that is not of our making, of a secret that is gone or of a database begun otherwise stands for the beginning. */
function opened({ secrets, trail }: NewsReading, cursor: string): string {
  const text = secrets.open(sealing, '', Buffer.from(cursor, 'base64url'))?.plain.toString() ?? ''
  return trail.isCursor(text) ? text : trail.beginning
}
