import type pg from 'pg'
import {
  isCopy,
  askIdentity,
  askPosition,
  askReplay,
  type Identity,
  type Position,
  type Replay,
} from './log-position.ts'
import { nameOf } from './pipelined-client.ts'
import { openConnections, type ConnectionOptions, type ServerConnections } from './server-connections.ts'

/*
 * Lists from a standby (decision 0165). Each is asked there together with how far the log is replayed, and what it says counts
 * only where that was as far as the primary when the list was asked for; in every other case the primary is asked. So it may be
 * late, away or no standby any more, and nobody sees it.
 */

export interface StandbyOptions {
  connection: pg.PoolConfig
  /** Hears, at most once a minute each, that it is left alone and why, and that it is asked again. */
  tell?: (line: string) => void
}

/** By whom lists were answered: the standby; the primary, since the standby was behind or had no rows; or since it could not be asked. */
export type Answered = 'standby' | 'behind' | 'away'

/** Whoever asks for a list waits no longer for a standby than that: for where it is, and then for a list that may be long. */
const patienceMs = { replay: 500, rows: 2000 }
/** Behind for so long, it is left alone until it has come up. */
const behindAtMostMs = 1000
const lookAfterMs = 1000
const tellAfterMs = 60_000
/** A statement that was in the way of replaying was ended, or took too long: the standby is well. */
const passing = new Set(['40001', '40P01', '57014'])

const replayName = nameOf(askReplay)

export class Standby {
  readonly #primary: pg.Pool
  readonly #options: ConnectionOptions & StandbyOptions
  readonly #answered: Record<Answered, number> = { standby: 0, behind: 0, away: 0 }
  /** None while it is left alone. */
  #connections: ServerConnections | null = null
  #behindBytes: number | null = null
  #behindSince: number | null = null
  #looking: NodeJS.Timeout | undefined
  #isClosed = false
  #toldAt = -Infinity
  #wasTold = false

  constructor(primary: pg.Pool, options: ConnectionOptions & StandbyOptions) {
    this.#primary = primary
    this.#options = options
    this.#lookIn(0)
  }

  get isUsed(): boolean {
    return this.#connections !== null
  }

  /** The rows of a statement, none where `prove` finds nobody; null: the primary is to be asked. */
  async rows(
    statement: pg.QueryConfig,
    isQuick: boolean,
    prove: () => Promise<Position[]>,
  ): Promise<unknown[] | null> {
    const connections = this.#connections
    if (!connections) return this.#count('away')
    const [position] = await prove()
    if (!position) return []
    const seen = Promise.withResolvers<Replay>()
    const ask = async (client: pg.ClientBase) => {
      const replay = replayAt(client, position)
      replay.then(seen.resolve, seen.reject)
      const [{ rows }] = await Promise.all([client.query(statement), replay])
      return rows as unknown[]
    }
    const { pool, readers } = connections
    const answer = isQuick && readers ? readers.use(ask) : onOne(pool, ask)
    answer.catch(seen.reject)
    try {
      const replay = await inTime(seen.promise, patienceMs.replay)
      const problem = problemOf(replay)
      if (problem) {
        this.#leaveAlone(connections, problem)
        return this.#count('away')
      }
      this.#behindBytes = replay.behind_bytes
      if (!replay.is_there) return this.#isBehind(connections)
      this.#behindSince = null
      const rows = await inTime(answer, patienceMs.rows).catch(unlessTooLate)
      // That somebody may not is for the primary to say.
      if (rows.length === 0) return this.#count('behind')
      this.#count('standby')
      return rows
    } catch (error) {
      if (!passing.has(codeOf(error))) this.#leaveAlone(connections, reasonOf(error))
      return this.#count('away')
    }
  }

