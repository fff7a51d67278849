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
import { findCursor, listLateNews, listNews, listOwnNews } from './events.queries.ts'

/** With `since` what changed since then; else a stream that begins after `after`, or some seconds back. */
export async function followEvents(
  db: Db<'customers'>,
  caller: Caller,
  { since, after }: QueryOf<typeof followEventsCall>,
  { streams, secrets }: { streams: LiveStreams; secrets: Secrets },
): Promise<LiveEvents | Readable> {
  if (since !== undefined) return ownNews(db, caller, since, secrets)
  const { actor } = await findActor(platformOf(db), caller)
  return streams.open(actor, () => ownNews(db, caller, after, secrets))
}

async function ownNews(
  db: Db<'customers'>,
  caller: Caller,
  cursor: string | undefined,
  secrets: Secrets,
): Promise<LiveEvents> {
  const rows = answered(
    cursor === undefined
      ? await listLateNews(db, caller)
      : await listOwnNews(db, { ...caller, since: opened(secrets, cursor) }),
  )
  const { caller_id } = rows[0]
  return {
    events: eventBatchesOf(rows, [caller_id]).get(caller_id)?.events ?? [],
    cursor: sealed(secrets, rows[0].cursor),
  }
}

/** The audit trail as what all streams of a process listen to. */
export function auditSource(db: Db<'customers'>, secrets: Secrets): LiveSource<Listener> {
  let last = { cursor: '', sealed: '' }
  return {
    async present() {
      return (await findCursor(db, {}))[0]!.cursor
    },
    async look(listeners, since) {
      const user_ids = [...new Set(listeners.map(({ user_id }) => user_id))]
      const rows = await listNews(db, { user_ids, since })
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

type Row = Awaited<ReturnType<typeof listNews>>[number]

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

/** Before all that was ever written. */
const beginning = '1:1:'

// Sealed: a snapshot counts everybody's transactions, which is nobody's business.
const sealing = keyPurpose('live-cursor')

const sealed = (secrets: Secrets, cursor: string) =>
  secrets.seal(sealing, '', Buffer.from(cursor)).toString('base64url')

/** A cursor that is not of our making, or of a secret that is gone, stands for the beginning. */
function opened(secrets: Secrets, cursor: string): string {
  return secrets.open(sealing, '', Buffer.from(cursor, 'base64url'))?.plain.toString() ?? beginning
}
