import { liveLimits } from '@byre/contract/events'
import { sql } from 'kysely'
import type { Readable } from 'node:stream'
import { prepared, type PlatformDb } from '../database/db.ts'
import { refuse } from '../errors.ts'
import { LiveStream } from './live-stream.ts'

/*
 * Streams that say what changed. While somebody listens, one look at the database every quarter of a second serves
 * all streams of this process; every process looks for itself, so none has to tell another.
 */

const lookEveryMs = 250
/** So many looks apart, sessions that have ended are sought. */
const sessionsEveryLooks = 4
const streamsAtMost = 2_000
const retryAfterSeconds = 10

/** What one user is told. */
export interface EventBatch {
  events: object[]
  /** They lost a right: the stream ends, and the next one begins with what is left to them. */
  endsStream: boolean
}

export interface LiveSource {
  /** Where the records stand now. */
  present(): Promise<string>
  /** What changed for these users since a cursor, and the next cursor. */
  look(userIds: string[], since: string): Promise<{ cursor: string; eventBatches: Map<string, EventBatch> }>
  /** A cursor as it leaves the house. */
  seal(cursor: string): string
}

const listLiveSessions = prepared<'platform'>()((db, p: { ids: string[] }) =>
  db
    .selectFrom('platform.sessions')
    .select('id')
    .where(sql<boolean>`id = any(${p.ids}::uuid[])`)
    .where('access_expires_at', '>', sql<string>`now()`)
    .where('user_state', '=', 'active'),
)

/** All open streams of this process. */
export class LiveStreams {
  readonly #db: PlatformDb
  readonly #source: LiveSource
  readonly #onError: (error: unknown) => void
  readonly #streams = new Set<LiveStream>()
  #cursor: string | null = null
  #looking: Promise<void> | null = null
  #looks = 0
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(db: PlatformDb, source: LiveSource, onError: (error: unknown) => void) {
    this.#db = db
    this.#source = source
    this.#onError = onError
  }

  /** Opens a stream that begins with what `catchUp` gives, and misses nothing that is committed after it. */
  async open(
    whose: { user_id: string; session_id: string },
    catchUp: () => Promise<object>,
  ): Promise<Readable> {
    const own = [...this.#streams].filter((stream) => stream.user_id === whose.user_id)
    const ofSession = own.filter((stream) => stream.session_id === whose.session_id)
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
      const users = new Set(streams.map(({ user_id }) => user_id))
      const { cursor, eventBatches } = await this.#source.look([...users], this.#cursor)
      this.#cursor = cursor
      this.#tell(streams, eventBatches, cursor)
      this.#looks += 1
      if (this.#looks % sessionsEveryLooks === 0) await this.#endOfEndedSessions(streams)
    } catch (error) {
      this.#onError(error)
    }
  }

  #tell(streams: LiveStream[], eventBatches: Map<string, EventBatch>, cursor: string): void {
    const now = Date.now()
    const [silentSince, oldSince] = [now - liveLimits.heartbeatMs, now - liveLimits.livesMs]
    let sealed: string | undefined
    for (const stream of streams) {
      const batch = eventBatches.get(stream.user_id)
      const isOld = stream.begunAt < oldSince
      if (!batch && !isOld && stream.spokeAt > silentSince) continue
      sealed ??= this.#source.seal(cursor)
      stream.say({ events: batch?.events ?? [], cursor: sealed })
      if (batch?.endsStream || isOld) this.#end(stream)
    }
  }

  async #endOfEndedSessions(streams: LiveStream[]): Promise<void> {
    const ids = [...new Set(streams.map(({ session_id }) => session_id))]
    const live = new Set((await listLiveSessions(this.#db, { ids })).map(({ id }) => id))
    for (const stream of streams) if (!live.has(stream.session_id)) this.#end(stream)
  }

  #end(stream: LiveStream): void {
    stream.end()
    this.#forget(stream)
  }

  #forget(stream: LiveStream): void {
    this.#streams.delete(stream)
    if (this.#streams.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#cursor = null
  }
}
