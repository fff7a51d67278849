import { liveLimits } from '@byre/contract/events'
import { sql } from 'kysely'
import type { Readable } from 'node:stream'
import { prepared, type PlatformDb } from '../database/db.ts'
import { refuse } from '../errors.ts'
import { LiveStream, type Listener } from './live-stream.ts'

export type { Listener } from './live-stream.ts'

/*
 * Streams that say what changed. While somebody listens, one look at the database every quarter of a second serves
 * all streams of this process; every process looks for itself, so none has to tell another.
 */

const lookEveryMs = 250
/** So many looks apart, sessions that have ended and keys that were revoked are sought. */
const sessionsEveryLooks = 4
const streamsAtMost = 2_000
const retryAfterSeconds = 10

/** What one listener is told. */
export interface EventBatch {
  events: object[]
  /** They lost a right: the stream ends, and the next one begins with what is left to them. */
  endsStream: boolean
}

export interface LiveSource<L extends Listener> {
  /** Where the records stand now. */
  present(): Promise<string>
  /** What changed for these since a cursor, and the next cursor. */
  look(
    listeners: readonly L[],
    since: string,
  ): Promise<{ cursor: string; batchFor: (listener: L) => EventBatch | undefined }>
  /** Those of them that may listen no more. */
  ended(listeners: readonly L[]): Promise<ReadonlySet<L>>
  /** Where somebody goes on from, as it leaves the house. */
  cursorFor(listener: L, cursor: string): string
}

const listLiveSessions = prepared<'platform'>()((db, p: { ids: string[] }) =>
  db
    .selectFrom('platform.callers')
    .select('session_id')
    .where(sql<boolean>`session_id = any(${p.ids}::uuid[])`),
)

/** Those whose session of the portal is over, or whose key was revoked. */
export async function endedSessions<L extends Listener>(
  db: PlatformDb,
  listeners: readonly L[],
): Promise<Set<L>> {
  const ids = [...new Set(listeners.map(({ session_id }) => session_id))]
  const live = new Set((await listLiveSessions(db, { ids })).map(({ session_id }) => session_id))
  return new Set(listeners.filter(({ session_id }) => !live.has(session_id)))
}

/** All open streams of this process that listen to one source. */
export class LiveStreams<L extends Listener = Listener> {
  readonly #source: LiveSource<L>
  readonly #onError: (error: unknown) => void
  readonly #streams = new Set<LiveStream<L>>()
  #cursor: string | null = null
  #looking: Promise<void> | null = null
  #looks = 0
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(source: LiveSource<L>, onError: (error: unknown) => void) {
    this.#source = source
    this.#onError = onError
  }

  /** Opens a stream that begins with what `catchUp` gives, and misses nothing that is committed after it. */
  async open(whose: L, catchUp: () => Promise<object>): Promise<Readable> {
    const own = [...this.#streams].filter(({ listener }) => listener.user_id === whose.user_id)
    const ofSession = own.filter(({ listener }) => listener.session_id === whose.session_id)
    const { streamsPerUser, streamsPerSession } = liveLimits
    if (own.length >= streamsPerUser || ofSession.length >= streamsPerSession)
      refuse('limit.reached', { retryAfter: retryAfterSeconds })
    if (this.#isClosed || this.#streams.size >= streamsAtMost)
      refuse('server.busy', { retryAfter: retryAfterSeconds })

    const stream = new LiveStream(whose)
    this.#streams.add(stream)
    stream.readable.once('close', () => this.#forget(stream))
    try {
      // A look under way began without this stream and may see more than a catching up beside it.
      await this.#begun()
      stream.begin(await catchUp())
    } catch (error) {
      this.#forget(stream)
      throw error
    }
    return stream.readable
  }

  /** Ends all streams; their readers find another process. */
  close(): void {
    this.#isClosed = true
    for (const stream of this.#streams) this.#end(stream)
  }

  async #begun(): Promise<void> {
    await this.#looking
    if (!this.#timer) {
      this.#timer = setInterval(() => {
        if (this.#looking) return
        this.#looking = this.#look().finally(() => (this.#looking = null))
      }, lookEveryMs)
      this.#looking = this.#start().finally(() => (this.#looking = null))
    }
    await this.#looking
  }

  async #start(): Promise<void> {
    this.#cursor = await this.#source.present()
  }

  async #look(): Promise<void> {
    try {
      this.#cursor ??= await this.#source.present()
      const streams = [...this.#streams]
      const listeners = streams.map(({ listener }) => listener)
      const { cursor, batchFor } = await this.#source.look(listeners, this.#cursor)
      this.#cursor = cursor
      this.#tell(streams, batchFor, cursor)
      this.#looks += 1
      if (this.#looks % sessionsEveryLooks > 0) return
      const ended = await this.#source.ended(listeners)
      for (const stream of streams) if (ended.has(stream.listener)) this.#end(stream)
    } catch (error) {
      this.#onError(error)
    }
  }

  #tell(streams: LiveStream<L>[], batchFor: (listener: L) => EventBatch | undefined, cursor: string): void {
    const now = Date.now()
    const [silentSince, oldSince] = [now - liveLimits.heartbeatMs, now - liveLimits.livesMs]
    for (const stream of streams) {
      const batch = batchFor(stream.listener)
      const isOld = stream.begunAt < oldSince
      if (!batch && !isOld && stream.spokeAt > silentSince) continue
      stream.say({
        events: batch?.events ?? [],
        cursor: this.#source.cursorFor(stream.listener, cursor),
      })
      if (batch?.endsStream || isOld) this.#end(stream)
    }
  }

  #end(stream: LiveStream<L>): void {
    stream.end()
    this.#forget(stream)
  }

  #forget(stream: LiveStream<L>): void {
    this.#streams.delete(stream)
    if (this.#streams.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#cursor = null
  }
}