  /** What is known of it, for operators. */
  async state(): Promise<{
    answered: Readonly<Record<Answered, number>>
    isUsed: boolean
    behindBytes: number | null
  }> {
    if (this.#connections) await this.#measure(this.#connections)
    return { answered: { ...this.#answered }, isUsed: this.isUsed, behindBytes: this.#behindBytes }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#looking)
    const connections = this.#connections
    this.#connections = null
    if (connections) await end(connections)
  }

  #count(by: Answered): null {
    this.#answered[by] += 1
    return null
  }

  #isBehind(connections: ServerConnections): null {
    if (this.#isBehindLong()) this.#leaveAlone(connections, isBehind)
    return this.#count('behind')
  }

  #isBehindLong(): boolean {
    const now = performance.now()
    this.#behindSince ??= now
    return now - this.#behindSince > behindAtMostMs
  }

  async #measure({ pool }: ServerConnections): Promise<void> {
    try {
      this.#behindBytes = (await inTime(this.#replay(pool), patienceMs.replay)).behind_bytes
    } catch {
      this.#behindBytes = null
    }
  }

  async #replay(pool: pg.Pool): Promise<Replay> {
    const { rows } = await this.#primary.query<Position>(askPosition)
    return replayAt(pool, rows[0]!)
  }

  #leaveAlone(connections: ServerConnections, why: string): void {
    // Of many lists that find it so the first says it.
    if (this.#connections !== connections) return
    this.#connections = null
    void end(connections)
    this.#tell(why)
    this.#lookIn(lookAfterMs)
  }

  #lookIn(ms: number): void {
    if (this.#isClosed) return
    this.#looking = setTimeout(() => void this.#look(), ms)
    this.#looking.unref()
  }

  /** Whether it can be asked again; nobody waits for that. */
  async #look(): Promise<void> {
    const { connection, ...options } = this.#options
    const connections = openConnections(connection, { ...options, onError: () => undefined })
    const problem = await this.#problemAt(connections.pool).catch(reasonOf)
    if (problem === null && !this.#isClosed) {
      this.#connections = connections
      this.#behindSince = null
      if (this.#wasTold) this.#options.tell?.('lists are read from the standby again')
      this.#wasTold = false
      return
    }
    void end(connections)
    // Under load a standby is always a moment behind.
    if (problem !== null && (problem !== isBehind || this.#isBehindLong())) this.#tell(problem)
    this.#lookIn(lookAfterMs)
  }

  async #problemAt(pool: pg.Pool): Promise<string | null> {
    this.#behindBytes = null
    const [primary, standby] = await Promise.all([
      this.#primary.query<Position & Identity>(askPosition),
      pool.query<Identity & Pick<Replay, 'is_standby'>>(askIdentity),
    ])
    const [ours, theirs] = [primary.rows[0]!, standby.rows[0]!]
    if (ours.log === null) return 'the database takes no changes'
    if (!theirs.is_standby) return isNone
    if (!isCopy(ours, theirs)) return 'it is a copy of another database'
    const replay = await replayAt(pool, ours)
    this.#behindBytes = replay.behind_bytes
    return problemOf(replay) ?? (replay.is_there ? null : isBehind)
  }

  #tell(why: string): void {
    const now = performance.now()
    if (this.#isClosed || this.#wasTold || now - this.#toldAt < tellAfterMs) return
    this.#toldAt = now
    this.#wasTold = true
    this.#options.tell?.(`lists are not read from the standby, but from the database itself: ${why}`)
  }
}

const isNone = 'it takes changes, as one that has taken over'
const isBehind = 'it is behind'

const problemOf = ({ is_standby, is_same_timeline }: Replay) => {
  if (!is_standby) return isNone
  return is_same_timeline ? null : 'it has not been seen to follow the database since that was taken over'
}

async function replayAt(at: pg.ClientBase | pg.Pool, { log, timeline }: Position): Promise<Replay> {
  const statement = { name: replayName, text: askReplay, values: [log, timeline] }
  return (await at.query<Replay>(statement)).rows[0]!
}

async function onOne<T>(pool: pg.Pool, ask: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await ask(client)
  } finally {
    client.release()
  }
}

class TooLate extends Error {}

function unlessTooLate(error: unknown): unknown[] {
  // The list is long; the standby has just said that it is well.
  if (error instanceof TooLate) return []
  throw error
}

async function inTime<T>(answer: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooLate(`it did not answer within ${ms} ms`)), ms)
  })
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer))
}

async function end({ pool, readers }: ServerConnections): Promise<void> {
  await Promise.allSettled([readers?.close(), pool.end()])
}

const codeOf = (error: unknown) => String((error as { code?: unknown }).code ?? '')
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
